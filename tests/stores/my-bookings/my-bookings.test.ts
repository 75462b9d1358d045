// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { writeCookie } from '#client/device/storage.ts'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { READ_NOTICES_COOKIE } from '#domain/constants.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { delayed, errorFault, refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, carriedToasts, leavePage, server, shownToasts, visitedUrls } from '#tests/stores/browser-tab.ts'
import { dialogs, ProviderDialog, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { held, refunded, riding, saturday } from './bookings.ts'
import { arrive, becomeVisible, listRequests, setUpMyBookings } from './page.ts'

setUpMyBookings()

describe('My Bookings', () => {
  test('loads the list on arriving and again 500 ms later', async () => {
    const { $bookings } = await arrive()
    expect($bookings.get()).toBe('loading')
    await advanceTime(499)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(listRequests()).toBe(1)
    await advanceTime(1)
    expect(listRequests()).toBe(2)
  })
  test.each([
    ['for 300 ms', 0, 300],
    ['as long as a slow request lasts', 900, 900]
  ])('shows the indicator %s, and the list meanwhile', async (_, answerMs, shownMs) => {
    const { $bookings, $isRefreshing, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.answerTo(listMyBookings, () => delayed(answerMs, { body: [riding] }))
    void refreshBookings()
    await advanceTime(shownMs - 1)
    expect($isRefreshing.get()).toBe(true)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    await advanceTime(1)
    expect($isRefreshing.get()).toBe(false)
  })
  test('refreshes when the tab becomes visible, until the rider leaves', async () => {
    await arrive()
    await advanceTime(2000)
    becomeVisible()
    await advanceTime(0)
    expect(listRequests()).toBe(3)
    leavePage()
    await advanceTime(2000)
    becomeVisible()
    expect(listRequests()).toBe(3)
  })
  test('keeps the list and shows an error when a refresh fails', async () => {
    const { $bookings, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.fail(listMyBookings, serverError)
    void refreshBookings()
    await advanceTime(300)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(await shownToasts()).toEqual(['Failed to load bookings'])
  })
  test('ignores a slower response of an earlier request', async () => {
    const { $bookings, refreshBookings } = await arrive()
    await advanceTime(2000)
    server.answerTo(listMyBookings, () => delayed(800, { body: [riding] }))
    void refreshBookings()
    await advanceTime(0)
    server.answer(listMyBookings, [saturday])
    void refreshBookings()
    await advanceTime(1000)
    expect($bookings.get()).toMatchObject([{ id: 'saturday' }])
  })
  test('shows no error for a failure when a later request succeeds', async () => {
    server.answerTo(listMyBookings, () => delayed(800, serverError))
    const { $bookings } = await arrive()
    await advanceTime(0)
    server.answer(listMyBookings, [riding])
    await advanceTime(2000)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(await shownToasts()).toEqual([])
  })
  test('shows a message when the time to pay has ended', async () => {
    server.answer(listMyBookings, [held])
    await arrive()
    await advanceTime(59_999)
    expect(await shownToasts()).toEqual([])
    await advanceTime(301)
    expect(await shownToasts()).toEqual([paymentsText.holdExpired])
  })
  test('shows no such message when the payment came in time', async () => {
    server.answer(listMyBookings, [held])
    await arrive()
    await advanceTime(59_999)
    server.answer(listMyBookings, [{ ...held, payment_status: 'Completed' }])
    await advanceTime(301)
    expect(await shownToasts()).toEqual([])
  })
})

describe('copying the PIN', () => {
  test('writes the six digits to the clipboard and shows a message', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { copyPin } = await arrive()
    await copyPin('048291')
    expect(writeText).toHaveBeenCalledWith('048291')
    expect(await shownToasts()).toEqual(['PIN copied'])
  })
  test('shows how to copy it manually when the browser refuses', async () => {
    vi.stubGlobal('navigator', {})
    const { copyPin } = await arrive()
    await copyPin('048291')
    expect(await shownToasts()).toEqual([myBookingsText.copyByHand])
  })
})

/** The rider pays as soon as it opens. */
class PaidDialog extends ProviderDialog {
  override open() {
    super.open()
    this.options.handler(receipt)
  }
}

describe("'Complete Payment'", () => {
  const order = { amount: 5000, razorpay_key: 'rzp_live_key', razorpay_order_id: 'order_1', session_id: 's1' }

  test('opens the dialog for the same order, confirms and refreshes', async () => {
    vi.stubGlobal('Razorpay', PaidDialog)
    server.answer(listMyBookings, [held])
    server.answer(resumePayment, order)
    server.answer(confirmPayment, { success: true })
    const { $payingBookingId, completePayment } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    const paid = completePayment(held)
    expect($payingBookingId.get()).toBe('held')
    void completePayment(held)
    await advanceTime(1000)
    await paid
    expect(dialogs.map(({ options }) => options)).toMatchObject([
      {
        amount: 5000,
        description: 'Ather, Mon 15 Jun · 11:30\u00A0pm – 12:30\u00A0am, Tue 16 Jun',
        order_id: 'order_1'
      }
    ])
    expect(await shownToasts()).toEqual(['Payment successful! Your booking is confirmed.'])
    expect($payingBookingId.get()).toBeNull()
    expect(listRequests()).toBe(before + 1)
  })
  test.each([
    ['succeeds', { body: { success: true } }, []],
    ['waits for the provider', { body: { is_settling: true, message: 'Settling', success: false } }, ['held']],
    ['was refused', refusalFault('payment_failed', 'Declined'), []],
    ['could not be verified', errorFault('The payment could not be verified'), ['held']]
  ])('refreshes the list when a payment %s after its dialog was closed', async (_, answer, unconfirmedIds) => {
    server.answer(listMyBookings, [held])
    server.answer(resumePayment, order)
    server.answer(recordPaymentFailure, { success: true })
    server.answerTo(confirmPayment, () => answer)
    const { completePayment } = await arrive()
    const { $unconfirmedIds } = await import('#stores/payment/payment-notices.ts')
    const paid = completePayment(held)
    await advanceTime(1000)
    const [dialog] = dialogs
    dialog?.options.modal.ondismiss()
    await advanceTime(1000)
    await paid
    const before = listRequests()
    dialog?.options.handler(receipt)
    await advanceTime(1000)
    expect(listRequests()).toBe(before + 1)
    expect($unconfirmedIds.get()).toEqual(unconfirmedIds)
  })
  test('opens the booking page with the same ride and a message when the hold has ended', async () => {
    server.fail(resumePayment, refusalFault('hold_expired', paymentsText.holdExpired))
    const { completePayment } = await arrive()
    void completePayment({ ...held, scooter: { id: '7', name: 'Ather' } })
    await advanceTime(1000)
    expect(visitedUrls).toEqual(['/booking/7?date=2026-06-15&time=23%3A30&hours=1'])
    expect(await shownToasts()).toEqual([])
    expect(carriedToasts()).toContain(paymentsText.holdExpired)
  })
  test("shows any other rejection with the server's message, and reloads the list", async () => {
    server.fail(resumePayment, errorFault(paymentsText.alreadyPaid))
    const { completePayment } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    void completePayment(held)
    await advanceTime(1000)
    expect(await shownToasts()).toEqual([paymentsText.alreadyPaid])
    expect(listRequests()).toBe(before + 1)
  })
})

test('a notice that was read in another tab stays read', async () => {
  const { $readNotices, isRead, markRead } = await import('#stores/my-bookings/bookings.ts')
  const [here, there] = ['booking-00000001', 'booking-00000002'].map(id => ({ ...refunded, id })) as [Booking, Booking]
  markRead(there)
  const elsewhere = $readNotices.get()
  writeCookie(READ_NOTICES_COOKIE, '', 60)
  $readNotices.set('')
  writeCookie(READ_NOTICES_COOKIE, elsewhere, 60)
  markRead(here)
  expect([here, there].map(notice => isRead(notice, $readNotices.get()))).toEqual([true, true])
})
