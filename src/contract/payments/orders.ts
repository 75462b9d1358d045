import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  emptyOrTextResponse,
  id,
  messageResponse,
  optionalOpenEnum,
  optionalText,
  requiredText,
  textInput,
  textOrEmpty
} from '#contract/kit/fields.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { PAYMENT_RETRY_DELAYS_MS, REASON_MAX_LENGTH } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import { CURRENCY } from '#domain/money.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as paymentsText from '#messages/payments/payments.ts'

/** Parameters of the payment dialog. */
export const order = v.object({
  /** The provider's public key id; null if the build-time key is used. */
  razorpay_key: optionalText,
  /** Paise, passed to the dialog unchanged. */
  amount: v.number(),
  currency: v.nullish(v.string(), CURRENCY),
  razorpay_order_id: v.string(),
  /** Seconds from this answer until the hold ends, rounded down; only our own backend sends it. */
  hold_seconds: v.nullish(v.number()),
  /** Our id of the payment session; opaque. */
  session_id: id
})
export type Order = v.InferOutput<typeof order>

/** Of a new hold: of a ride, or of more time for one. */
export const HOLD_REFUSALS: readonly RefusalCode[] = [
  'booking_conflict',
  'closed_on_date',
  'hold_ended',
  'hold_ending_soon',
  'license_expired',
  'license_rejected',
  'license_unreviewed',
  'order_failed',
  'outside_hours',
  'own_ride_overlaps',
  'ride_too_long',
  'rider_suspended',
  'too_many_first_holds',
  'too_many_holds',
  'too_many_holds_of_scooter',
  'too_many_requests'
]

// What the browser reports of its payment dialog.

const saysNo = (value: unknown) => /^(?:0|false)$/i.test(String(value))

/** A field of another type counts as missing, because other backends may give these names a different meaning. */
export const paymentResult = v.object({
  success: v.fallback(v.nullish(v.boolean()), answer => !saysNo(answer?.value)),
  booking_id: v.fallback(v.nullish(id), undefined),
  payment_status: v.fallback(optionalOpenEnum(PAYMENT_STATUSES), null),
  message: v.fallback(textOrEmpty, ''),
  /** Only the embedded backend sends it: the payment awaits the provider's answer, so the rider must not pay again. */
  is_settling: v.fallback(v.nullish(v.boolean(), false), false)
})

/** The values of a field in the answer and in the objects that it contains. */
function valuesOf(name: string, answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => (key === name ? [value] : valuesOf(name, value)))
}

const isRefused = (answer: object) => valuesOf('success', answer).some(saysNo)

/** Another payment status leaves open whether the payment was taken. */
function namesOutcome(answer: object): boolean {
  return isRefused(answer) || valuesOf('payment_status', answer).every(status => !status || status === 'Completed')
}

// The specification does not define the responses of the two payment calls. HTML comes from a proxy.

const success = () => v.parse(paymentResult, { success: true })
const otherAnswer = v.pipe(v.union([emptyOrTextResponse, v.number(), v.literal(true)]), v.transform(success))

/**
 * Any JSON, text or nothing is a success, unless it says otherwise. An answer that does not name the outcome is a parse
 * error: the payment then counts as unconfirmed.
 */
const paymentConfirmation = v.union([
  v.pipe(
    v.looseObject(paymentResult.entries),
    v.check(answer => namesOutcome(answer)),
    v.transform(answer => ({ ...answer, success: !isRefused(answer) }))
  ),
  otherAnswer
])

/** Any answer, because the client needs no result of the report. */
const paymentFailureRecorded = v.union([paymentResult, otherAnswer])

const formField = requiredText(apiErrorsText.required)

/** Idempotent, so it is safe to retry. */
export const confirmPayment = defineEndpoint('POST /bookings/payment-success', {
  access: 'rider',
  isSpecified: true,
  retryDelaysMs: PAYMENT_RETRY_DELAYS_MS,
  body: v.object({
    session_id: formField,
    razorpay_payment_id: formField,
    razorpay_order_id: formField,
    razorpay_signature: formField
  }),
  encoding: 'form',
  output: paymentConfirmation
})

/**
 * The `error_description` of a dialog that the rider closed. The specification fixes it, because the call has no other
 * field for it. No screen shows it to riders.
 */
export const DISMISSED_BY_RIDER = 'Payment cancelled by user'

export const recordPaymentFailure = defineEndpoint('POST /bookings/payment-failed', {
  access: 'rider',
  isSpecified: true,
  body: v.object({
    session_id: formField,
    error_description: v.pipe(
      textInput,
      // Cleaned again, because the cut may split a character.
      v.transform(reason => cleanLine(reason.slice(0, REASON_MAX_LENGTH)))
    )
  }),
  encoding: 'form',
  output: paymentFailureRecorded
})

/** What a payment dialog passes to its success handler. */
const paymentSuccess = v.object({
  razorpay_payment_id: v.string(),
  razorpay_order_id: v.string(),
  razorpay_signature: v.string()
})
export type PaymentReceipt = v.InferOutput<typeof paymentSuccess>

/** What the dialog passes to 'payment.failed'. */
const paymentFailure = v.object({
  error: v.object({
    description: v.string(),
    metadata: v.object({ order_id: v.string(), payment_id: v.string() })
  })
})

/**
 * Simulates the bank. 404 outside the sandbox and for other riders' orders. Accepts payments after the hold
 * has ended, as a real bank would.
 */
export const paySandboxOrder = defineEndpoint('POST /sandbox/orders/{order_id}/pay', {
  access: 'rider',
  body: v.object({ outcome: v.picklist(['success', 'failure'], paymentsText.unknownOutcome) }),
  output: v.union([paymentSuccess, paymentFailure])
})

/**
 * The card provider's webhook. The signature covers the raw body, so it is verified before parsing.
 *
 * 200 means processed; for any other status the provider retries for a day.
 */
export const receiveWebhook = defineEndpoint('POST /webhooks/razorpay', {
  access: 'public',
  body: v.custom<Uint8Array<ArrayBuffer>>(body => body instanceof Uint8Array),
  encoding: 'bytes',
  output: messageResponse
})

export const docs = {
  confirmPayment: {
    refusals: [
      'order_mismatch',
      'payment_failed',
      'payment_in_review',
      'payment_session_not_found',
      'signature_mismatch',
      'too_many_requests'
    ],
    summary: "Confirm a payment with the dialog's signature"
  },
  recordPaymentFailure: {
    refusals: ['no_payment_expected', 'payment_session_not_found', 'too_many_requests'],
    summary: 'Report that the payment dialog failed or was closed'
  },
  paySandboxOrder: {
    refusals: ['not_found', 'order_not_found'],
    summary: "Pay or decline an order at the sandbox's simulated bank"
  },
  receiveWebhook: {
    refusals: ['not_found', 'webhook_signature_mismatch'],
    summary: 'Process an event of the payment provider'
  }
} satisfies Docs
