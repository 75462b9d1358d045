import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, KEYS, ORDER } from '#tests/razorpay/requests.ts'
import { startRazorpay } from '#tests/razorpay/server.ts'

// Control of the bank from another process.

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
beforeAll(async () => {
  razorpay = await startRazorpay(KEYS)
})
afterAll(() => razorpay.close())

const SITE = { origin: 'http://localhost:4410' }

async function send(method: string, path: string, body?: object) {
  const reply = await fetch(`${razorpay.origin}/bank/${path}`, {
    body: body && JSON.stringify(body),
    headers: SITE,
    method
  })
  expect(reply.headers.get('access-control-allow-origin')).toBe(SITE.origin)
  return reply.json()
}

test('a rider pays, and the bank answers late', async () => {
  const { id } = razorpay.bank.createOrder(ORDER)
  expect(await send('POST', `orders/${id}/pay`, { outcome: 'failed' })).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      metadata: { order_id: id, payment_id: expect.stringMatching(/^pay_/) },
      reason: 'payment_failed',
      source: 'bank',
      step: 'payment_authorization'
    }
  })
  const { razorpay_payment_id, razorpay_signature } = await send('POST', `orders/${id}/pay`, { outcome: 'created' })
  expect(razorpay_signature).toBe(razorpay.bank.sign(id, razorpay_payment_id))
  expect(await send('POST', `payments/${razorpay_payment_id}/authorise`)).toMatchObject({ status: 'captured' })
})

test('payments are refunded, also in the dashboard', async () => {
  const { razorpay_payment_id: payment_id } = razorpay.bank.pay(razorpay.bank.createOrder(ORDER).id)
  const { id } = await send('POST', `payments/${payment_id}/refund`, { amount: 500 })
  expect(await send('POST', `refunds/${id}/process`)).toMatchObject({ amount: 500, status: 'processed' })
  await send('PUT', 'switches', { balance_too_low: true })
  expect(await send('POST', `payments/${payment_id}/refund`)).toHaveProperty('error')
  await send('PUT', 'switches', {})
  expect(await send('POST', `payments/${payment_id}/refund`)).toMatchObject({ amount: 13_000, status: 'pending' })
})

test('a bank disputes a payment, and the dashboard responds', async () => {
  const { razorpay_payment_id: payment_id } = razorpay.bank.pay(razorpay.bank.createOrder(ORDER).id)
  const { id } = await send('POST', `payments/${payment_id}/dispute`, { amount: 500, hours: 24, phase: 'fraud' })
  await send('POST', `disputes/${id}/contest`)
  await send('POST', `disputes/${id}/request-evidence`)
  expect(await send('POST', `disputes/${id}/decide`, { outcome: 'nonsense' })).toHaveProperty('error')
  await send('POST', `disputes/${id}/decide`, { outcome: 'closed' })
  expect(await send('POST', `disputes/${id}/contest`)).toHaveProperty('error')
  expect(razorpay.bank.events.at(-1)?.event).toBe('payment.dispute.closed')
})

test('the clock advances, calls fail and are recorded', async () => {
  const { id } = razorpay.bank.createOrder(ORDER)
  const { razorpay_payment_id } = razorpay.bank.pay(id, { outcome: 'created' })
  await send('POST', 'clock', { minutes: 11 })
  expect(razorpay.bank.payment(razorpay_payment_id).status).toBe('failed')
  await send('PUT', 'faults', { call: 'fetchOrder', fault: 'busy', times: 1 })
  expect((await createClient(razorpay.origin).get(`orders/${id}`)).status).toBe(429)
  expect(await send('GET', 'requests/fetchOrder')).toMatchObject([{ method: 'GET', path: `/v1/orders/${id}` }])
  expect(await send('GET', 'faults')).toEqual({ is_waiting: false })
  expect(await send('PUT', 'faults', { call: 'fetchOrder', fault: 'unheard of' })).toHaveProperty('error')
})

test('events are reordered and sent', async () => {
  razorpay.bank.webhooks.pending = []
  razorpay.bank.pay(razorpay.bank.createOrder(ORDER).id)
  expect((await send('GET', 'events')).at(-1)).toEqual(razorpay.bank.events.at(-1))
  await send('PUT', 'webhooks', { url: `${razorpay.origin}/nobody-takes-it-here` })
  await send('POST', 'webhooks/drop', { event: 'payment.authorized' })
  await send('POST', 'webhooks/duplicate', { event: 'order.paid' })
  const { deliveries, pending } = await send('POST', 'webhooks/flush')
  const sent = ['payment.captured', 'order.paid', 'order.paid']
  expect(deliveries).toMatchObject(sent.map(event => ({ event, status: 400 })))
  expect(pending.map(({ event }: { event: string }) => event)).toEqual(sent)
})

test('a page of another site is rejected', async () => {
  const reply = await fetch(`${razorpay.origin}/bank/webhooks`, { headers: { origin: 'https://elsewhere.example' } })
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
})
