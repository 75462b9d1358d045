import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createClient, KEYS, ORDER } from '#tests/razorpay/requests.ts'
import { startRazorpay } from '#tests/razorpay/server.ts'

// Every fault can be injected into every call, for a given number of times.

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
let provider: ReturnType<typeof createClient>
beforeAll(async () => {
  razorpay = await startRazorpay(KEYS)
  provider = createClient(razorpay.origin)
})
afterAll(() => razorpay.close())
afterEach(() => razorpay.faults.clear())

const create = () => provider.post('orders', ORDER)
const reject = expect.objectContaining({ message: 'fetch failed' })
const failed = (task: Promise<unknown>) => task.catch(error => error)
const outcomeOf = async (task: Promise<{ body: unknown; status: number }>) => failed(task)

test.each([
  ['reset', 0],
  ['lost', 1]
] as const)('a request with the fault "%s" ends without an answer and leaves %i orders', async (fault, left) => {
  const before = razorpay.bank.orders().length
  razorpay.faults.fail('createOrder', fault, 1)
  expect(await outcomeOf(create())).toEqual(reject)
  expect(razorpay.bank.orders().length - before).toBe(left)
  expect((await create()).status).toBe(200)
})

test.each([
  ['busy', { body: { error: expect.anything() }, status: 429 }],
  ['error', { body: { error: expect.objectContaining({ code: 'SERVER_ERROR' }) }, status: 500 }],
  ['malformed', expect.any(SyntaxError)],
  ['html', expect.any(SyntaxError)],
  ['unexpected', { body: { entity: 'notice', message: 'Scheduled maintenance' }, status: 200 }]
] as const)('a call answers with %s once, has no effect, and works the next time', async (fault, answer) => {
  const before = razorpay.bank.orders().length
  razorpay.faults.fail('createOrder', fault, 1)
  expect(await outcomeOf(create())).toEqual(answer)
  expect(razorpay.bank.orders()).toHaveLength(before)
  expect((await create()).status).toBe(200)
})

test('a call that times out is recorded and never answered', async () => {
  razorpay.faults.fail('createOrder', 'timeout', 1)
  const before = razorpay.faults.requestsOf('createOrder').length
  const leaving = new AbortController()
  const response = fetch(`${razorpay.origin}/v1/orders`, { body: '{}', method: 'POST', signal: leaving.signal })
  await expect.poll(() => razorpay.faults.requestsOf('createOrder').length).toBe(before + 1)
  leaving.abort()
  await expect(response).rejects.toThrow('aborted')
})

test('a slow call waits until it is released', async () => {
  razorpay.faults.fail('createOrder', 'slow', 1)
  const before = razorpay.bank.orders().length
  const slow = create()
  await expect.poll(() => razorpay.faults.isWaitedFor()).toBe(true)
  expect((await create()).status).toBe(200)
  expect(razorpay.bank.orders()).toHaveLength(before + 1)
  razorpay.faults.release()
  expect((await slow).status).toBe(200)
})

test.each([
  ['wrong_amount', { amount: 13_499 }],
  ['wrong_currency', { currency: 'USD' }],
  ['wrong_order', { order_id: 'order_OfSomebodyElse' }]
] as const)('with %s a payment is returned with a wrong field, alone and in a list', async (wrongAnswer, expected) => {
  const { body } = await create()
  const { razorpay_payment_id: id } = razorpay.bank.pay(body.id)
  razorpay.faults.fail('fetchPayment', wrongAnswer, 1)
  razorpay.faults.fail('orderPayments', wrongAnswer, 1)
  const stored = razorpay.bank.payment(id)
  expect((await provider.get(`payments/${id}`)).body).toEqual({ ...stored, ...expected })
  expect((await provider.get(`orders/${body.id}/payments`)).body.items).toEqual([{ ...stored, ...expected }])
  expect((await provider.get(`payments/${id}`)).body).toEqual(stored)
})

test('requests are recorded with path, headers and body', async () => {
  const { body } = await create()
  expect(razorpay.faults.requestsOf('createOrder').at(-1)).toMatchObject({
    body: ORDER,
    method: 'POST',
    path: '/v1/orders'
  })
  const { razorpay_payment_id: id } = razorpay.bank.pay(body.id)
  await provider.post(`payments/${id}/refund`, { speed: 'normal' }, { 'X-Refund-Idempotency': 'rf-looked-at' })
  const [response] = razorpay.faults.requestsOf('refund')
  expect(response).toMatchObject({ body: { speed: 'normal' }, headers: { 'x-refund-idempotency': 'rf-looked-at' } })
})
