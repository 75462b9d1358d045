// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { serviceUnavailable } from '#messages/api-errors.ts'
import * as labels from '#messages/labels.ts'
import { bookingCancelled } from '#messages/my-bookings/manage-ride.ts'
import { alreadyPaid, holdExpired, paymentSucceeded, verificationFailed } from '#messages/payments/payments.ts'
import { advanceTime, errorReply, json, offline } from '#tests/helpers/servers/api-server.ts'
import { dialog, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { leave, network, requestsTo } from '#tests/stores/rider-tab.ts'
import { booking as bookingFrom, later, NOW } from './bookings.ts'
import { loadAtOnce, openWithDialogs } from './page.ts'

// An unpaid booking is cancelled by the rider, or its payment is still being confirmed.

const LIST = '/api/my-bookings'
const CANCEL = '/api/bookings/b1/cancel'
const held = bookingFrom('b1', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', {
  expires_at: later(2 * MINUTE_MS).toISOString(),
  payment_status: 'Pending'
})
const listIs = (more: Partial<Booking> = {}) => {
  network.replies[LIST] = () => json([{ ...held, ...more }])
}

const openPage = () =>
  openWithDialogs(async () => ({
    ...(await import('#stores/my-bookings/manage-ride.ts')),
    ...(await import('#stores/payment/payment-notices.ts')),
    ...(await import('#stores/payment/unconfirmed-payments.ts'))
  }))

// The hold lasts two more minutes.
setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
beforeEach(() => {
  listIs()
})

describe('cancelling a hold', () => {
  beforeEach(() => {
    network.replies[CANCEL] = () => json({ message: bookingCancelled, refund: null })
  })
  test('requires a confirmation, and sends nothing when the rider keeps the booking', async () => {
    const { $bookingToCancel, booking, cancelBooking, closeCancelDialog, openCancelDialog } = await openPage()
    await openCancelDialog(booking, loadAtOnce)
    expect($bookingToCancel.get()?.id).toBe('b1')
    closeCancelDialog()
    await cancelBooking()
    expect($bookingToCancel.get()).toBeNull()
    expect(requestsTo(CANCEL)).toEqual([])
  })
  test('shows an error and sends nothing when the dialog fails to load', async () => {
    const { booking, $isDialogLoading, $bookingToCancel, openCancelDialog, toastTexts } = await openPage()
    const opening = openCancelDialog(booking, () => Promise.reject(new TypeError('Failed to fetch')))
    expect($isDialogLoading.get()).toBe(true)
    await opening
    expect([$isDialogLoading.get(), $bookingToCancel.get()]).toEqual([false, null])
    expect(toastTexts()).toEqual([labels.cancelFailed])
  })
  test('frees the slot, shows a message and reloads the list', async () => {
    const { $bookings, $bookingToCancel, $isCancelling, booking, cancelBooking, openCancelDialog, toastTexts } =
      await openPage()
    const before = requestsTo(LIST).length
    await openCancelDialog(booking, loadAtOnce)
    listIs({ payment_status: 'Cancelled' })
    const cancelling = cancelBooking()
    expect($isCancelling.get()).toBe(true)
    void cancelBooking()
    await advanceTime(1000)
    await cancelling
    expect(requestsTo(CANCEL)).toHaveLength(1)
    expect([$bookingToCancel.get(), $isCancelling.get()]).toEqual([null, false])
    expect(toastTexts()).toEqual([bookingCancelled])
    expect(requestsTo(LIST).length).toBeGreaterThan(before)
    expect($bookings.get()).toMatchObject([{ payment_status: 'Cancelled' }])
  })
  test('shows why a booking that has changed is not cancelled, closes the dialog and reloads the list', async () => {
    network.replies[CANCEL] = () => json({ code: 'already_paid', detail: alreadyPaid }, 400)
    const { $bookingToCancel, booking, cancelBooking, openCancelDialog, toastTexts } = await openPage()
    await openCancelDialog(booking, loadAtOnce)
    const before = requestsTo(LIST).length
    void cancelBooking()
    await advanceTime(1000)
    expect(toastTexts()).toEqual([alreadyPaid])
    expect($bookingToCancel.get()).toBeNull()
    expect(requestsTo(LIST).length).toBeGreaterThan(before)
  })
  test.each([
    ['without a response', offline, labels.cancelFailed],
    ['with an error of the server', () => errorReply(serviceUnavailable, 503), serviceUnavailable]
  ])('keeps the dialog open after a request %s, and a second try succeeds', async (_, reply, sentence) => {
    const { $bookingToCancel, $isCancelling, booking, cancelBooking, openCancelDialog, toastTexts } = await openPage()
    await openCancelDialog(booking, loadAtOnce)
    network.replies[CANCEL] = reply
    void cancelBooking()
    await advanceTime(10_000)
    expect(toastTexts()).toEqual([sentence])
    expect([$bookingToCancel.get()?.id, $isCancelling.get()]).toEqual(['b1', false])
    network.replies[CANCEL] = () => json({ message: bookingCancelled, refund: null })
    void cancelBooking()
    await advanceTime(1000)
    expect($bookingToCancel.get()).toBeNull()
    expect(toastTexts()).toContain(bookingCancelled)
  })
})

describe('a payment that could not be verified', () => {
  async function arriveWaiting() {
    sessionStorage.setItem('confirming', JSON.stringify(['b1', 'of another rider']))
    listIs({ expires_at: '2026-06-15T14:29:00Z' })
    const page = await openPage()
    network.requests = []
    return page
  }
  /** The number of list requests within this many seconds. */
  const requestsWithin = async (seconds: number) => {
    network.requests = []
    await advanceTime(seconds * 1000)
    return requestsTo(LIST).length
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
    const { toastTexts } = await arriveWaiting()
    network.replies[LIST] = () => errorReply('Internal server error', 500)
    expect(await requestsWithin(2)).toBe(1)
    expect(await requestsWithin(4)).toBe(1)
    expect(toastTexts()).toEqual([])
  })
  test('ends with the confirmed booking, and its error is cleared', async () => {
    network.replies['/api/bookings/b1/resume'] = () => json(order)
    network.replies['/api/bookings/payment-success'] = () => errorReply(verificationFailed)
    const { $paymentError, $unconfirmedIds, booking, completePayment, toastTexts } = await openPage()
    const paid = completePayment(booking)
    const { options } = await dialog()
    options.handler(receipt)
    await advanceTime(1000)
    await paid
    expect([$unconfirmedIds.get(), $paymentError.get()?.sentence]).toEqual([['b1'], verificationFailed])
    listIs({ payment_status: 'Completed' })
    await advanceTime(30_000)
    expect($unconfirmedIds.get()).toEqual([])
    expect($paymentError.get()).toBeNull()
    expect(toastTexts()).toEqual([verificationFailed, paymentSucceeded])
    expect(await requestsWithin(60)).toBe(0)
  })
  test('shows no message that the time to pay has ended when the hold ends', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    const { $unconfirmedIds, toastTexts } = await openPage()
    await advanceTime(120_000)
    expect($unconfirmedIds.get()).toEqual([])
    expect(toastTexts()).not.toContain(holdExpired)
    expect(await requestsWithin(60)).toBe(0)
  })
  test('is not awaited when the hold has no end', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    listIs({ expires_at: null })
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual([])
  })
  test('is not checked after the rider has left', async () => {
    await arriveWaiting()
    leave()
    await advanceTime(1500)
    expect(await requestsWithin(60)).toBe(0)
  })
  test.each(['nonsense', '{"b1":true}', '[7]'])('is not read from %s', async stored => {
    sessionStorage.setItem('confirming', stored)
    const { $unconfirmedIds } = await openPage()
    expect($unconfirmedIds.get()).toEqual([])
  })
})
