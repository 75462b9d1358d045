import { expect, test, vi } from 'vitest'
import { razorpay } from '#server/payments/provider/razorpay.ts'

const PAYMENT = { amount: 5000, currency: 'INR', id: 'pay_1', status: 'created' }

test('a request that had too many before it is repeated, also if the body of that answer breaks off', async () => {
  const body = new ReadableStream({ start: controller => controller.error(new TypeError('terminated')) })
  const answers = [new Response(body, { status: 429 }), Response.json(PAYMENT)]
  vi.stubGlobal('fetch', async () => answers.shift())
  expect(await razorpay.fetchPayment('pay_1')).toMatchObject({ id: 'pay_1', status: 'created' })
})
