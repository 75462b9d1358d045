import { expect, type Page } from 'playwright/test'
import * as text from '#messages/account/profile.ts'
import { BLOCK_TEXTS } from '#messages/booking/booking-block.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { LICENCE_FILE, newEmail, seedRiderSession, visit } from '../helpers/people.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '../helpers/sign-up.ts'
import { CLOUD, signUpExternalRider, test } from './backend.ts'

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
  const response = await page.request.get(address.href)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, LICENCE_FILE.mimeType])
  expect(Buffer.compare(await response.body(), LARGE.buffer)).toBe(0)
})

test('nothing is said of a review, which this backend does not have', NIGHTLY, async ({ page }) => {
  await seedRiderSession(page, await signUpExternalRider())
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { name: text.settings })).toBeVisible()
  await expect(page.getByRole('heading', { name: text.licence })).toHaveCount(0)
  for (const path of ['/', '/booking/11']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const sentence of Object.values(BLOCK_TEXTS)) await expect(page.getByText(sentence)).toHaveCount(0)
  }
})
