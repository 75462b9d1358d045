import { expect, type Page } from 'playwright/test'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { CHECKOUT_MARGIN_SECONDS, HOLD_SECONDS } from '#domain/constants.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { SECRETS } from '../../fakes/razorpay/keys.ts'
import { expectText } from '../helpers/booking.ts'
import { CHECKOUT_ADDRESS, cardPayment, dialogOptions, pressInCardPayment } from '../helpers/card-provider.ts'
import { test } from './bank.ts'
import { bookNow, rideCard, setUpChosenRide } from './ride.ts'

// The provider's own dialog in a browser: when it loads, its options, and its outcomes.

function countScriptRequests(page: Page): () => number {
  let count = 0
  page.on('request', request => {
    if (request.url() === CHECKOUT_ADDRESS) count += 1
  })
  return () => count
}

test('a rider pays after a declined try in the provider’s dialog, which loads only on Book Now, and reads the PIN', async ({
  page
}) => {
  const scriptRequests = countScriptRequests(page)
  const { rider, scooter } = await setUpChosenRide(page)
  expect(scriptRequests()).toBe(0)
  const { razorpay_order_id } = await bookNow(page)
  await expect(cardPayment(page)).toContainText(`INR 140 to ${SECRETS.key_id}`)
  expect(scriptRequests()).toBe(1)
  const { timeout, ...options } = (await dialogOptions(page)) ?? {}
  expect(options).toEqual({
    amount: 14_000,
    config: { display: { language: 'en' } },
    currency: 'INR',
    description: expect.stringMatching(/^Ather 450X · T1, .*10:00\sam – 1:00\spm$/),
    key: SECRETS.key_id,
    modal: { backdropclose: false, confirm_close: true },
    name: BRAND_NAME,
    order_id: razorpay_order_id,
    prefill: { contact: '+919845012345', email: rider.email, name: 'Asha Rao' },
    remember_customer: false,
    retry: { enabled: true },
    theme: { color: expect.stringMatching(/^#[0-9a-f]{6}$/) }
  })
  // Creating the order took some seconds of the hold.
  const longest = HOLD_SECONDS - CHECKOUT_MARGIN_SECONDS
  expect(timeout).toBeLessThanOrEqual(longest)
  expect(timeout).toBeGreaterThan(longest - 60)
  const reported = page.waitForRequest('**/api/bookings/payment-failed')
  await pressInCardPayment(page, 'Decline')
  expect((await reported).postData()).toContain('Your payment has been declined by the bank')
  await expect(cardPayment(page).getByRole('alert')).toBeVisible()
  await pressInCardPayment(page, 'Pay')
  await expect(page).toHaveURL('/my-bookings')
  await expectText(page, paymentsText.paymentSucceeded)
  await expect(rideCard(page, scooter)).toContainText(myBookingsText.scooterPin)
  await expect(rideCard(page, scooter)).toContainText(/\d{6}/)
})
