// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, carriedToasts, server, shownToasts, visitedUrls, withKind } from '#tests/stores/browser-tab.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { dialog, openLoadedPage, setUpRiderPage } from './page.ts'

// A bank approves a payment after the rider has closed its dialog.

setUpRiderPage()
beforeEach(() => {
  server.answer(createHourlyBooking, { ...order, hold_seconds: 900 })
})

/** Books at 7:00 pm and closes the dialog. The bank can still approve its payment. */
async function closePayment() {
  const page = await openLoadedPage()
  page.chooseSlot('19:00')
  page.chooseOffer('plan-2')
  const booked = page.book()
  const { options } = await dialog()
  options.modal.ondismiss()
  await booked
  expect(page.$selectedHold.get()).not.toBeNull()
  const approve = async () => {
    options.handler(receipt)
    await advanceTime(20)
  }
  return { ...page, approve }
}

/** Books again, another order if `more` says so. The dialog stays open. */
async function bookAgain(page: Awaited<ReturnType<typeof closePayment>>, more: object = {}) {
  server.answer(createHourlyBooking, { ...order, hold_seconds: 300, ...more })
  const booked = page.book()
  return { booked, opened: await dialog() }
}

const other = { razorpay_order_id: 'order_2', session_id: 'payment-session-2' }

describe('a payment that is approved after its dialog was closed', () => {
  test('leaves no hold to pay and opens My Bookings with a message', async () => {
    const { $selectedHold, $slot, approve, chooseSlot } = await closePayment()
    await approve()
    expect(visitedUrls).toEqual(['/my-bookings'])
    expect(await shownToasts()).toEqual([paymentsText.paymentCancelled])
    expect(carriedToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
    expect($slot.get()).toBeNull()
    chooseSlot('19:00')
    expect($selectedHold.get()).toBeNull()
  })

  test('and waits for the provider is stored and opens My Bookings', async () => {
    server.answer(confirmPayment, { is_settling: true, message: paymentsText.beingConfirmed, success: false })
    const { approve } = await closePayment()
    await approve()
    expect(visitedUrls).toEqual(['/my-bookings'])
    expect(carriedToasts()).toContain(paymentsText.beingConfirmed)
    expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
  })

  test('and cannot be verified is stored, keeps the form, and offers no second payment of the hold', async () => {
    server.fail(confirmPayment, errorFault('The payment could not be verified'))
    const { $paymentError, $selectedHold, $slot, approve } = await closePayment()
    await approve()
    expect(visitedUrls).toEqual([])
    expect(await shownToasts()).toEqual([paymentsText.paymentCancelled, paymentsText.verificationFailed])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140 })
    expect([$selectedHold.get(), $slot.get()]).toEqual([null, '19:00'])
    expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
  })

  test('and is refunded at once is not stored, and leaves no hold to pay', async () => {
    server.answer(confirmPayment, { message: paymentsText.paidTooLate, success: false })
    const { $paymentError, $selectedHold, approve } = await closePayment()
    await approve()
    expect(visitedUrls).toEqual([])
    expect(await shownToasts()).toEqual([paymentsText.paymentCancelled, paymentsText.paidTooLate])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: null })
    expect($selectedHold.get()).toBeNull()
    expect(sessionStorage.getItem('confirming')).toBeNull()
  })
})

describe('a late approval during the payment of another order', () => {
  test('does not leave the page, and shows its message there', async () => {
    const page = await closePayment()
    page.chooseSlot('20:00')
    const { booked, opened } = await bookAgain(page, other)
    await page.approve()
    expect(visitedUrls).toEqual([])
    expect([await shownToasts(), carriedToasts()]).toEqual([[paymentsText.paymentSucceeded], []])
    expect(page.$slot.get()).toBe('20:00')
    opened.options.modal.ondismiss()
    await booked
    expect(page.$selectedHold.get()).not.toBeNull()
  })

  test('leaves the hold of that order', async () => {
    server.fail(confirmPayment, errorFault('The payment could not be verified'))
    const page = await closePayment()
    page.chooseSlot('20:00')
    const { booked, opened } = await bookAgain(page, other)
    opened.options.modal.ondismiss()
    await booked
    await page.approve()
    expect(page.$selectedHold.get()).not.toBeNull()
  })
})

test('a late approval closes a dialog that asks for the same order again', async () => {
  const page = await closePayment()
  const { booked, opened } = await bookAgain(page)
  const close = vi.spyOn(opened, 'close').mockImplementation(() => opened.options.modal.ondismiss())
  await page.approve()
  await booked
  expect(dialogs).toHaveLength(2)
  expect(close).toHaveBeenCalledTimes(1)
  expect(server.requestCount(confirmPayment)).toBe(1)
  expect(server.requestCount(recordPaymentFailure)).toBe(1)
  expect(visitedUrls).toEqual(['/my-bookings'])
  expect([await shownToasts(), carriedToasts(withKind)]).toEqual([[], [`success: ${paymentsText.paymentSucceeded}`]])
})
