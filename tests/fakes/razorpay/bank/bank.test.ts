import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, KEYS, ORDER as PLAIN } from '#tests/fakes/razorpay/requests.ts'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'

// Other tests rely on this: the fake provider follows the documentation, including its strictness and delays.

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let get: ReturnType<typeof createClient>['get']
let post: ReturnType<typeof createClient>['post']
beforeAll(async () => {
  razorpay = await startRazorpay(KEYS)
  ;({ get, post } = createClient(razorpay.origin))
})
afterAll(() => razorpay.close())
beforeEach(() => {
  Object.assign(razorpay.bank, { balance_too_low: false, refunds_at_once: false })
  razorpay.bank.webhooks.pending = []
  razorpay.faults.clear()
})

const refusedFor = (description: string | RegExp, status = 400) => ({
  body: {
    error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(description) })
  },
  status
})

const FIFTEEN_MINUTES = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 15, manual_expiry_period: 15, refund_speed: 'normal' }
}
const ORDER = { ...PLAIN, notes: { booking_id: 'b1' }, payment: FIFTEEN_MINUTES }

async function order(): Promise<string> {
  const { body } = await post('orders', ORDER)
  return body.id
}
async function paid(): Promise<string> {
  return razorpay.bank.pay(await order()).razorpay_payment_id
}
const pendingEvents = () => razorpay.bank.webhooks.pending.map(({ event }) => event)

test('each request creates one order, which is found by its id and its receipt', async () => {
  await order()
  const { body, status } = await post('orders', { ...ORDER, receipt: 'found again' })
  expect(status).toBe(200)
  expect(body).toEqual({
    amount: 13_500,
    amount_due: 13_500,
    amount_paid: 0,
    attempts: 0,
    created_at: expect.any(Number),
    currency: 'INR',
    entity: 'order',
    id: expect.stringMatching(/^order_\w{14}$/),
    notes: { booking_id: 'b1' },
    offer_id: null,
    receipt: 'found again',
    status: 'created'
  })
  expect((await get(`orders/${body.id}`)).body).toEqual(body)
  expect((await get('orders?receipt=found+again')).body).toEqual({ count: 1, entity: 'collection', items: [body] })
  expect((await post('orders', { ...ORDER, receipt: 'found again' })).body.id).not.toBe(body.id)
})

test.each([
  [{ ...ORDER, amount: 135.5 }, 'must be an integer'],
  [{ ...ORDER, amount: 99 }, 'at least INR 1.00'],
  [{ ...ORDER, currency: 'USD' }, 'Currency is not supported'],
  [{ ...ORDER, receipt: 'r'.repeat(41) }, '40 characters'],
  [{ ...ORDER, notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [at, ''])) }, 'equal to 15'],
  [{ ...ORDER, notes: { long: 'n'.repeat(257) } }, '256 characters'],
  [{ ...ORDER, unheard_of: 1 }, 'unheard_of is/are not required and should not be sent'],
  [{ ...ORDER, payment: { ...FIFTEEN_MINUTES, capture: 'never' } }, 'selected capture is invalid'],
  [{ ...ORDER, payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 11 } } }, 'at least 12']
])('the order %j is rejected', async (invalidOrder, description) => {
  expect(await post('orders', invalidOrder)).toEqual(refusedFor(description))
})

test('a request without the keys gets no data', async () => {
  const wrongKey = { authorization: `Basic ${btoa(`${KEYS.key_id}:guessed`)}` }
  expect(await get('orders', wrongKey)).toEqual(refusedFor('Authentication failed', 401))
})

test('an order is paid once, after any number of declined attempts', async () => {
  const order_id = await order()
  razorpay.bank.pay(order_id, { outcome: 'failed' })
  expect((await get(`orders/${order_id}`)).body).toMatchObject({ attempts: 1, status: 'attempted' })
  razorpay.bank.pay(order_id)
  expect(() => razorpay.bank.pay(order_id)).toThrow('the order is already paid')
  expect((await get(`orders/${order_id}`)).body).toMatchObject({ amount_due: 0, amount_paid: 13_500, status: 'paid' })
  const { body } = await get(`orders/${order_id}/payments`)
  expect(body.items).toMatchObject([
    { error_code: 'BAD_REQUEST_ERROR', status: 'failed' },
    { captured: true, error_code: null, status: 'captured' }
  ])
  expect(pendingEvents()).toEqual(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'])
})

test('an authorised payment is captured once, with its own amount', async () => {
  const { razorpay_payment_id: id } = razorpay.bank.pay(await order(), { outcome: 'authorized' })
  const capture = { amount: 13_500, currency: 'INR' }
  expect(await post(`payments/${id}/capture`, { ...capture, amount: 13_400 })).toEqual(
    refusedFor('equal to the amount')
  )
  expect((await post(`payments/${id}/capture`, capture)).body).toMatchObject({ captured: true, status: 'captured' })
  expect(await post(`payments/${id}/capture`, capture)).toEqual(refusedFor('already been captured'))
})

test('an authorisation that is not captured in time is returned automatically', async () => {
  const { razorpay_payment_id: id } = razorpay.bank.pay(await order(), { outcome: 'authorized' })
  razorpay.bank.pass(14)
  expect((await get(`payments/${id}`)).body.status).toBe('authorized')
  razorpay.bank.pass(2)
  expect((await get(`payments/${id}`)).body).toMatchObject({
    captured: false,
    refund_status: 'full',
    status: 'refunded'
  })
  expect(pendingEvents()).toEqual(['payment.authorized', 'refund.created', 'refund.processed'])
})

test.each([
  [5, 'captured'],
  [16, 'refunded']
])('a bank answer after %i minutes leaves the payment %s', async (minutes, status) => {
  const { razorpay_payment_id: id } = razorpay.bank.pay(await order(), { outcome: 'created' })
  razorpay.bank.pass(minutes)
  razorpay.bank.authorise(id)
  expect(razorpay.bank.payment(id).status).toBe(status)
})

test('a late payment for a paid order is refunded at once', async () => {
  const order_id = await order()
  const { razorpay_payment_id: late } = razorpay.bank.pay(order_id, { outcome: 'created' })
  razorpay.bank.pay(order_id)
  razorpay.bank.authorise(late)
  expect((await get(`payments/${late}`)).body).toMatchObject({ captured: false, status: 'refunded' })
})

test('a refund with a key is created once, however often it is requested', async () => {
  const id = await paid()
  const refund = (body: object, key = 'rf-of-this-one') =>
    post(`payments/${id}/refund`, body, { 'x-refund-idempotency': key })
  const first = await refund({ amount: 3_500 })
  expect(first.body).toMatchObject({ amount: 3_500, entity: 'refund', payment_id: id, status: 'pending' })
  expect(await refund({ amount: 3_500 })).toEqual(first)
  expect(await refund({ amount: 3_600 })).toEqual(refusedFor('Different request'))
  expect(await refund({ amount: 3_500 }, 'short')).toEqual(refusedFor('at least 10 characters'))
  expect((await get(`payments/${id}`)).body).toMatchObject({ amount_refunded: 3_500, refund_status: 'partial' })
  expect((await get(`payments/${id}/refunds`)).body).toMatchObject({ count: 1, items: [first.body] })
})

test('a pending refund request conflicts with another one with its key', async () => {
  const id = await paid()
  const headers = { 'x-refund-idempotency': `rf-${id}` }
  razorpay.faults.fail('refund', 'slow', 1)
  const first = post(`payments/${id}/refund`, {}, headers)
  await expect.poll(() => razorpay.faults.isWaitedFor()).toBe(true)
  expect(await post(`payments/${id}/refund`, {}, headers)).toEqual(refusedFor('still in progress', 409))
  razorpay.faults.release()
  expect(await post(`payments/${id}/refund`, {}, headers)).toEqual(await first)
})

test('refunds never exceed the captured amount, and the order stays paid', async () => {
  const id = await paid()
  expect(await post(`payments/${id}/refund`, { amount: 13_501 })).toEqual(refusedFor('greater than amount captured'))
  expect((await post(`payments/${id}/refund`, { amount: 13_400 })).status).toBe(200)
  expect((await post(`payments/${id}/refund`)).body.amount).toBe(100)
  expect(await post(`payments/${id}/refund`)).toEqual(refusedFor('fully refunded already'))
  const { body } = await get(`payments/${id}`)
  expect(body).toMatchObject({ amount_refunded: 13_500, refund_status: 'full', status: 'refunded' })
  expect((await get(`orders/${body.order_id}`)).body.status).toBe('paid')
})

test("a refund is processed or fails by the bank's decision, and a failed one can be requested again", async () => {
  const id = await paid()
  const { body } = await post(`payments/${id}/refund`)
  razorpay.bank.failRefund(body.id)
  expect((await get(`refunds/${body.id}`)).body.status).toBe('failed')
  expect((await get(`payments/${id}`)).body).toMatchObject({
    amount_refunded: 0,
    refund_status: null,
    status: 'captured'
  })
  razorpay.bank.refunds_at_once = true
  expect((await post(`payments/${id}/refund`)).body.status).toBe('processed')
  expect(pendingEvents().slice(3)).toEqual(['refund.created', 'refund.failed', 'refund.created', 'refund.processed'])
})

test('an event contains the state at its creation, is signed over its bytes, and is sent again with the same id', async () => {
  const received: { body: string; headers: Headers }[] = []
  let status = 503
  const receive = async (request: Request) => {
    received.push({ body: await request.text(), headers: request.headers })
    return new Response(null, { status })
  }
  razorpay.bank.refundInDashboard(await paid())
  await razorpay.bank.webhooks.flush(receive)
  status = 200
  await razorpay.bank.webhooks.flush(receive)
  await razorpay.bank.webhooks.flush(receive)
  const events = received.map(({ body }) => JSON.parse(body))
  expect(events.slice(0, 4)).toMatchObject([
    { contains: ['payment'], event: 'payment.authorized', payload: { payment: { entity: { status: 'authorized' } } } },
    { contains: ['payment'], event: 'payment.captured', payload: { payment: { entity: { status: 'captured' } } } },
    { contains: ['payment', 'order'], event: 'order.paid', payload: { order: { entity: { status: 'paid' } } } },
    {
      contains: ['refund', 'payment'],
      event: 'refund.created',
      payload: { payment: { entity: { status: 'refunded' } }, refund: { entity: { status: 'pending' } } }
    }
  ])
  expect(received.slice(4)).toEqual(received.slice(0, 4))
  const [{ body, headers } = { body: '', headers: new Headers() }] = received
  const signature = createHmac('sha256', KEYS.webhook_secret).update(body).digest('hex')
  expect(headers.get('x-razorpay-signature')).toBe(signature)
})

test('a dispute sends an event at each step, with its payment', async () => {
  const payment_id = await paid()
  const before = razorpay.bank.events.length
  const { id } = razorpay.bank.dispute(payment_id, { amount: 500, hours: 48, phase: 'fraud' })
  razorpay.bank.contest(id)
  razorpay.bank.requestEvidence(id)
  razorpay.bank.decide(id, 'lost')
  const bodies = razorpay.bank.events.slice(before).map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ event, payload }) => [event, payload.dispute.entity.status])).toEqual([
    ['payment.dispute.created', 'open'],
    ['payment.dispute.under_review', 'under_review'],
    ['payment.dispute.action_required', 'open'],
    ['payment.dispute.lost', 'lost']
  ])
  const [created, , , lost] = bodies
  const { created_at, payload } = created
  const entity = { amount: 500, amount_deducted: 0, entity: 'dispute', id, payment_id, phase: 'fraud' }
  expect(payload).toMatchObject({ dispute: { entity }, payment: { entity: { captured: true, id: payment_id } } })
  expect(payload.dispute.entity.respond_by - created_at).toBe(48 * 3600)
  expect(lost.payload.dispute.entity.amount_deducted).toBe(500)
})
