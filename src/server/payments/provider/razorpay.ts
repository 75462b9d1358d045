import * as v from 'valibot'
import { HOLD_MINUTES, PROVIDER_TIMEOUT_MS, REASON_MAX_LENGTH } from '#domain/constants.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { cleanLine } from '#domain/kit/text.ts'
import { CURRENCY } from '#domain/money.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { isValidSignature } from '#server/runtime/crypto.ts'
import { razorpayConfig } from '#server/runtime/env.ts'
import { jsonOrNull, ProviderError, sleep } from '#server/runtime/outgoing.ts'
import { PAYOUTS_PER_PAGE, type PaymentProvider, signedMessage } from './provider.ts'

// Razorpay REST client (api.razorpay.com/v1); names, limits and shapes are Razorpay's. Their SDK is not used, because
// we need only a few requests and one signature.

const PAISE_MAX = 10 ** 12

/** In other currencies the smallest unit. Rejects fractions. */
const paiseSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PAISE_MAX))

/** A number that may be missing or unreadable, which is null, but not outside of the range. */
const optionalNumber = (max: number) =>
  v.pipe(
    v.fallback(v.nullish(v.pipe(v.number(), v.transform(Math.round)), null), null),
    v.check(number => number === null || (number >= 0 && number <= max))
  )

export const optionalPaise = optionalNumber(PAISE_MAX)

/** A later instant is in another unit, such as milliseconds. */
const LAST_SECOND = Date.parse('2200-01-01') / SECOND_MS

/** An instant in Unix seconds. */
export const optionalSeconds = optionalNumber(LAST_SECOND)

/** An id, a currency, or the name of an event. */
export const providerWord = v.pipe(v.string(), v.regex(/^[!-~](?:[ -~]{0,98}[!-~])?$/))

/** What a person reads. */
export const providerText = v.pipe(
  v.string(),
  v.transform(text => cleanLine(text.slice(0, REASON_MAX_LENGTH)))
)

const orderSchema = v.object({ amount: v.number(), currency: v.string(), id: providerWord })

export const paymentSchema = v.pipe(
  v.object({
    amount: paiseSchema,
    captured: v.nullish(v.boolean(), false),
    currency: providerWord,
    error_description: v.nullish(providerText, null),
    id: providerWord,
    order_id: v.nullish(v.string(), null),
    status: v.picklist(['authorized', 'captured', 'created', 'failed', 'refunded'])
  }),
  v.transform(({ error_description, ...payment }) => ({ ...payment, reason: error_description }))
)

const NO_REFERENCES = { arn: null, rrn: null, utr: null }

/** What a bank gives a refund. Anything else is as none: the money is the same without it. */
const bankReference = v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{6,40}$/)), null), null)

export const refundSchema = v.pipe(
  v.object({
    acquirer_data: v.fallback(v.object({ arn: bankReference, rrn: bankReference, utr: bankReference }), NO_REFERENCES),
    amount: paiseSchema,
    id: providerWord,
    payment_id: v.string(),
    receipt: v.nullish(v.string(), null),
    status: v.picklist(['failed', 'pending', 'processed'])
  }),
  v.transform(({ acquirer_data: { arn, rrn, utr }, ...refund }) => ({ ...refund, reference: arn ?? rrn ?? utr }))
)

/** The type of an adjustment decides about the sign of its amount. */
const signedPaiseSchema = v.pipe(v.number(), v.integer(), v.minValue(-PAISE_MAX), v.maxValue(PAISE_MAX))
const secondsSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LAST_SECOND))
const optionalId = v.pipe(
  v.nullish(v.string(), null),
  v.transform(id => id || null)
)

const payoutSchema = v.pipe(
  v.object({
    amount: signedPaiseSchema,
    credit: paiseSchema,
    debit: paiseSchema,
    dispute_id: optionalId,
    entity_id: providerWord,
    payment_id: optionalId,
    settled_at: secondsSchema,
    settlement_id: providerWord,
    settlement_utr: optionalId,
    tax: v.nullish(paiseSchema, 0),
    type: providerWord
  }),
  v.transform(({ amount, settlement_utr, ...payout }) => ({ ...payout, paise: amount, utr: settlement_utr }))
)

const errorSchema = v.object({ error: v.object({ description: providerText }) })

interface ApiRequest {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
}

const TOO_MANY_REQUESTS = 429
/** Another request with the same idempotency key is in progress. */
const CONFLICT = 409
/** The only status that refuses the request itself; 401, for example, only means a wrong key. */
const BAD_REQUEST = 400
const RETRY_DELAY_MS = 200

/** Returns the validated response. Throws a ProviderError on failure or refusal. */
async function requestJson<Schema extends v.GenericSchema>(
  request: ApiRequest,
  schema: Schema
): Promise<v.InferOutput<Schema>> {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  const response = await sendWithRetry(request, signal)
  const body = await jsonOrNull(response)
  if (!response.ok) throw toProviderError(request, response.status, body)
  const { issues, output } = v.safeParse(schema, body)
  if (issues) {
    const message = `${request.method} ${request.path}: the response does not match the schema`
    throw new ProviderError('unknown_outcome', message)
  }
  return output
}

// A 429 means the request was not executed, so it is safe to retry. Retries use exponential backoff with jitter.
async function sendWithRetry(request: ApiRequest, signal: AbortSignal): Promise<Response> {
  for (let delay = RETRY_DELAY_MS; ; delay *= 2) {
    const response = await send(request, signal).catch((error: unknown) => {
      throw new ProviderError('unknown_outcome', `${request.method} ${request.path}: ${String(error)}`)
    })
    if (response.status !== TOO_MANY_REQUESTS || delay > PROVIDER_TIMEOUT_MS / 4) return response
    if (response.body) await ignoreFailure(response.body.cancel())
    await sleep(delay * (1 + Math.random()))
  }
}

function send({ body, headers, method, path }: ApiRequest, signal: AbortSignal): Promise<Response> {
  const { apiUrl, keyId, keySecret } = razorpayConfig()
  return fetch(`${apiUrl}/v1${path}`, {
    headers: {
      authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers
    },
    method,
    signal,
    ...(body && { body: JSON.stringify(body) })
  })
}

function toProviderError({ method, path }: ApiRequest, status: number, body: unknown): ProviderError {
  const { output, success } = v.safeParse(errorSchema, body)
  const message = success ? output.error.description : `${method} ${path}: ${status}`
  if (status === TOO_MANY_REQUESTS || status === CONFLICT) return new ProviderError('busy', message)
  return new ProviderError(status === BAD_REQUEST && success ? 'rejected' : 'unknown_outcome', message)
}

const encodePath = encodeURIComponent

/** Razorpay's maximum page size. */
const LIST_MAX_ITEMS = 100

const itemId = (item: unknown) => v.parse(v.fallback(v.object({ id: v.string() }), { id: 'without an id' }), item).id

export const razorpay: PaymentProvider = {
  capture: async ({ amount, currency, id }) =>
    requestJson(
      { body: { amount, currency }, method: 'POST', path: `/payments/${encodePath(id)}/capture` },
      paymentSchema
    ),

  createOrder: async ({ amount, receipt }) => {
    const captureOptions = {
      // The provider releases later authorisations instead of capturing them. Its minimum is 12 minutes.
      automatic_expiry_period: HOLD_MINUTES,
      manual_expiry_period: HOLD_MINUTES,
      refund_speed: 'normal'
    }
    const body = {
      amount,
      currency: CURRENCY,
      notes: { booking_id: receipt },
      payment: { capture: 'automatic', capture_options: captureOptions },
      receipt
    }
    const order = await requestJson({ body, method: 'POST', path: '/orders' }, orderSchema)
    if (order.amount !== amount || order.currency !== CURRENCY) {
      throw new ProviderError(
        'unknown_outcome',
        `Order ${order.id} is over ${order.amount} ${order.currency}, not ${amount}`
      )
    }
    return order
  },

  fetchPayment: paymentId => requestJson({ method: 'GET', path: `/payments/${encodePath(paymentId)}` }, paymentSchema),

  fetchRefund: refundId => requestJson({ method: 'GET', path: `/refunds/${encodePath(refundId)}` }, refundSchema),

  keyId: () => razorpayConfig().keyId,

  paymentsFor: async orderId => {
    const path = `/orders/${encodePath(orderId)}/payments`
    const { items } = await requestJson({ method: 'GET', path }, v.object({ items: v.array(v.unknown()) }))
    const read = items.map(item => v.safeParse(paymentSchema, item))
    return {
      payments: read.flatMap(({ output, success }) => (success ? [output] : [])),
      unreadable: items.filter((_, index) => !read[index]?.success).map(itemId)
    }
  },

  refund: (paymentId, key, part) =>
    requestJson(
      {
        body: { speed: 'normal', ...part },
        headers: { 'x-refund-idempotency': key },
        method: 'POST',
        path: `/payments/${encodePath(paymentId)}/refund`
      },
      refundSchema
    ),

  refundsOf: async paymentId => {
    // Without `count` the API returns only ten refunds.
    const path = `/payments/${encodePath(paymentId)}/refunds?count=${LIST_MAX_ITEMS}`
    const { items } = await requestJson({ method: 'GET', path }, v.object({ items: v.array(refundSchema) }))
    return items
  },

  settledOn: async (day, skip) => {
    const [year, month, date] = day.split('-')
    const path = `/settlements/recon/combined?year=${year}&month=${month}&day=${date}&count=${PAYOUTS_PER_PAGE}&skip=${skip}`
    const { items } = await requestJson({ method: 'GET', path }, v.object({ items: v.array(v.unknown()) }))
    const { issues, output } = v.safeParse(v.array(payoutSchema), items)
    // Not an outage: other days may be readable.
    if (issues) throw new ProviderError('invalid_response', `Cannot read the payouts of ${day}`)
    return output
  },

  verifySignature: ({ order_id, payment_id, signature }) =>
    isValidSignature(signedMessage(order_id, payment_id), signature, razorpayConfig().keySecret)
}
