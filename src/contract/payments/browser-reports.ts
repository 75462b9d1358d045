import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  emptyOrTextResponse,
  id,
  type OptionalOpenEnum,
  optionalOpenEnum,
  textInput,
  textOrEmpty
} from '#contract/kit/fields.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { PAYMENT_RETRY_DELAYS_MS, REASON_MAX_LENGTH, TEXT_MAX_LENGTH } from '#domain/constants.ts'
import * as validation from '#messages/validation.ts'

// What the browser reports of its payment dialog.

export const paymentResult = v.object({
  success: v.nullish(v.boolean()),
  booking_id: v.nullish(id),
  payment_status: optionalOpenEnum as OptionalOpenEnum<PaymentStatus>,
  message: textOrEmpty,
  /** Only the embedded backend sends it: the payment awaits the provider's answer, so the rider must not pay again. */
  is_settling: v.nullish(v.boolean(), false)
})

/** Without `success`, the other fields tell the outcome. An object with none of them may come from a proxy. */
function namesOutcome({ booking_id, message, payment_status, success }: v.InferOutput<typeof paymentResult>): boolean {
  if (typeof success === 'boolean') return true
  return payment_status ? payment_status === 'Completed' : Boolean(booking_id ?? message)
}

const withSuccess = (result: v.InferOutput<typeof paymentResult>) => ({ ...result, success: result.success ?? true })
const emptySuccess = () => ({ is_settling: false, message: '', payment_status: null, success: true })

/**
 * The specification does not define the responses of the two payment calls, so null and nothing are a success here. A
 * body that does not name the outcome is a parse error: the payment then counts as unconfirmed.
 */
const paymentConfirmation = v.union([
  v.pipe(paymentResult, v.check(namesOutcome), v.transform(withSuccess)),
  v.pipe(v.nullish(v.picklist(['']), ''), v.transform(emptySuccess))
])

/** Any object or text, because the client needs no result of the report. */
const paymentFailureRecorded = v.union([
  v.pipe(paymentResult, v.transform(withSuccess)),
  v.pipe(emptyOrTextResponse, v.transform(emptySuccess))
])

const formField = v.pipe(textInput, v.nonEmpty(validation.required), v.maxLength(TEXT_MAX_LENGTH, validation.tooLong))

/** Idempotent, so it is safe to retry. */
export const confirmPayment = defineEndpoint({
  access: 'rider',
  retryDelaysMs: PAYMENT_RETRY_DELAYS_MS,
  body: v.object({
    session_id: formField,
    razorpay_payment_id: formField,
    razorpay_order_id: formField,
    razorpay_signature: formField
  }),
  encoding: 'form',
  method: 'POST',
  output: paymentConfirmation,
  path: '/bookings/payment-success'
})

/**
 * The `error_description` of a dialog that the rider closed. The specification fixes it, because the call has no other
 * field for it. No screen shows it to riders.
 */
export const DISMISSED_BY_RIDER = 'Payment cancelled by user'

export const recordPaymentFailure = defineEndpoint({
  access: 'rider',
  body: v.object({
    session_id: formField,
    error_description: v.pipe(
      textInput,
      v.transform(reason => reason.slice(0, REASON_MAX_LENGTH))
    )
  }),
  encoding: 'form',
  method: 'POST',
  output: paymentFailureRecorded,
  path: '/bookings/payment-failed'
})
