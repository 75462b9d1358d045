import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { Bank } from '#tests/razorpay/bank/bank.ts'
import { KEYS, ORDER } from '#tests/razorpay/requests.ts'

// The bank's events, and every way in which their delivery can go wrong.

let bank: Bank
let received: { body: string; headers: Headers }[]
let status: number
beforeEach(() => {
  bank = new Bank(KEYS)
  received = []
  status = 200
})

async function receive(request: Request): Promise<Response> {
  received.push({ body: await request.text(), headers: request.headers })
  return new Response(null, { status })
}
const names = () => received.map(({ body }) => JSON.parse(body).event)
const pending = () => bank.webhooks.pending.map(({ event }) => event)
const pay = () => bank.pay(bank.createOrder(ORDER).id)

test('an event is signed over its exact bytes', async () => {
  pay()
  await bank.webhooks.flush(receive)
  const [{ body, headers } = { body: '', headers: new Headers() }] = received
  const signature = createHmac('sha256', KEYS.webhook_secret).update(body).digest('hex')
  expect(headers.get('x-razorpay-signature')).toBe(signature)
  expect(headers.get('x-razorpay-event-id')).toBe(bank.events[0]?.id)
})

test('an event contains the state at its creation', () => {
  const { razorpay_order_id, razorpay_payment_id } = pay()
  bank.refundInDashboard(razorpay_payment_id)
  const bodies = bank.events.map(({ body }) => JSON.parse(body))
  expect(bodies).toMatchObject([
    { contains: ['payment'], event: 'payment.authorized', payload: { payment: { entity: { status: 'authorized' } } } },
    { contains: ['payment'], event: 'payment.captured', payload: { payment: { entity: { status: 'captured' } } } },
    {
      contains: ['payment', 'order'],
      event: 'order.paid',
      payload: { order: { entity: { id: razorpay_order_id, status: 'paid' } }, payment: { entity: { captured: true } } }
    },
    {
      contains: ['refund', 'payment'],
      entity: 'event',
      event: 'refund.created',
      payload: { payment: { entity: { status: 'refunded' } }, refund: { entity: { status: 'pending' } } }
    }
  ])
})

test('with a receiver, events are sent at once and in order; held ones wait', async () => {
  bank.webhooks.sendTo(receive)
  const { razorpay_payment_id } = pay()
  await bank.webhooks.delivered()
  expect(names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  bank.webhooks.hold()
  bank.refundInDashboard(razorpay_payment_id)
  await bank.webhooks.delivered()
  expect(received).toHaveLength(3)
  await bank.webhooks.release()
  expect(names().at(-1)).toBe('refund.created')
})

test('an event without a 2xx response is sent again with the same id', async () => {
  pay()
  bank.webhooks.drop(({ event }) => event !== 'order.paid')
  status = 503
  await bank.webhooks.flush(receive)
  status = 200
  await bank.webhooks.flush(receive)
  await bank.webhooks.flush(receive)
  const [first, again, ...more] = received.map(({ headers }) => headers.get('x-razorpay-event-id'))
  expect(again).toBe(first)
  expect(more).toEqual([])
  expect(bank.webhooks.deliveries.map(({ status }) => status)).toEqual([503, 200])
})

test('pending events are dropped, duplicated and shuffled, in the same way for the same seed', () => {
  pay()
  bank.webhooks.drop('payment.authorized')
  bank.webhooks.duplicate('order.paid')
  expect(pending()).toEqual(['payment.captured', 'order.paid', 'order.paid'])
  for (let more = 0; more < 3; more += 1) pay()
  const before = [...bank.webhooks.pending]
  bank.webhooks.shuffle(7)
  const shuffled = [...bank.webhooks.pending]
  expect(shuffled).not.toEqual(before)
  expect(new Set(shuffled)).toEqual(new Set(before))
  bank.webhooks.pending = before
  bank.webhooks.shuffle(7)
  expect(bank.webhooks.pending).toEqual(shuffled)
})

test('a test can send an event with another secret, id and body', async () => {
  pay()
  const [event] = bank.events
  if (!event) throw new Error('The bank has told nothing')
  await bank.webhooks.deliver(receive, event, { body: '{ }', id: 'of its own', secret: 'the one before' })
  const signature = createHmac('sha256', 'the one before').update('{ }').digest('hex')
  expect(received[0]?.body).toBe('{ }')
  expect(received[0]?.headers.get('x-razorpay-signature')).toBe(signature)
  expect(received[0]?.headers.get('x-razorpay-event-id')).toBe('of its own')
})

test('a dispute sends an event at each step, with its payment', () => {
  const { razorpay_payment_id: payment_id } = pay()
  const before = bank.events.length
  const { id } = bank.dispute(payment_id, { amount: 500, hours: 48, phase: 'fraud' })
  bank.contest(id)
  bank.requestEvidence(id)
  bank.contest(id)
  bank.decide(id, 'lost')
  const bodies = bank.events.slice(before).map(({ body }) => JSON.parse(body))
  const [created, , , , lost] = bodies
  expect(bodies.map(({ event, payload }) => [event, payload.dispute.entity.status])).toEqual([
    ['payment.dispute.created', 'open'],
    ['payment.dispute.under_review', 'under_review'],
    ['payment.dispute.action_required', 'open'],
    ['payment.dispute.under_review', 'under_review'],
    ['payment.dispute.lost', 'lost']
  ])
  expect(created).toMatchObject({
    contains: ['payment', 'dispute'],
    payload: {
      dispute: { entity: { amount: 500, amount_deducted: 0, entity: 'dispute', id, payment_id, phase: 'fraud' } },
      payment: { entity: { captured: true, id: payment_id } }
    }
  })
  expect(created.payload.dispute.entity.respond_by - created.created_at).toBe(48 * 3600)
  expect(lost.payload.dispute.entity.amount_deducted).toBe(500)
  expect(() => bank.contest(id)).toThrow('The dispute is lost')
  expect(() => bank.dispute(payment_id, { amount: 99_999 })).toThrow('no more than its payment')
})
