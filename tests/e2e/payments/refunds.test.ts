import { expect } from 'playwright/test'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as paymentResponses from '#messages/payments/payments.ts'
import { createOrder, expectText } from '#tests/e2e/helpers/booking.ts'
import { pressInCardPayment } from '#tests/e2e/helpers/card-provider.ts'
import { signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { cron, test } from './bank.ts'
import { bookNow, setUpChosenRide } from './ride.ts'

test('a payment for a slot that was freed and taken is refunded once, and the rider sees it', async ({
  bank,
  page
}) => {
  const { property, rider, scooter } = await setUpChosenRide(page)
  const { session_id } = await bookNow(page)
  // Another device cancels the hold during the payment, and another rider takes the window.
  const headers = { authorization: `Bearer ${rider.token}` }
  expect((await page.request.post(`/api/bookings/${session_id}/cancel`, { headers })).ok()).toBe(true)
  await createOrder(page, (await signUpRider(property.id)).token, scooter.id, 2, '10:00', 3)

  await pressInCardPayment(page, 'Pay')
  await expectText(page, paymentResponses.paidTooLate)
  const reference = await page.getByText(/^Payment reference: pay_/).innerText()
  const payment_id = reference.replace('Payment reference: ', '')
  const expectNotice = async (isProcessed: boolean) => {
    await visit(page, '/my-bookings')
    const lost = page.getByRole('listitem').filter({ hasText: scooter.name })
    await expect(lost).toContainText(myBookings.bookingNotConfirmed)
    await expect(lost).toContainText(myBookings.refundProgressText(140, isProcessed))
    await page.getByText(myBookings.notConfirmedTitle).click()
    await expect(lost.last()).toContainText('Failed')
    await expect(lost.last()).toContainText('Refunded')
  }
  await expectNotice(false)
  await cron(page.request)
  const [refund] = await bank.refundsOf(payment_id)
  expect(refund).toMatchObject({ amount: 14_000, status: 'pending' })
  await bank.processRefund(refund)
  await bank.deliverWebhooks()
  await cron(page.request)
  expect(await bank.refundsOf(payment_id)).toHaveLength(1)
  await expectNotice(true)
})
