import { expect, type Page, request } from 'playwright/test'
import * as fields from '#messages/account/account-fields.ts'
import * as uploads from '#messages/uploads.ts'
import type { Fault } from '../../cloud-storage/bucket.ts'
import { expectText } from '../helpers/booking.ts'
import { LICENCE_FILE, newEmail } from '../helpers/people.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '../helpers/sign-up.ts'
import { CLOUD, test } from './backend.ts'

// The second backend stores no files, so this site is built with a cloud project's storage.

const LARGE = { ...LICENCE_FILE, buffer: Buffer.concat([LICENCE_FILE.buffer, Buffer.alloc(1_500_000, 'noise')]) }

/** Sets or clears a fault of the cloud storage for one email's licence. */
async function setFault(email: string, fault: Fault | '') {
  const elsewhere = await request.newContext()
  const folder = encodeURIComponent(`licenses/${email}/`)
  const reply = await elsewhere.put(`${CLOUD}/fault/${folder}`, { data: fault })
  expect(reply.status()).toBe(204)
}

async function licenceSent(page: Page): Promise<string> {
  const signUp = await page.waitForRequest('**/api/auth/signup')
  return (signUp.postDataJSON() as { license_photo_url: string }).license_photo_url
}

for (const photo of [LICENCE_FILE, LARGE]) {
  test(`a photo of ${photo.buffer.length} bytes is uploaded to the cloud, and the backend receives its URL`, async ({
    page
  }) => {
    const email = newEmail()
    await fillSignUp(page, { email })
    await choosePhoto(page, photo)
    const sent = licenceSent(page)
    await submitSignUp(page)
    const address = new URL(await sent)
    await expectHome(page)
    expect(address.origin).toBe(CLOUD)
    const [, path = ''] = address.pathname.split('/o/')
    expect(decodeURIComponent(path)).toMatch(new RegExp(`^licenses/${email}/[0-9a-f-]{36}\\.png$`))
    const response = await page.request.get(address.href)
    expect([response.status(), response.headers()['content-type']]).toEqual([200, LICENCE_FILE.mimeType])
    expect(Buffer.compare(await response.body(), photo.buffer)).toBe(0)
  })
}

test('the cloud library is loaded only when a photo is selected', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', outgoing => loaded.push(outgoing.url()))
  const library = () => loaded.filter(address => /firebase-storage/.test(address)).length
  await fillSignUp(page)
  expect(library()).toBe(0)
  await choosePhoto(page)
  await expect.poll(library).toBeGreaterThan(0)
})

test('the upload progress is shown part by part', async ({ page }) => {
  const email = newEmail()
  await setFault(email, 'hold')
  await fillSignUp(page, { email })
  await choosePhoto(page, LARGE)
  await submitSignUp(page)
  await expectText(page, uploads.uploadingPhoto)
  const bar = page.getByRole('progressbar', { name: uploads.uploadingPhoto })
  await expect(bar).toHaveAttribute('value', /^[1-9]\d?$/)
  await setFault(email, '')
  await expectHome(page)
})

test('a refused upload shows an error and keeps the input', async ({ page }) => {
  const email = newEmail()
  await setFault(email, 'refuse')
  await fillSignUp(page, { email })
  await choosePhoto(page)
  await submitSignUp(page)
  await expectText(page, uploads.licenceUploadFailed(uploads.storageUnavailable))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByLabel(fields.fullName)).toHaveValue('Asha Rao')
  await expectText(page, LICENCE_FILE.name)

  await setFault(email, '')
  await submitSignUp(page)
  await expectHome(page)
})

test('a sign-up without a network shows an error at once', async ({ context, page }) => {
  await fillSignUp(page)
  await choosePhoto(page)
  await context.setOffline(true)
  await submitSignUp(page)
  await expectText(page, uploads.licenceUploadFailed(uploads.networkUnreachable))
})
