import { expect, type Page } from 'playwright/test'
import { clockText } from '#domain/time/india-time.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { accessibilityViolations, horizontalOverflow } from '#tests/e2e/helpers/accessible.ts'
import { openAdminTab, openBooking, row } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText, sandboxDialog } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

// A rider extends a paid ride of three hours, until 1 pm.

async function riderWithRide(page: Page) {
  const setup = await setUpSignedInRider(page)
  await createPaidRide(setup.rider.token, setup.scooter.id, 2, '10:00', 3)
  await visit(page, '/my-bookings')
  const card = page.getByRole('article').filter({ hasText: setup.scooter.name })
  const dialog = page.getByRole('dialog', { name: manageRideText.extendTitle })
  return { ...setup, card, dialog }
}

async function openExtension(page: Page): Promise<void> {
  await page.getByRole('button', { name: myBookingsText.manageRide }).click()
  await page.getByRole('button', { name: rideCardText.extend }).click()
}

test('by keyboard alone: a rider extends, pays, and reads the new end and the sums, as the staff do', async ({
  otherPage: staff,
  page
}) => {
  const { card, dialog, rider } = await riderWithRide(page)
  const manageRide = card.getByRole('button', { name: myBookingsText.manageRide })
  await manageRide.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: manageRideText.addToCalendar })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: rideCardText.extend })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(12)
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  // Without it, Firefox focuses the list.
  await expect(dialog.getByRole('radio', { checked: true })).toHaveAttribute('autofocus')
  expect(await accessibilityViolations(page, 'the extension of a ride')).toEqual([])
  expect(await horizontalOverflow(page, 'the extension of a ride')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: paymentsText.payAmount(130) })).toBeVisible()
  await page.keyboard.press('Enter')
  await sandboxDialog(page).getByRole('button', { name: paymentsText.sandboxPay }).focus()
  await page.keyboard.press('Enter')
  await expectText(page, /^Extended until /)
  const line = myBookingsText.extendedBy({ amount: 130, hours: 3 })
  for (const shown of [clockText('16:00'), '6 hours', '₹270', line]) await expect(card).toContainText(shown)
  await manageRide.press('Enter')
  const panel = page.getByRole('dialog', { name: myBookingsText.manageRide })
  for (const shown of [manageRideText.paidAmount(270), line]) await expect(panel).toContainText(shown)

  await openAdminTab(staff, 'bookings')
  await staff.getByRole('searchbox').fill(rider.email)
  await expect(row(staff, rider.email)).toHaveCount(2)
  const booking = await openBooking(staff, row(staff, rider.email).first())
  for (const shown of [manageRideText.paidAmount(270), line]) await expect(booking).toContainText(shown)
})

test('a small phone shows the button of an extension below the list and what limits it', async ({ page }) => {
  await page.setViewportSize({ height: 640, width: 360 })
  const { dialog, property, scooter } = await riderWithRide(page)
  const next = await signUpRider(property.id)
  await createPaidRide(next.token, scooter.id, 2, '23:00')
  await openExtension(page)
  await expect(dialog.getByRole('radio')).toHaveCount(10)
  await expect(dialog.locator('button[type="submit"]')).toBeInViewport({ ratio: 1 })
})
