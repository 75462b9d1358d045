import { expect } from 'playwright/test'
import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as booking from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as payments from '#messages/payments/payments.ts'
import { clickButton } from './helpers/admin.ts'
import { chooseRide, payInSandbox, pressBookNow, sandboxDialog } from './helpers/booking.ts'
import { createPropertyWithScooter, signUpRider, visit } from './helpers/people.ts'
import { test } from './helpers/test.ts'

// What a browser's translator does to every text must not end a story. `npm run harden` tells all of them like this.

test.use({ isTranslated: true })

test('a rider signs in after a wrong password, and books a ride after a closed payment', async ({ page }) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  await visit(page, '/auth')
  await page.getByLabel(account.email).fill(rider.email)
  await page.getByLabel(account.password, { exact: true }).fill('Wrong@123')
  await clickButton(page, auth.signIn)
  await expect(page.getByLabel(account.password, { exact: true })).toHaveAccessibleDescription(auth.wrongCredentials)
  await page.getByLabel(account.password, { exact: true }).fill(rider.password)
  await clickButton(page, auth.signIn)
  await page.waitForURL('/')
  await page.getByRole('link', { name: labels.bookNow }).click()
  const summary = page.getByRole('complementary').filter({ hasText: booking.summary })
  await chooseRide(page, 2, '10:00', '3 hours')
  await expect(summary).toContainText('₹140')
  await chooseRide(page, 2, '10:00', '1 hour')
  await expect(summary).toContainText('₹50')
  await expect(summary).not.toContainText('₹140')
  await pressBookNow(page)
  await sandboxDialog(page).getByRole('button', { name: labels.close }).click()
  await clickButton(page, payments.completePaymentLabel)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  await expect(page.getByRole('article').filter({ hasText: scooter.name })).toContainText(/\d{6}/)
})
