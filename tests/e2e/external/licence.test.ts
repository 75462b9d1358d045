import { expect, type Page } from 'playwright/test'
import { LICENCE_FILE, newEmail, openApi } from '../helpers/people.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '../helpers/sign-up.ts'
import { CLOUD, test } from './backend.ts'

// The second backend stores no files, so this site is built with a cloud project's storage.

const LARGE = { ...LICENCE_FILE, buffer: Buffer.concat([LICENCE_FILE.buffer, Buffer.alloc(1_500_000, 'noise')]) }

async function licenceSent(page: Page): Promise<string> {
  const signUp = await page.waitForRequest('**/api/auth/signup')
  return (signUp.postDataJSON() as { license_photo_url: string }).license_photo_url
}

test('a photo is uploaded to the cloud by a library that loads when it is selected, and the backend receives its URL', async ({
  page
}) => {
  const email = newEmail()
  const loaded: string[] = []
  page.on('request', outgoing => loaded.push(outgoing.url()))
  const library = () => loaded.filter(address => /firebase-storage/.test(address)).length
  await fillSignUp(page, { email })
  expect(library()).toBe(0)
  await choosePhoto(page, LARGE)
  await expect.poll(library).toBeGreaterThan(0)
  const sent = licenceSent(page)
  await submitSignUp(page)
  const address = new URL(await sent)
  await expectHome(page)
  expect(address.origin).toBe(CLOUD)
  const [, path = ''] = address.pathname.split('/o/')
  expect(decodeURIComponent(path)).toMatch(new RegExp(`^licenses/${email}/[0-9a-f-]{36}\\.png$`))
  const response = await (await openApi()).get(address.href)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, LICENCE_FILE.mimeType])
  expect(Buffer.compare(await response.body(), LARGE.buffer)).toBe(0)
})
