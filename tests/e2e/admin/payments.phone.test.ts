import { expect } from 'playwright/test'
import * as portalBookings from '#messages/admin/bookings.ts'
import { paymentDetails } from '#messages/admin/payments/booking-payments.ts'
import * as labels from '#messages/labels.ts'
import { clickButton, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { createOrder, expectText } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, signUpRider } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const { bookings, cancelling } = portalBookings

test('an admin reconciles a hold, sees that it is paid, and cancels it with the refund amount shown', async ({
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const rider = await signUpRider(property.id)
  const { razorpay_order_id } = await createOrder(page, rider.token, scooter.id, 2, '10:00', 3)
  await openAdminTab(page, 'bookings')
  await page.getByRole('searchbox').fill(rider.email)
  const ride = row(page, rider.email)
  await expect(ride).toContainText('Pending')
  await ride.getByRole('button', { name: cancelling.action }).click()
  const question = page.getByRole('alertdialog', { name: cancelling.question })
  await expect(question).toContainText(cancelling.nothingPaid)

  // The rider's browser does not report the payment to the Worker.
  const headers = { authorization: `Bearer ${rider.token}` }
  const paid = await page.request.post(`/api/sandbox/orders/${razorpay_order_id}/pay`, {
    data: { outcome: 'success' },
    headers
  })
  expect(paid.ok()).toBe(true)
  await page.keyboard.press('Escape')
  await ride.getByRole('button', { name: bookings.payments }).click()
  const sheet = page.getByRole('dialog', { name: paymentDetails.title })
  await expect(sheet).toContainText(razorpay_order_id)
  await expect(sheet).toContainText(paymentDetails.noAttempts)
  await clickButton(sheet, paymentDetails.checkNow)
  await expectText(page, paymentDetails.checked)
  await expect(sheet).toContainText('Paid ₹140')
  await expect(sheet).toContainText(/\d:\d\d\s[ap]m IST/)
  await clickButton(sheet, labels.close)
  await expect(ride.getByRole('button', { name: bookings.payments })).toBeFocused()

  await expect(ride).toContainText('Completed')
  await ride.getByRole('button', { name: cancelling.action }).click()
  await expect(question).toContainText('₹140 will be refunded to Asha Rao.')
  await clickButton(question, cancelling.action)
  await expectText(page, /^Booking cancelled\./)
  await expect(ride).toContainText('Cancelled')
})
