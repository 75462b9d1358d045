import { describe, expect, test } from 'vitest'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { SECRETS } from '#tests/fakes/razorpay/keys.ts'
import { signatureOf } from '#tests/fakes/razorpay/signing.ts'
import { fetchWithRetry, sql } from '#tests/helpers/servers/app.ts'
import {
  bookedByRival,
  claimsOf,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paymentsOf,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

setUpPaymentTests()

const resultOf = async (response: Response) => [response.status, await response.json()]
const DONE = [200, { message: paymentsText.webhookAccepted }]
const NOTHING = [200, { message: paymentsText.nothingToDo }]

/** Posts these bytes to the webhook, with any headers. */
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetchWithRetry('/api/webhooks/razorpay', { body, headers, method: 'POST' })

const signed = (body: string) => ({ 'x-razorpay-signature': signatureOf(body, SECRETS.webhook_secret) })

async function everythingOf(booking: HeldBooking) {
  return [await storedBooking(booking), await claimsOf(booking), await paymentsOf(booking), await refundsOf(booking)]
}

describe('a webhook', () => {
  test('has no further effect when it is sent again and again, also hours later', async () => {
    const booking = await holdScooter()
    const captured = eventOf('payment.captured', paidAtBank(booking))
    expect(await resultOf(await deliver(captured))).toEqual(DONE)
    const before = await everythingOf(booking)
    for (let times = 0; times < 10; times += 1) expect(await resultOf(await deliver(captured))).toEqual(NOTHING)
    await sql('UPDATE webhook_events SET received_at = received_at - 20 * 3600')
    expect(await resultOf(await deliver(captured))).toEqual(NOTHING)
    expect(await everythingOf(booking)).toEqual(before)
  })

  test('over 256 KB is rejected unread, however it is signed', async () => {
    const body = JSON.stringify({ filling: 'x'.repeat(256 * 1024) })
    expect(await resultOf(await post(body, signed(body)))).toEqual([
      413,
      { code: 'body_too_large', detail: apiErrorsText.bodyTooLarge }
    ])
    const much = 'x'.repeat(1024 * 1024)
    expect((await post(much, signed(much))).status).toBe(413)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is accepted by its bytes, whatever its content type: %s',
    async type => {
      const booking = await holdScooter()
      const { body } = eventOf('payment.captured', paidAtBank(booking))
      expect(await resultOf(await post(body, { ...signed(body), 'content-type': type }))).toEqual(DONE)
      expect((await storedBooking(booking)).state).toBe('confirmed')
    }
  )

  test('is acknowledged once its effect is stored; until then the provider sends it again', async () => {
    const booking = await holdScooter()
    const captured = eventOf('payment.captured', paidAtBank(booking))
    await sql('ALTER TABLE payments RENAME TO payments_out_of_reach')
    const answer = await deliver(captured)
    await sql('ALTER TABLE payments_out_of_reach RENAME TO payments')
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect((await storedBooking(booking)).state).toBe('held')
    expect(await sql('SELECT 1 FROM webhook_events WHERE event_id = ?', captured.id)).toEqual([])
    expect(await resultOf(await deliver(captured))).toEqual(DONE)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })

  const payment = { amount: 5000, currency: 'INR', entity: 'payment', id: 'pay_Elsewhere', status: 'captured' }
  const bodyOf = (event: string, payload: object) => JSON.stringify({ event, payload })
  test.each([
    ['of an unknown kind', bodyOf('subscription.charged', { subscription: { entity: {} } })],
    ['of an unknown order', bodyOf('payment.captured', { payment: { entity: { ...payment, order_id: 'o' } } })],
    [
      'of a payment without an order',
      bodyOf('payment.captured', { payment: { entity: { ...payment, order_id: null } } })
    ],
    ['of a refund of another product', bodyOf('refund.processed', { payment: { entity: payment } })],
    [
      'of an order of another shop, by its receipt',
      bodyOf('order.paid', { order: { entity: { receipt: 'shop-1' } }, payment: { entity: payment } })
    ],
    [
      'of a negative amount',
      bodyOf('payment.captured', { payment: { entity: { ...payment, amount: -5000, order_id: 'o' } } })
    ],
    [
      'of a refund of less than nothing',
      bodyOf('refund.processed', {
        payment: { entity: payment },
        refund: { entity: { amount: -1, id: 'rfnd_1', payment_id: 'pay_Elsewhere', status: 'processed' } }
      })
    ],
    ['whose name every object has', bodyOf('constructor', {})],
    ['in an unknown shape', bodyOf('payment.captured', { payment: { entity: { id: 5 } } })],
    ['that is not JSON', 'captured!'],
    ['that is empty', 'null']
  ])('%s gets 200 and has no effect, so that the provider keeps sending events', async (_, body) => {
    const counted = () => sql('SELECT (SELECT count(*) FROM payments) + (SELECT count(*) FROM refunds) AS rows')
    const before = await counted()
    expect(await resultOf(await post(body, { ...signed(body), 'x-razorpay-event-id': body.slice(0, 60) }))).toEqual(
      NOTHING
    )
    expect(await counted()).toEqual(before)
  })

  test('of a failed attempt is stored once, and does not change the hold', async () => {
    const booking = await holdScooter()
    const before = [await storedBooking(booking), await claimsOf(booking)]
    const declined = eventOf('payment.failed', paidAtBank(booking, { outcome: 'failed' }))
    await deliver(declined)
    await deliver(declined, { id: 'the-same-again' })
    expect([await storedBooking(booking), await claimsOf(booking)]).toEqual(before)
    expect(await paymentsOf(booking)).toMatchObject([
      { reason: 'Your payment has been declined by the bank', status: 'failed' }
    ])
    await deliver(eventOf('payment.captured', paidAtBank(booking)))
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })

  test.each([
    ['years in the past', 1_262_304_000],
    ['years in the future', 4_102_444_800]
  ])('dated %s is judged by the clock of the server', async (_, created_at) => {
    const dated = (body: string) => body.replaceAll(/"created_at":\d+/g, `"created_at":${created_at}`)
    const [late, early] = [await holdScooter(), await holdScooter()]
    await expireHold(late)
    const rival = await bookedByRival(late)
    for (const booking of [late, early]) {
      const { body } = eventOf('payment.captured', paidAtBank(booking))
      expect(await resultOf(await post(dated(body), signed(dated(body))))).toEqual(DONE)
    }
    expect([(await storedBooking(late)).state, (await storedBooking(early)).state]).toEqual(['refund_due', 'confirmed'])
    expect((await storedBooking(rival)).state).toBe('held')
  })
})
