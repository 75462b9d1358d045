import { expect } from 'playwright/test'
import { BLOCK_TEXTS } from '#messages/booking/booking-block.ts'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import { violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { DEMO_RIDER, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { liftSuspension, suspendRider } from '#tests/e2e/helpers/review.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The demo has a ride under way, because no ride can be booked for now. No other test of a wide window has this rider.
const RIDING = { ...DEMO_RIDER, email: 'rohan@demo.test' }

test('a rider who is suspended while riding keeps the PIN, cannot extend, and reads why', async ({ page }) => {
  await signIn(page, RIDING)
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: 'Active' })
  await card.getByRole('button', { name: rideCard.extend }).click()
  const dialog = page.getByRole('dialog', { name: text.extendTitle })
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await suspendRider(RIDING.email)
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.locator('form').getByRole('status')).toContainText(BLOCK_TEXTS.rider_suspended)
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  expect(await violationsInBothThemes(page, 'an extension that is refused')).toEqual([])
  await visit(page, '/')
  await expectText(page, BLOCK_TEXTS.rider_suspended)
  await page.getByRole('link', { name: /^Book/ }).first().click()
  await expect(page.locator('#booking-block')).toHaveText(BLOCK_TEXTS.rider_suspended)
  await expect(page.getByRole('button', { name: labels.bookNow })).toHaveCount(0)
  await expect(page.getByRole('link', { name: labels.chatWithSupport })).toBeVisible()
  expect(await violationsInBothThemes(page, 'the booking page of a suspended rider')).toEqual([])
  await visit(page, '/my-bookings')
  await expect(card.getByText(/^\d{6}$/)).toBeVisible()
  await card.getByRole('button', { name: rideCard.extend }).click()
  await expect(dialog.locator('form').getByRole('status')).toContainText(BLOCK_TEXTS.rider_suspended)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await liftSuspension(RIDING.email)
})
