import { expect } from 'playwright/test'
import * as portal from '#messages/portal.ts'
import { adminAt, press, row } from '#tests/e2e/helpers/admin.ts'
import { orderFor, says } from '#tests/e2e/helpers/booking.ts'
import { aPlace, aRider } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { bookings, cancelling, money } = portal

test('an admin asks the provider about a hold, finds it paid, and cancels it with the amount shown', async ({
  page
}) => {
  const { property, scooter } = await aPlace()
  const rider = await aRider(property.id)
  const { razorpay_order_id } = await orderFor(page, rider.token, scooter.id, 2, '10:00', 3)
  await adminAt(page, 'bookings')
  await page.getByRole('searchbox').fill(rider.email)
  const ride = row(page, rider.email)
  await expect(ride).toContainText('Pending')
  await ride.getByRole('button', { name: cancelling.action }).click()
  const question = page.getByRole('alertdialog', { name: cancelling.question })
  await expect(question).toContainText(cancelling.nothingPaid)

  // The rider's browser never tells that the bank has taken the money.
  const headers = { authorization: `Bearer ${rider.token}` }
  const paid = await page.request.post(`/api/sandbox/orders/${razorpay_order_id}/pay`, {
    data: { outcome: 'success' },
    headers
  })
  expect(paid.ok()).toBe(true)
  await page.keyboard.press('Escape')
  await ride.getByRole('button', { name: bookings.payments }).click()
  const sheet = page.getByRole('dialog', { name: money.title })
  await expect(sheet).toContainText(razorpay_order_id)
  await expect(sheet).toContainText(money.noAttempts)
  await press(sheet, money.ask)
  await says(page, money.checked)
  await expect(sheet).toContainText('Paid ₹140')
  await expect(sheet).toContainText(/\d:\d\d\s[ap]m IST/)
  await press(sheet, portal.close)
  await expect(ride.getByRole('button', { name: bookings.payments })).toBeFocused()

  await expect(ride).toContainText('Completed')
  await ride.getByRole('button', { name: cancelling.action }).click()
  await expect(question).toContainText('₹140 goes back to Asha Rao.')
  await press(question, cancelling.action)
  await says(page, /^Booking cancelled\./)
  await expect(ride).toContainText('Cancelled')
})
