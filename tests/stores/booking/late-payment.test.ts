// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  beingConfirmed,
  paidTooLate,
  paymentCancelled,
  paymentSucceeded,
  verificationFailed
} from '#messages/payments/payments.ts'
import { advanceTime, errorReply, json } from '#tests/helpers/servers/api-server.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'
import { dialog, openLoadedPage, setUpRiderPage } from './page.ts'

// A bank approves a payment after the rider has closed its dialog.

const HOURLY = '/api/bookings/hourly'
const FAILED = '/api/bookings/payment-failed'
const SUCCESS = '/api/bookings/payment-success'

const goTo = vi.fn()
setUpRiderPage()
beforeEach(() => {
  goTo.mockClear()
  vi.stubGlobal('location', { assign: goTo, pathname: '/booking/7', search: '' })
  network.replies[HOURLY] = () => json({ ...order, hold_seconds: 900 })
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
  network.replies[HOURLY] = () => json({ ...order, hold_seconds: 300, ...more })
  const booked = page.book()
  return { booked, opened: await dialog() }
}

const other = { razorpay_order_id: 'order_2', session_id: 'payment-session-2' }

describe('a payment that is approved after its dialog was closed', () => {
  test('leaves no hold to pay and opens My Bookings with a message', async () => {
    const { $selectedHold, $slot, approve, carried, chooseSlot, toastTexts } = await closePayment()
    await approve()
    expect(goTo.mock.calls).toEqual([['/my-bookings']])
    expect(toastTexts()).toEqual([paymentCancelled])
    expect(JSON.parse(carried())).toEqual([{ kind: 'success', sentence: paymentSucceeded }])
    expect($slot.get()).toBeNull()
    chooseSlot('19:00')
    expect($selectedHold.get()).toBeNull()
  })

  test('and waits for the provider is stored and opens My Bookings', async () => {
    network.replies[SUCCESS] = () => json({ is_settling: true, message: beingConfirmed, success: false })
    const { approve, carried } = await closePayment()
    await approve()
    expect(goTo.mock.calls).toEqual([['/my-bookings']])
    expect(carried()).toContain(beingConfirmed)
    expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
  })

  test('and cannot be verified is stored, keeps the form, and offers no second payment of the hold', async () => {
    network.replies[SUCCESS] = () => errorReply('The payment could not be verified')
    const { $paymentError, $selectedHold, $slot, approve, toastTexts } = await closePayment()
    await approve()
    expect(goTo).not.toHaveBeenCalled()
    expect(toastTexts()).toEqual([paymentCancelled, verificationFailed])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140 })
    expect([$selectedHold.get(), $slot.get()]).toEqual([null, '19:00'])
    expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
  })

  test('and is refunded at once is not stored, and leaves no hold to pay', async () => {
    network.replies[SUCCESS] = () => json({ message: paidTooLate, success: false })
    const { $paymentError, $selectedHold, approve, toastTexts } = await closePayment()
    await approve()
    expect(goTo).not.toHaveBeenCalled()
    expect(toastTexts()).toEqual([paymentCancelled, paidTooLate])
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
    expect(goTo).not.toHaveBeenCalled()
    expect([page.toastTexts(), page.carried()]).toEqual([[paymentCancelled, paymentSucceeded], ''])
    expect(page.$slot.get()).toBe('20:00')
    opened.options.modal.ondismiss()
    await booked
    expect(page.$selectedHold.get()).not.toBeNull()
  })

  test('leaves the hold of that order', async () => {
    network.replies[SUCCESS] = () => errorReply('The payment could not be verified')
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
  expect(requestsTo(SUCCESS)).toHaveLength(1)
  expect(requestsTo(FAILED)).toHaveLength(1)
  expect(goTo.mock.calls).toEqual([['/my-bookings']])
  expect([page.toastTexts(), JSON.parse(page.carried())]).toEqual([
    [paymentCancelled],
    [{ kind: 'success', sentence: paymentSucceeded }]
  ])
})
