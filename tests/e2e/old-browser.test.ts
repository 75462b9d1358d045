import { expect } from 'playwright/test'
import * as appShellText from '#messages/app-shell.ts'
import { createPaidRide } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a browser below the promised ones says what to do, and still shows the PIN', async ({ page }) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await createPaidRide(rider.token, scooter.id, 2, '10:00')
  await page.goto('/my-bookings')
  const note = page.locator('#too-old')
  await expect(note).toBeHidden()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'MathMLElement'))
  await page.goto('/my-bookings', { waitUntil: 'networkidle' })
  await expect(note).toBeVisible()
  await expect(note).toHaveText(new RegExp(`^${appShellText.browserTooOld(true)}\\s*\\+\\d+$`))
  await expect(note.getByRole('link')).toHaveAttribute('href', /^tel:\+\d+$/)
  await expect(page.locator('main')).toContainText([...scooter.otp_pin].join(' '))
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0)
})
