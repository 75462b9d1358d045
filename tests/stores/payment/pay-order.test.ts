// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'
import { API_TIMEOUT_MS } from '#domain/constants.ts'
import * as payments from '#messages/payments/payments.ts'
import { advanceTime, errorReply, json, offline } from '#tests/helpers/servers/api-server.ts'
import { dialog, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'
import { dialogs, order, receipt } from './provider-dialog.ts'

const FAILED = '/api/bookings/payment-failed'
const SUCCESS = '/api/bookings/payment-success'

setUpRiderPage()

const onLateOutcome = vi.fn()

async function startPaying(more: object = {}, options: object = {}) {
  vi.resetModules()
  const { payOrder } = await import('#stores/payment/pay-order.ts')
  const { $paymentError } = await import('#stores/payment/payment-notices.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  const paying = payOrder({ ...order, ...more }, { description: 'Ather', onLateOutcome, ...options })
  const toastTexts = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { $paymentError, paying, toastTexts }
}
const callsDone = () => advanceTime(20)
const reasons = () => requestsTo(FAILED).map(({ body }) => body.error_description)

describe('paying an order', () => {
  test("confirms the order with the dialog's receipt and shows a message", async () => {
    const { paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(toastTexts()).toEqual([`success: ${payments.paymentSucceeded}`])
    expect(requestsTo(FAILED)).toEqual([])
  })
  test('records a dismissed dialog with the text of the specification', async () => {
    const { paying, toastTexts } = await startPaying()
    ;(await dialog()).options.modal.ondismiss()
    expect(await paying).toBe('cancelled')
    await callsDone()
    expect(requestsTo(FAILED)[0]?.body).toEqual({
      error_description: 'Payment cancelled by user',
      session_id: 'payment-session-1'
    })
    expect(toastTexts()).toEqual([`info: ${payments.paymentCancelled}`])
  })
  test("records each declined payment with the bank's reason, and allows a retry", async () => {
    const { paying, toastTexts } = await startPaying()
    const { options, refuse } = await dialog()
    refuse({ error: { description: 'declined by the bank' } })
    refuse({ error: {} })
    await callsDone()
    expect(reasons()).toEqual(['declined by the bank', payments.paymentFailedReason])
    options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(toastTexts()).toEqual([`success: ${payments.paymentSucceeded}`])
  })
  test('sends one request, however often the dialog reports success or closes', async () => {
    const { paying, toastTexts } = await startPaying()
    const { options } = await dialog()
    options.handler(receipt)
    options.handler(receipt)
    options.modal.ondismiss()
    await callsDone()
    options.modal.ondismiss()
    options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(requestsTo(SUCCESS)).toHaveLength(1)
    expect(reasons()).toEqual([])
    expect(toastTexts()).toHaveLength(1)
  })
  test('confirms a payment that arrives after the dialog was closed', async () => {
    const { paying, toastTexts } = await startPaying()
    const { options } = await dialog()
    options.modal.ondismiss()
    expect(await paying).toBe('cancelled')
    expect(onLateOutcome).not.toHaveBeenCalled()
    options.handler(receipt)
    await callsDone()
    expect(requestsTo(SUCCESS)).toHaveLength(1)
    expect(onLateOutcome.mock.calls).toEqual([['paid']])
    expect(toastTexts()).toEqual([`info: ${payments.paymentCancelled}`, `success: ${payments.paymentSucceeded}`])
  })
})

const withType =
  (body: string | null, type: string, status = 200) =>
  () =>
    new Response(body, { headers: { 'content-type': type }, status })

describe('a payment of a backend without our fields', () => {
  test.each([
    ['null', () => json(null)],
    ['an empty body', () => new Response('')],
    ['an empty body of an unknown type', withType('', 'application/octet-stream')],
    ['no content', () => new Response(null, { status: 204 })],
    ['an empty object', () => json({})],
    ['a sentence as JSON', () => json('OK')],
    ['a sentence as text', withType('OK', 'text/plain')],
    ["the provider's status", () => json({ status: 'captured' })],
    ['JSON of another type', withType('{"status":"captured"}', 'application/octet-stream')],
    ['the booking', () => json({ booking: { id: 7, payment_status: 'Completed', scooter: { name: 'Ather' } } })],
    ['only a message', () => json({ message: 'Payment verified' })],
    ['only its id and status', () => json({ booking_id: 7, payment_status: 'Completed' })]
  ])('is paid if the answer has %s', async (_, reply) => {
    network.replies[SUCCESS] = reply
    const { paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('paid')
    expect(toastTexts()).toEqual([`success: ${payments.paymentSucceeded}`])
  })
})

describe('a refused payment', () => {
  const refusal = (code: RefusalCode) => () => json({ code, detail: REFUSALS[code][1] }, 400)
  test.each([
    ['that another backend refuses', () => json({ success: false }), payments.verificationFailed],
    [
      'that another backend refuses in its own words',
      () => json({ data: { success: 0 } }),
      payments.verificationFailed
    ],
    ['whose slot was taken', () => json({ message: payments.paidTooLate, success: false }), payments.paidTooLate],
    ['that the bank declined', refusal('payment_failed'), payments.bankDeclined],
    ['of another amount', refusal('payment_in_review'), payments.paymentInReview]
  ])('%s shows why and its reference, and is not said to be confirmed later', async (_, reply, sentence) => {
    network.replies[SUCCESS] = reply
    const { $paymentError, paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('refused')
    expect(requestsTo(SUCCESS)).toHaveLength(1)
    expect(toastTexts()).toEqual([`error: ${sentence}`])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: null, payment_id: 'pay_1', sentence })
  })
})

describe('an unconfirmed payment', () => {
  test.each([
    ['the signature is wrong', () => json({ code: 'signature_mismatch', detail: 'Not verified' }, 400), 1],
    ['another backend refuses without a code', () => errorReply('The payment could not be verified'), 1],
    ['too many requests were sent', () => json({ code: 'too_many_requests', detail: 'Wait' }, 429), 1],
    ['the network fails', offline, 4],
    ['the gateway answers 502', () => json({}, 502), 4]
  ])('because %s keeps its reference, and its amount is being confirmed', async (_, reply, times) => {
    network.replies[SUCCESS] = reply
    const { $paymentError, paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await advanceTime(API_TIMEOUT_MS)
    expect(await paying).toBe('unverified')
    expect(requestsTo(SUCCESS)).toHaveLength(times)
    expect(toastTexts()).toEqual([`error: ${payments.verificationFailed}`])
    expect($paymentError.get()).toMatchObject({
      amountBeingConfirmed: 140,
      payment_id: 'pay_1',
      sentence: payments.verificationFailed
    })
  })
  test.each([
    ['a status that is not paid', () => json({ payment_status: 'Failed' })],
    ['a booking that is not paid', () => json({ booking: { id: 7, payment_status: 'Pending' } })],
    ['the page of a proxy', withType('<!doctype html><title>Wi-Fi sign-in</title>', 'text/html')],
    ['the page of a proxy as another type', withType('<html/>', 'application/xhtml+xml')],
    ['an error of the server', withType('{}', 'application/json', 500)],
    ['a half of an answer', withType('{"success": tr', 'application/json')]
  ])('because the answer has %s is not shown as paid, and its amount is being confirmed', async (_, reply) => {
    network.replies[SUCCESS] = reply
    const { $paymentError, paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('unverified')
    expect(toastTexts()).toEqual([`error: ${payments.verificationFailed}`])
    expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140 })
  })
  test('because the provider has not reported it yet is shown as being confirmed', async () => {
    network.replies[SUCCESS] = () => json({ is_settling: true, message: payments.beingConfirmed, success: false })
    const { $paymentError, paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('unconfirmed')
    expect(toastTexts()).toEqual([`info: ${payments.beingConfirmed}`])
    expect($paymentError.get()).toBeNull()
  })
  test('is confirmed when the network returns, with growing delays between retries', async () => {
    network.replies[SUCCESS] = offline
    const { paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await advanceTime(1990)
    expect(requestsTo(SUCCESS)).toHaveLength(2)
    network.replies[SUCCESS] = () => json({ success: true })
    await advanceTime(20)
    expect(await paying).toBe('paid')
    expect(toastTexts()).toEqual([`success: ${payments.paymentSucceeded}`])
  })
  test('is reported on the next page too when the session has ended', async () => {
    network.replies[SUCCESS] = () => errorReply('Not authenticated', 401)
    const { paying, toastTexts } = await startPaying()
    ;(await dialog()).options.handler(receipt)
    await callsDone()
    expect(await paying).toBe('unverified')
    expect(toastTexts()).toEqual([])
    expect(sessionStorage.getItem('toasts')).toContain(payments.verificationFailed)
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
    const { paying, toastTexts } = await startPaying({ razorpay_key: null })
    expect(await paying).toBe('unavailable')
    await callsDone()
    expect(toastTexts()).toEqual([`error: ${payments.gatewayUnavailable}`])
    expect(dialogs).toEqual([])
    expect(reasons()).toEqual([])
  })
})
