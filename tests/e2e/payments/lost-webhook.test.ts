import { expect } from 'playwright/test'
import { PAYMENT_RETRY_DELAYS_MS } from '#domain/constants.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as payments from '#messages/payments/payments.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { fetchFromProvider, PAY_ROUTE, pressInCardPayment } from '#tests/e2e/helpers/card-provider.ts'
import { seedRiderSession, visit } from '#tests/e2e/helpers/people.ts'
import { BANK_PORT } from '#tests/ports.ts'
import { cron, test } from './bank.ts'
import { bookNow, rideCard, setUpChosenRide } from './ride.ts'

// When the browser or the provider does not report a payment, the rider must not be able to pay twice.

/** When the next check of the hold is due. */
const NEXT_MINUTE_SECONDS = 61

test('a confirmation that is cut shows the payment reference, and the cron confirms the ride later', async ({
  page
}) => {
  let tries = 0
  await page.route('**/api/bookings/payment-success', route => {
    tries += 1
    return route.abort('connectionreset')
  })
  await page.clock.install()
  const { scooter } = await setUpChosenRide(page)
  await bookNow(page)
  await pressInCardPayment(page, 'Pay')
  for (const [index, wait] of PAYMENT_RETRY_DELAYS_MS.entries()) {
    await expect.poll(() => tries).toBe(index + 1)
    await page.clock.fastForward(wait)
  }
  await expectText(page, payments.verificationFailed)
  await expectText(page, /^Payment reference: pay_/)
  await visit(page, '/my-bookings')
  await expect(rideCard(page, scooter)).toContainText(myBookings.confirmingPayment)
  await expect(page.getByRole('button', { name: payments.completePaymentLabel })).toHaveCount(0)

  await cron(page.request, NEXT_MINUTE_SECONDS)
  await page.getByRole('button', { name: labels.refresh }).click()
  await expect(rideCard(page, scooter)).toContainText(myBookings.scooterPin)
  await expect(page.getByText(payments.verificationFailed)).toHaveCount(0)
})

test('while the provider fails, no device offers a second payment, and the PIN appears after recovery', async ({
  bank,
  otherPage: other,
  page
}) => {
  const { rider, scooter } = await setUpChosenRide(page)
  await bookNow(page)
  await bank.failCalls('error', 'fetchPayment', 'orderPayments')
  await pressInCardPayment(page, 'Pay')
  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, payments.beingConfirmed)
  await seedRiderSession(other, rider)
  await visit(other, '/my-bookings')
  await cron(page.request)
  for (const device of [page, other]) {
    await device.reload()
    await expect(rideCard(device, scooter)).toContainText(myBookings.confirmingPayment)
    await expect(device.getByRole('button', { name: payments.completePaymentLabel })).toHaveCount(0)
  }

  await bank.clearFaults()
  await cron(page.request, NEXT_MINUTE_SECONDS)
  for (const device of [page, other]) {
    await expect(rideCard(device, scooter)).toContainText(myBookings.scooterPin)
    await expectText(device, payments.paymentSucceeded)
  }
})

test('a rider who closes the tab after paying receives the PIN through the webhook', async ({
  bank,
  context,
  page
}) => {
  const { scooter } = await setUpChosenRide(page)
  await bookNow(page)
  const isPaid = Promise.withResolvers<void>()
  await page.route(PAY_ROUTE, async route => {
    await fetchFromProvider(route, BANK_PORT)
    isPaid.resolve()
  })
  await pressInCardPayment(page, 'Pay')
  await isPaid.promise
  await page.close()
  await bank.deliverWebhooks()
  const next = await context.newPage()
  await visit(next, '/auth')
  await visit(next, '/my-bookings')
  await expect(rideCard(next, scooter)).toContainText(myBookings.scooterPin)
})
