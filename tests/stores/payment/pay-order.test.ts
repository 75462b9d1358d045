// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { REFUSALS } from '#contract/kit/refusals.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { errorFault, type Fault, refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { dialog, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, carriedToasts, server, shownToasts, withKind } from '#tests/stores/browser-tab.ts'
import { dialogs, order, receipt } from './provider-dialog.ts'

setUpRiderPage()

const onLateOutcome = vi.fn()

async function startPaying(more: object = {}, options: object = {}) {
  const { payOrder } = await import('#stores/payment/pay-order.ts')
  const { $paymentError } = await import('#stores/payment/payment-notices.ts')
  const paying = payOrder({ ...order, ...more }, { description: 'Ather', onLateOutcome, ...options })
  return { $paymentError, paying }
}
const callsDone = () => advanceTime(20)
const reasons = () =>
  server.requestsTo(recordPaymentFailure).map(({ body }) => (body as { error_description: string }).error_description)

describe('paying an order', () => {
  test("confirms the order with the dialog's receipt and shows a message", async () => {
    const { paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(await shownToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
    expect(server.requestsTo(recordPaymentFailure)).toEqual([])
  })
  test('records a dismissed dialog with the text of the specification', async () => {
    const { paying } = await startPaying()
    ;(await dialog()).options.modal.ondismiss()
    expect(await paying).toBe('cancelled')
    await callsDone()
    expect(server.requestsTo(recordPaymentFailure)[0]?.body).toEqual({
      error_description: 'Payment cancelled by user',
      session_id: 'payment-session-1'
    })
    expect(await shownToasts(withKind)).toEqual([`info: ${paymentsText.paymentCancelled}`])
  })
  test("records each declined payment with the bank's reason, and allows a retry", async () => {
    const { paying } = await startPaying()
    const { options, refuse } = await dialog()
    refuse({ error: { description: 'declined by the bank' } })
    refuse({ error: {} })
    await callsDone()
    expect(reasons()).toEqual(['declined by the bank', paymentsText.paymentFailedReason])
    options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(await shownToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
  })
  test('sends one request, however often the dialog reports success or closes', async () => {
    const { paying } = await startPaying()
    const { options } = await dialog()
    options.handler(receipt)
    options.handler(receipt)
    options.modal.ondismiss()
    await callsDone()
    options.modal.ondismiss()
    options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(server.requestCount(confirmPayment)).toBe(1)
    expect(reasons()).toEqual([])
    expect(await shownToasts()).toHaveLength(1)
  })
  test('confirms a payment that arrives after the dialog was closed', async () => {
    const { paying } = await startPaying()
    const { options } = await dialog()
    options.modal.ondismiss()
    expect(await paying).toBe('cancelled')
    expect(onLateOutcome).not.toHaveBeenCalled()
    options.handler(receipt)
    await callsDone()
    expect(server.requestCount(confirmPayment)).toBe(1)
    expect(onLateOutcome.mock.calls).toEqual([['paid']])
    expect(await shownToasts(withKind)).toEqual([
      `info: ${paymentsText.paymentCancelled}`,
      `success: ${paymentsText.paymentSucceeded}`
    ])
  })
})

/** A body as JSON, or a text of another type. */
const answered = (body?: unknown, type?: string): Fault => ({
  body,
  kind: 'answers',
  ...(type && { headers: { 'content-type': type } })
})

describe('a payment of a backend without our fields', () => {
  test.each([
    ['null', answered(null)],
    ['an empty body', answered('', 'text/plain')],
    ['an empty body of an unknown type', answered('', 'application/octet-stream')],
    ['no content', { kind: 'answers', status: 204 }],
    ['an empty object', answered({})],
    ['a sentence as JSON', answered('OK')],
    ['a sentence as text', answered('OK', 'text/plain')],
    ["the provider's status", answered({ status: 'captured' })],
    ['JSON of another type', answered('{"status":"captured"}', 'application/octet-stream')],
    ['the booking', answered({ booking: { id: 7, payment_status: 'Completed', scooter: { name: 'Ather' } } })],
    ['only a message', answered({ message: 'Payment verified' })],
    ['only its id and status', answered({ booking_id: 7, payment_status: 'Completed' })]
  ] as [string, Fault][])('is paid if the answer has %s', async (_, fault) => {
    server.fail(confirmPayment, fault)
    const { paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(await shownToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
  })
})

describe('a refused payment', () => {
  const refusal = (code: 'payment_failed' | 'payment_in_review') => refusalFault(code, REFUSALS[code][1])
  test.each([
    ['that another backend refuses', answered({ success: false }), paymentsText.verificationFailed],
    [
      'that another backend refuses in its own words',
      answered({ data: { success: 0 } }),
      paymentsText.verificationFailed
    ],
    ['whose slot was taken', answered({ message: paymentsText.paidTooLate, success: false }), paymentsText.paidTooLate],
    ['that the bank declined', refusal('payment_failed'), paymentsText.bankDeclined],
    ['of another amount', refusal('payment_in_review'), paymentsText.paymentInReview]
  ])('%s shows why and its reference, and is not said to be confirmed later', async (_, fault, sentence) => {
    server.fail(confirmPayment, fault)
    const { $paymentError, paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('refused')
    expect(server.requestCount(confirmPayment)).toBe(1)
    expect(await shownToasts(withKind)).toEqual([`error: ${sentence}`])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: null, payment_id: 'pay_1', sentence })
  })
})

describe('an unconfirmed payment', () => {
  test.each([
    ['the signature is wrong', refusalFault('signature_mismatch', 'Not verified'), 1],
    ['another backend refuses without a code', errorFault('The payment could not be verified'), 1],
    ['too many requests were sent', refusalFault('too_many_requests', 'Wait'), 1],
    ['the network fails', { kind: 'offline' as const }, 4],
    ['the gateway answers 502', { kind: 'html' as const }, 4]
  ])('because %s keeps its reference, and its amount is being confirmed', async (_, fault, times) => {
    server.fail(confirmPayment, fault)
    const { $paymentError, paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await advanceTime(API_TIMEOUT_MS)
    expect(await paying).toBe('unverified')
    expect(server.requestCount(confirmPayment)).toBe(times)
    expect(await shownToasts(withKind)).toEqual([`error: ${paymentsText.verificationFailed}`])
    expect($paymentError.get()).toMatchObject({
      amountBeingConfirmed: 140,
      payment_id: 'pay_1',
      sentence: paymentsText.verificationFailed
    })
  })
  test.each([
    ['a status that is not paid', answered({ payment_status: 'Failed' })],
    ['a booking that is not paid', answered({ booking: { id: 7, payment_status: 'Pending' } })],
    ['the page of a proxy', answered('<!doctype html><title>Wi-Fi sign-in</title>', 'text/html')],
    ['the page of a proxy as another type', answered('<html/>', 'application/xhtml+xml')],
    ['an error of the server', { body: {}, kind: 'answers', status: 500 }],
    ['a half of an answer', answered('{"success": tr', 'application/json')]
  ] as [string, Fault][])(
    'because the answer has %s is not shown as paid, and its amount is being confirmed',
    async (_, fault) => {
      server.fail(confirmPayment, fault)
      const { $paymentError, paying } = await startPaying()
      ;(await dialog()).options.handler(receipt)
      await callsDone()
      expect(await paying).toBe('unverified')
      expect(await shownToasts(withKind)).toEqual([`error: ${paymentsText.verificationFailed}`])
      expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140 })
    }
  )
  test('because the provider has not reported it yet is shown as being confirmed', async () => {
    server.answer(confirmPayment, { is_settling: true, message: paymentsText.beingConfirmed, success: false })
    const { $paymentError, paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('unconfirmed')
    expect(await shownToasts(withKind)).toEqual([`info: ${paymentsText.beingConfirmed}`])
    expect($paymentError.get()).toBeNull()
  })
  test('is confirmed when the network returns, with growing delays between retries', async () => {
    server.fail(confirmPayment, { kind: 'offline' })
    const { paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await advanceTime(1990)
    expect(server.requestCount(confirmPayment)).toBe(2)
    server.answer(confirmPayment, { success: true })
    await advanceTime(20)
    expect(await paying).toBe('paid')
    expect(await shownToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
  })
  test('is reported on the next page too when the session has ended', async () => {
    server.fail(confirmPayment, errorFault('Not authenticated', 401))
    const { paying } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('unverified')
    expect(await shownToasts()).toEqual([])
    expect(carriedToasts()).toContain(paymentsText.verificationFailed)
  })
})

describe('the payment dialog', () => {
  test('ignores a tap outside, stores no card, and allows a retry', async () => {
    await startPaying()
    expect((await dialog()).options).toMatchObject({
      config: { display: { language: 'en' } },
      modal: { backdropclose: false, confirm_close: true },
      remember_customer: false,
      retry: { enabled: true }
    })
  })
  test('closes a minute before the hold ends', async () => {
    await startPaying({ hold_seconds: 5 * 60 })
    expect((await dialog()).options.timeout).toBe(4 * 60)
  })
  test.each([
    ['a minute before a full hold ends if the backend reports no time', undefined, 14 * 60],
    ['after 30 seconds at the earliest', 45, 30]
  ])('closes %s', async (_, hold_seconds, seconds) => {
    await startPaying({ hold_seconds })
    expect((await dialog()).options.timeout).toBe(seconds)
  })
  test('closes in time on a device whose clock is an hour ahead', async () => {
    vi.setSystemTime(Date.now() + 3_600_000)
    await startPaying({ hold_seconds: 15 * 60 })
    expect((await dialog()).options.timeout).toBe(14 * 60)
  })
  test('that cannot be loaded shows an error, and the hold stays', async () => {
    vi.stubGlobal('Razorpay', undefined)
    const { paying } = await startPaying({ razorpay_key: null })
    expect(await paying).toBe('unavailable')
    await callsDone()
    expect(await shownToasts(withKind)).toEqual([`error: ${paymentsText.gatewayUnavailable}`])
    expect(dialogs).toEqual([])
    expect(reasons()).toEqual([])
  })
})
