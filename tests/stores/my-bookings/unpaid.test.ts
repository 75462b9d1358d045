// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking as cancellation } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { errorFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { dialog, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, leavePage, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { booking as bookingFrom, later, NOW } from './bookings.ts'
import { openWithDialogs } from './page.ts'

// An unpaid booking is cancelled by the rider, or its payment is still being confirmed.

const held = bookingFrom('b1', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', {
  expires_at: later(2 * MINUTE_MS).toISOString(),
  payment_status: 'Pending'
})
const listIs = (more: Partial<Booking> = {}) => {
  server.answer(listMyBookings, [{ ...held, ...more }])
}

const openPage = () =>
  openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts')),
    ...(await import('#stores/payment/payment-notices.ts'))
  }))

// The hold lasts two more minutes.
setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  listIs()
})

describe('cancelling a hold', () => {
  beforeEach(() => {
    server.answer(cancellation, { refund: null })
  })
  test('requires a confirmation, and sends nothing when the rider keeps the booking', async () => {
    const { $bookingToCancel, booking, cancelBooking, closeCancelDialog, openDialog } = await openPage()
    await openDialog('cancel', booking)
    expect($bookingToCancel.get()?.id).toBe('b1')
    closeCancelDialog()
    await cancelBooking()
    expect($bookingToCancel.get()).toBeNull()
    expect(server.requestsTo(cancellation)).toEqual([])
  })
  test('frees the slot, shows a message and reloads the list', async () => {
    const { $bookings, $bookingToCancel, $isCancelling, booking, cancelBooking, openDialog } = await openPage()
    const before = server.requestCount(listMyBookings)
    await openDialog('cancel', booking)
    listIs({ payment_status: 'Cancelled' })
    const cancelling = cancelBooking()
    expect($isCancelling.get()).toBe(true)
    void cancelBooking()
    await advanceTime(1000)
    await cancelling
    expect(server.requestCount(cancellation)).toBe(1)
    expect([$bookingToCancel.get(), $isCancelling.get()]).toEqual([null, false])
    expect(await shownToasts()).toEqual([commonText.bookingCancelled])
    expect(server.requestCount(listMyBookings)).toBeGreaterThan(before)
    expect($bookings.get()).toMatchObject([{ payment_status: 'Cancelled' }])
  })
})

describe('a payment that could not be verified', () => {
  async function arriveWaiting() {
    sessionStorage.setItem('confirming', JSON.stringify(['b1', 'of another rider']))
    listIs({ expires_at: '2026-06-15T14:29:00Z' })
    const page = await openPage()
    server.forgetRequests()
    return page
  }
  /** The number of list requests within this many seconds. */
  const requestsWithin = async (seconds: number) => {
    server.forgetRequests()
    await advanceTime(seconds * 1000)
    return server.requestCount(listMyBookings)
  }

  test('is awaited for its own booking only', async () => {
    const { $unconfirmedIds } = await arriveWaiting()
    expect($unconfirmedIds.get()).toEqual(['b1'])
    expect(sessionStorage.getItem('confirming')).toBe(JSON.stringify(['b1', held.end_time]))
  })
  test('is not attributed to another hold of the same hours, whose payment can still be completed', async () => {
    sessionStorage.setItem('confirming', JSON.stringify(['another booking', held.end_time]))
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual([])
    expect(sessionStorage.getItem('confirming')).toBe('[]')
  })
  test('is awaited on every device when the server reports that it is settling', async () => {
    listIs({ is_settling: true })
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual(['b1'])
  })
  test('is checked after 2, 4, 8, 16, 30 and again 30 seconds', async () => {
    await arriveWaiting()
    // The refresh 500 ms after arriving was the last request.
    expect(await requestsWithin(1.4)).toBe(0)
    expect(await requestsWithin(0.2)).toBe(1)
    for (const seconds of [4, 8, 16, 30, 30]) {
      expect(await requestsWithin(seconds - 0.5)).toBe(0)
      expect(await requestsWithin(0.5)).toBe(1)
    }
  })
  test('is still checked after a failed request, without an error', async () => {
    await arriveWaiting()
    server.fail(listMyBookings, serverError)
    expect(await requestsWithin(2)).toBe(1)
    expect(await requestsWithin(4)).toBe(1)
    expect(await shownToasts()).toEqual([])
  })
  test('ends with the confirmed booking, and its error is cleared', async () => {
    server.answer(resumePayment, order)
    server.fail(confirmPayment, errorFault(paymentsText.verificationFailed))
    const { $paymentError, $unconfirmedIds, booking, completePayment } = await openPage()
    const paid = completePayment(booking)
    const { options } = await dialog()
    options.handler(receipt)
    await advanceTime(1000)
    await paid
    expect([$unconfirmedIds.get(), $paymentError.get()?.sentence]).toEqual([['b1'], paymentsText.verificationFailed])
    listIs({ payment_status: 'Completed' })
    await advanceTime(30_000)
    expect($unconfirmedIds.get()).toEqual([])
    expect($paymentError.get()).toBeNull()
    expect(await shownToasts()).toEqual([paymentsText.verificationFailed, paymentsText.paymentSucceeded])
    expect(await requestsWithin(60)).toBe(0)
  })
  test('shows no message that the time to pay has ended when the hold ends', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    const { $unconfirmedIds } = await openPage()
    await advanceTime(120_000)
    expect($unconfirmedIds.get()).toEqual([])
    expect(await shownToasts()).not.toContain(paymentsText.holdExpired)
    expect(await requestsWithin(60)).toBe(0)
  })
  test.each([
    ['Completed', [paymentsText.paymentSucceeded]],
    ['Refunded', []]
  ] as const)('keeps its error after the hold has ended, until its booking is %s', async (payment_status, toasts) => {
    server.answer(resumePayment, order)
    server.fail(confirmPayment, errorFault(paymentsText.verificationFailed))
    const { $paymentError, booking, completePayment, refreshBookings } = await openPage()
    const paid = completePayment(booking)
    const { options } = await dialog()
    options.handler(receipt)
    await advanceTime(1000)
    await paid
    listIs({ expires_at: null, payment_status: 'Failed' })
    await advanceTime(2 * MINUTE_MS)
    expect($paymentError.get()?.sentence).toBe(paymentsText.verificationFailed)
    listIs({ payment_status })
    for (let refresh = 0; refresh < 2; refresh += 1) {
      void refreshBookings()
      await advanceTime(1000)
    }
    expect($paymentError.get()).toBeNull()
    expect(await shownToasts()).toEqual([paymentsText.verificationFailed, ...toasts])
  })
  test('is not awaited when the hold has no end', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    listIs({ expires_at: null })
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual([])
  })
  test('is not checked after the rider has left', async () => {
    await arriveWaiting()
    leavePage()
    await advanceTime(1500)
    expect(await requestsWithin(60)).toBe(0)
  })
  test.each(['nonsense', '{"b1":true}', '[7]'])('is not read from %s', async stored => {
    sessionStorage.setItem('confirming', stored)
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual([])
  })
})
