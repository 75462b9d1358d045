import { expect, type Page } from 'playwright/test'
import { clockOf, clockText, dateText, instantAt } from '#domain/time/india-time.ts'
import * as common from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as payments from '#messages/payments/payments.ts'

import {
  chooseRide,
  chooseRideWhenFree,
  createOrder,
  dayFromToday,
  expectText,
  payInSandbox,
  pressBookNow,
  sandboxDialog
} from '../helpers/booking.ts'
import {
  createPropertyWithScooter,
  disableSsrData,
  gotoWithoutLoad,
  setUpSignedInRider,
  signUpRider,
  visit
} from '../helpers/people.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Row } from './table.ts'

// From the list of scooters to My Bookings.

/** Expects a redirect home. The page redirects when it has no data to show. */
async function expectRedirectHome(page: Page, path: string): Promise<void> {
  await gotoWithoutLoad(page, path)
  await page.waitForURL('/')
}

export const BOOKING_ROWS: Row<CatalogueEntry>[] = [
  {
    cause: 'opening a scooter of another property, and without a profile or a list of scooters',
    entries: [
      'Scooter not found',
      'User profile not loaded',
      'Failed to load scooter details',
      'Failed to load scooters'
    ],
    run: async ({ faultProxy, page, expectToast }) => {
      const elsewhere = await createPropertyWithScooter()
      const { scooter } = await setUpSignedInRider(page)
      await disableSsrData(page)
      // Must be the first visit: later visits have cached the rider and do not need this call.
      faultProxy.fail(/\/api\/profile$/, 'cut')
      await expectRedirectHome(page, `/booking/${scooter.id}`)
      await expectToast('User profile not loaded')
      faultProxy.restore()
      await expectRedirectHome(page, `/booking/${elsewhere.scooter.id}`)
      await expectToast('Scooter not found')
      faultProxy.fail(/\/scooters$/, 'gateway')
      await expectRedirectHome(page, `/booking/${scooter.id}`)
      await expectToast('Failed to load scooter details')
      await expectToast('Failed to load scooters')
      faultProxy.restore()
      await page.getByRole('button', { name: common.tryAgain }).click()
      await expectText(page, scooter.name)
    }
  },
  {
    cause: 'booking a slot that was just taken, today and on another date, and without the booked window',
    entries: [
      'The scooter is booked between {start} to {end} on {date}',
      'This time slot is already booked',
      'The scooter is booked between {start} to {end} today'
    ],
    run: async ({ faultProxy, page, expectToast }) => {
      // No slot is left late in the evening, so the device's clock is set one day ahead.
      const today = clockOf(new Date()) < '22:30' ? 0 : 1
      if (today > 0) await page.clock.setFixedTime(instantAt(dayFromToday(today), '10:00'))
      const { property, scooter } = await setUpSignedInRider(page)
      const { token } = await signUpRider(property.id)
      await visit(page, `/booking/${scooter.id}`)
      await chooseRideWhenFree(page, 3, '19:00', '3 hours')
      await createOrder(page, token, scooter.id, 3, '20:00')
      await pressBookNow(page)
      const conflictText = booking.bookedBetween(clockText('20:00'), clockText('21:00'), dateText(dayFromToday(3)))
      await expectToast('The scooter is booked between {start} to {end} on {date}', conflictText)
      faultProxy.fail(/\/bookings\/hourly$/, 'bare')
      await chooseRide(page, 3, '10:00', '3 hours')
      await createOrder(page, token, scooter.id, 3, '11:00')
      await pressBookNow(page)
      await expectToast('This time slot is already booked')
      faultProxy.restore()
      await chooseRideWhenFree(page, today, '23:30', '1 hour')
      await createOrder(page, token, scooter.id, today, '23:30')
      await pressBookNow(page)
      const tonight = booking.bookedBetween(clockText('23:30'), clockText('00:30'), null)
      await expectToast('The scooter is booked between {start} to {end} today', tonight)
    }
  },
  {
    cause: 'booking without an order, without the payment script, and closing the payment dialog',
    entries: ['Booking failed', 'Payment gateway not available', 'Payment cancelled'],
    run: async ({ faultProxy, page, expectToast }) => {
      const { scooter } = await setUpSignedInRider(page)
      await visit(page, `/booking/${scooter.id}`)
      await chooseRide(page, 2, '10:00', '1 hour')
      faultProxy.fail(/\/bookings\/hourly$/, 'cut')
      await pressBookNow(page)
      await expectToast('Booking failed')
      faultProxy.restore()
      faultProxy.fail(/\/_astro\/sandbox-checkout\./, 'cut')
      await pressBookNow(page)
      await expectToast('Payment gateway not available')
      faultProxy.restore()
      // The sandbox's script is a module, and a page does not load a failed module again.
      await visit(page, `/booking/${scooter.id}`)
      await chooseRide(page, 2, '10:00', '1 hour')
      await pressBookNow(page)
      await expect(sandboxDialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expectToast('Payment cancelled')
      await expect(sandboxDialog(page)).toBeHidden()
      await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()

      await visit(page, '/my-bookings')
      await expectText(page, myBookings.completeToConfirm)
      await expect(page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/)
      await page.getByRole('button', { name: payments.completePaymentLabel }).click()
      await payInSandbox(page)
      await expectText(page, myBookings.scooterPin)
    }
  },
  {
    cause: "paying when the server misses the browser's report and learns of the payment later",
    entries: ['Payment verification failed. Please contact support.'],
    run: async ({ faultProxy, page, expectToast }) => {
      const { rider, scooter } = await setUpSignedInRider(page)
      await visit(page, `/booking/${scooter.id}`)
      await chooseRide(page, 2, '10:00', '1 hour')
      // The page retries a request without a response, but not one with an invalid response.
      faultProxy.fail(/\/bookings\/payment-success$/, 'unknown')
      const ordered = page.waitForResponse('**/api/bookings/hourly')
      const paid = page.waitForResponse('**/api/sandbox/orders/*/pay')
      await pressBookNow(page)
      await payInSandbox(page)
      await expectToast('Payment verification failed. Please contact support.')
      const { session_id } = (await (await ordered).json()) as { session_id: string }
      const receipt = (await (await paid).json()) as { razorpay_payment_id: string }
      await expectText(page, payments.paymentReference(receipt.razorpay_payment_id))
      const chat = await page.getByRole('link', { name: labels.chatWithSupport }).getAttribute('href')
      expect(chat).toContain(receipt.razorpay_payment_id)
      await expectText(page, payments.confirmingAmount('₹50'))
      await expect(page.getByRole('button', { name: labels.bookNow })).toHaveCount(0)
      await page.getByRole('link', { name: booking.seeMyBookings }).click()
      await expect(page).toHaveURL('/my-bookings')

      await expectText(page, myBookings.confirmingPayment)
      await expect(page.getByRole('button', { name: payments.completePaymentLabel })).toBeHidden()
      faultProxy.restore()
      const headers = { authorization: `Bearer ${rider.token}` }
      await page.request.post('/api/bookings/payment-success', { headers, multipart: { ...receipt, session_id } })
      await expectText(page, payments.paymentSucceeded)
      await expectText(page, myBookings.scooterPin)
    }
  },
  {
    cause: 'refreshing bookings over a broken connection, with the loaded ones still shown',
    entries: ['Failed to load bookings'],
    run: async ({ faultProxy, page, expectToast }) => {
      await setUpSignedInRider(page)
      await disableSsrData(page)
      let answers = 0
      page.on('response', answer => {
        if (answer.url().includes('/api/my-bookings')) answers += 1
      })
      await visit(page, '/my-bookings')
      await expectText(page, myBookings.emptyTitle)
      // The first response, and the refresh half a second after arriving.
      await expect.poll(() => answers).toBe(2)
      faultProxy.fail(/\/api\/my-bookings/, 'cut')
      await page.getByRole('button', { exact: true, name: labels.refresh }).click()
      await expectToast('Failed to load bookings')
      await expectText(page, myBookings.emptyTitle)
    }
  }
]
