import * as v from 'valibot'
import { CAPTURE_MINUTES, CURRENCY, PROVIDER_PATIENCE_MS } from '#domain/constants.ts'
import { gateway } from '#server/runtime/env.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import { isSigned } from './signatures.ts'

// Razorpay over its REST API: names, limits and shapes are its own (api.razorpay.com/v1). No library of its maker's:
// a few requests and one signature are all there is to it.

/** In another currency, its smallest unit. An amount is never a fraction, nor more than can be counted exactly. */
const paise = v.pipe(v.number(), v.safeInteger())

const order = v.object({ amount: v.number(), currency: v.string(), id: v.string() })

export const payment = v.pipe(
  v.object({
    amount: paise,
    captured: v.nullish(v.boolean(), false),
    currency: v.string(),
    error_description: v.nullish(v.string(), null),
    id: v.string(),
    order_id: v.nullish(v.string(), null),
    status: v.picklist(['authorized', 'captured', 'created', 'failed', 'refunded'])
  }),
  v.transform(({ error_description, ...told }) => ({ ...told, reason: error_description }))
)

export const refund = v.object({
  amount: paise,
  id: v.string(),
  payment_id: v.string(),
  status: v.picklist(['failed', 'pending', 'processed'])
})

const refused = v.object({ error: v.object({ description: v.string() }) })

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

const BUSY = 429
/** Another request under the same idempotency key is under way. */
const UNDER_WAY = 409
/** The only one that says no to what was asked; a wrong key says nothing about it. */
const REFUSED = 400
const BUSY_PAUSE_MS = 200

/** What the gateway answers, checked; a ProviderError when it does not, or says no. */
async function ask<Schema extends v.GenericSchema>(asked: Asked, schema: Schema): Promise<v.InferOutput<Schema>> {
  const signal = AbortSignal.timeout(PROVIDER_PATIENCE_MS)
  const response = await answerTo(asked, signal)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusalOf(asked, response.status, answer)
  const { issues, output } = v.safeParse(schema, answer)
  if (issues) throw new ProviderError('silent', `${asked.method} ${asked.path}: an answer nobody can read`)
  return output
}

// What was refused for too many requests was not done, so it may be asked again, ever later and never in step.
async function answerTo(asked: Asked, signal: AbortSignal): Promise<Response> {
  for (let pause = BUSY_PAUSE_MS; ; pause *= 2) {
    const response = await send(asked, signal).catch((error: unknown) => {
      throw new ProviderError('silent', `${asked.method} ${asked.path}: ${String(error)}`)
    })
    if (response.status !== BUSY || pause > PROVIDER_PATIENCE_MS / 4) return response
    await response.body?.cancel()
    await new Promise(resolve => setTimeout(resolve, pause * (1 + Math.random())))
  }
}

function send({ body, headers, method, path }: Asked, signal: AbortSignal): Promise<Response> {
  const { api_url, key_id, key_secret } = gateway()
  return fetch(`${api_url}/v1${path}`, {
    headers: {
      authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers
    },
    method,
    signal,
    ...(body && { body: JSON.stringify(body) })
  })
}

function refusalOf({ method, path }: Asked, status: number, answer: unknown): ProviderError {
  const { output, success } = v.safeParse(refused, answer)
  const words = success ? output.error.description : `${method} ${path}: ${status}`
  if (status === BUSY || status === UNDER_WAY) return new ProviderError('busy', words)
  return new ProviderError(status === REFUSED && success ? 'refused' : 'silent', words)
}

const part = encodeURIComponent

/** So many of a list's items at once, and no more. */
const LISTED_AT_MOST = 100

const idIn = (item: unknown) => v.parse(v.fallback(v.object({ id: v.string() }), { id: 'without an id' }), item).id

export const razorpay: PaymentProvider = {
  capture: async ({ amount, currency, id }) =>
    ask({ body: { amount, currency }, method: 'POST', path: `/payments/${part(id)}/capture` }, payment),

  createOrder: async ({ amount, receipt }) => {
    const capture_options = {
      automatic_expiry_period: CAPTURE_MINUTES,
      manual_expiry_period: CAPTURE_MINUTES,
      refund_speed: 'normal'
    }
    const body = {
      amount,
      currency: CURRENCY,
      notes: { booking_id: receipt },
      payment: { capture: 'automatic', capture_options },
      receipt
    }
    const made = await ask({ body, method: 'POST', path: '/orders' }, order)
    if (made.amount !== amount || made.currency !== CURRENCY) {
      throw new ProviderError('silent', `Order ${made.id} is over ${made.amount} ${made.currency}, not ${amount}`)
    }
    return made
  },

  fetchPayment: payment_id => ask({ method: 'GET', path: `/payments/${part(payment_id)}` }, payment),

  fetchRefund: refund_id => ask({ method: 'GET', path: `/refunds/${part(refund_id)}` }, refund),

  key_id: () => gateway().key_id,

  paymentsFor: async order_id => {
    const path = `/orders/${part(order_id)}/payments`
    const { items } = await ask({ method: 'GET', path }, v.object({ items: v.array(v.unknown()) }))
    const read = items.map(item => v.safeParse(payment, item))
    return {
      payments: read.flatMap(({ output, success }) => (success ? [output] : [])),
      unreadable: items.filter((_, index) => !read[index]?.success).map(idIn)
    }
  },

  refund: (payment_id, key) =>
    ask(
      {
        body: { speed: 'normal' },
        headers: { 'x-refund-idempotency': key },
        method: 'POST',
        path: `/payments/${part(payment_id)}/refund`
      },
      refund
    ),

  refundsOf: async payment_id => {
    // Without a count it tells of the last ten.
    const path = `/payments/${part(payment_id)}/refunds?count=${LISTED_AT_MOST}`
    const { items } = await ask({ method: 'GET', path }, v.object({ items: v.array(refund) }))
    return items
  },

  verifies: ({ order_id, payment_id, signature }) =>
    isSigned(`${order_id}|${payment_id}`, signature, gateway().key_secret)
}
