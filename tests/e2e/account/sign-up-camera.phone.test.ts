import { expect } from 'playwright/test'
import * as text from '#messages/account/auth.ts'
import * as uploads from '#messages/uploads.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { LICENCE_FILE } from '#tests/e2e/helpers/people.ts'
import { fillSignUp } from '#tests/e2e/helpers/sign-up.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('the sign-up offers the camera and the gallery on a phone', async ({ page }) => {
  await fillSignUp(page)
  const camera = page.getByLabel(uploads.takePhoto, { exact: true })
  await expect(camera).toHaveAttribute('capture', 'environment')
  await expect(page.getByLabel(text.licencePhoto)).not.toHaveAttribute('capture')
  const chooser = page.waitForEvent('filechooser')
  await page.getByText(uploads.takePhoto, { exact: true }).tap()
  await (await chooser).setFiles({ ...LICENCE_FILE, name: 'camera.png' })
  await expectText(page, 'camera.png')
  await expect(page.locator('form img')).toBeVisible()
})
