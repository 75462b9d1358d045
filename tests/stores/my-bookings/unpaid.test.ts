// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serviceUnavailable } from '#messages/api-errors.ts'
import * as labels from '#messages/labels.ts'
import { bookingCancelled } from '#messages/my-bookings/cancel-booking.ts'
import { alreadyPaid } from '#messages/payments/payment-responses.ts'
import { holdExpired, paymentSucceeded } from '#messages/payments/payments.ts'
import { advanceTime, errorReply, json, offline } from '#tests/helpers/servers/api-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'

// An unpaid booking is cancelled by the rider, or its payment is still being confirmed.

const LIST = '/api/my-bookings'
const CANCEL = '/api/bookings/b1/cancel'
const held = {
  end_time: '2026-06-15T19:00:00Z',
  expires_at: '2026-06-15T14:16:00Z',
  id: 'b1',
  otp_pin: null,
  payment_status: 'Pending',
  scooter: { name: 'Ather' },
  start_time: '2026-06-15T18:00:00Z'
}
const listIs = (more: object = {}) => {
  network.replies[LIST] = () => json([{ ...held, ...more }])
}

let leave = () => {}

async function arrive() {
  vi.resetModules()
  const myBookings = {
    ...(await import('#stores/my-bookings/bookings-state.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts'))
  }
  const hold = {
    ...(await import('#stores/my-bookings/booking-dialogs.ts')),
    ...(await import('#stores/my-bookings/manage-ride/cancel-booking.ts'))
  }
  const unconfirmedPayments = await import('#stores/payment/unconfirmed-payments.ts')
  const { $paymentError } = await import('#stores/payment/payment-error.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = myBookings.$bookings.listen(() => undefined)
  await advanceTime(1000)
  return {
    ...myBookings,
    ...hold,
    ...unconfirmedPayments,
    $paymentError,
    toastTexts: () => $toasts.get().map(({ sentence }) => sentence)
  }
}

// 7:44 pm in India. The hold lasts two more minutes.
setUpRiderPage({ now: '2026-06-15T14:14:00Z', path: '/my-bookings' })
beforeEach(() => {
  listIs()
})
afterEach(() => leave())

/** Loads the dialog without delay. */
const noop = async () => undefined

describe('cancelling a hold', () => {
  beforeEach(() => {
    network.replies[CANCEL] = () => json({ message: bookingCancelled, refund: null })
  })
  test('requires a confirmation, and sends nothing when the rider keeps the booking', async () => {
    const { $bookings, $bookingToCancel, openCancelDialog, cancelBooking } = await arrive()
    await openCancelDialog(($bookings.get() as never)[0], noop)
    expect($bookingToCancel.get()?.id).toBe('b1')
    $bookingToCancel.set(null)
    await cancelBooking()
    expect($bookingToCancel.get()).toBeNull()
    expect(requestsTo(CANCEL)).toEqual([])
  })
  test('shows an error and sends nothing when the dialog fails to load', async () => {
    const { $bookings, $isDialogLoading, $bookingToCancel, openCancelDialog, toastTexts } = await arrive()
    const opening = openCancelDialog(($bookings.get() as never)[0], () =>
      Promise.reject(new TypeError('Failed to fetch'))
    )
    expect($isDialogLoading.get()).toBe(true)
    await opening
    expect([$isDialogLoading.get(), $bookingToCancel.get()]).toEqual([false, null])
    expect(toastTexts()).toEqual([labels.cancelFailed])
  })
  test('frees the slot, shows a message and reloads the list', async () => {
    const { $bookings, $isCancelling, $bookingToCancel, openCancelDialog, cancelBooking, toastTexts } = await arrive()
    const before = requestsTo(LIST).length
    await openCancelDialog(($bookings.get() as never)[0], noop)
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
    const { $bookings, $bookingToCancel, openCancelDialog, cancelBooking, toastTexts } = await arrive()
    await openCancelDialog(($bookings.get() as never)[0], noop)
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
    const { $bookings, $bookingToCancel, $isCancelling, openCancelDialog, cancelBooking, toastTexts } = await arrive()
    await openCancelDialog(($bookings.get() as never)[0], noop)
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
    const page = await arrive()
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
  test('is awaited on every device when the server reports that it is settling', async () => {
    listIs({ is_settling: true })
    const { $unconfirmedIds } = await arrive()
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
    const { $unconfirmedIds, $paymentError, toastTexts } = await arriveWaiting()
    $paymentError.set({ amountBeingConfirmed: null, payment_id: 'pay_1', sentence: 'failed' })
    listIs({ payment_status: 'Completed' })
    await advanceTime(2000)
    expect($unconfirmedIds.get()).toEqual([])
    expect($paymentError.get()).toBeNull()
    expect(toastTexts()).toEqual([paymentSucceeded])
    expect(await requestsWithin(60)).toBe(0)
  })
  test('shows no message that the time to pay has ended when the hold ends', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    const { $unconfirmedIds, toastTexts } = await arrive()
    await advanceTime(120_000)
    expect($unconfirmedIds.get()).toEqual([])
    expect(toastTexts()).not.toContain(holdExpired)
    expect(await requestsWithin(60)).toBe(0)
  })
  test('is not awaited when the hold has no end', async () => {
    sessionStorage.setItem('confirming', '["b1"]')
    listIs({ expires_at: null })
    const { $unconfirmedIds } = await arrive()
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
    const { $unconfirmedIds } = await arrive()
    expect($unconfirmedIds.get()).toEqual([])
  })
})
