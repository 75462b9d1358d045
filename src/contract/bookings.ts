import * as v from 'valibot'
import { CURRENCY, DURATION_CHOICES_HOURS, PAYMENT_AGAIN_MS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import * as common from '#messages/common.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, idSent, instant, optionalText, said, silent, textOrEmpty } from './fields.ts'

/** What the payment dialog is opened with. */
export const order = v.object({
  /** The provider's public key id; null where the build-time key serves (decision 26). */
  razorpay_key: optionalText,
  /** Paise, handed to the dialog unchanged (decision 25). */
  amount: v.number(),
  currency: v.nullish(v.string(), CURRENCY),
  razorpay_order_id: v.string(),
  /** Our id of the payment session; an opaque text. */
  session_id: id
})
export type Order = v.InferOutput<typeof order>

/**
 * A conflict answers 400 with a detail that begins 'Booking conflict' and the headers x-conflict-start and
 * x-conflict-end (UTC ISO) of the booked window.
 */
export const createHourlyBooking = defineEndpoint({
  access: 'rider',
  body: v.pipe(
    v.object({
      scooter_id: v.pipe(v.optional(idSent, ''), v.nonEmpty(common.required)),
      /** ISO; UTC when it carries no zone. */
      start_time: instant(text.invalidStart),
      pricing_plan_id: v.nullish(idSent),
      duration_hours: v.nullish(v.picklist(DURATION_CHOICES_HOURS, text.invalidDuration))
    }),
    v.check(body => Boolean(body.pricing_plan_id) !== Boolean(body.duration_hours), text.planOrDuration)
  ),
  method: 'POST',
  output: order,
  path: '/bookings/hourly'
})

const told = v.object({
  success: v.nullish(v.boolean(), true),
  booking_id: v.nullish(id),
  payment_status: textOrEmpty,
  message: textOrEmpty
})

/** The answer of both payment calls (decision 32). */
const outcome = v.union([
  told,
  v.pipe(
    silent,
    v.transform(() => ({ message: '', payment_status: '', success: true }))
  )
])

const field = v.pipe(
  v.optional(v.string(common.notText), ''),
  v.nonEmpty(common.required),
  v.maxLength(200, common.tooLong)
)

/** Told twice, it answers the same (decision 33). */
export const paymentSucceeded = defineEndpoint({
  access: 'rider',
  again_after_ms: PAYMENT_AGAIN_MS,
  body: v.object({
    session_id: field,
    razorpay_payment_id: field,
    razorpay_order_id: field,
    razorpay_signature: field
  }),
  encoding: 'form',
  method: 'POST',
  output: outcome,
  path: '/bookings/payment-success'
})

export const paymentFailed = defineEndpoint({
  access: 'rider',
  body: v.object({
    session_id: field,
    error_description: v.pipe(
      v.optional(v.string(common.notText), ''),
      v.transform(reason => reason.slice(0, 500))
    )
  }),
  encoding: 'form',
  method: 'POST',
  output: outcome,
  path: '/bookings/payment-failed'
})

export const booking = v.object({
  id,
  scooter: v.nullish(v.object({ id: v.nullish(id), name: v.nullish(v.string()) })),
  /** Instants in ISO; UTC where a backend leaves the zone out. */
  start_time: v.string(),
  end_time: v.string(),
  payment_status: v.string(),
  /** Only in the payer's own paid booking that has not ended (decision 36). */
  otp_pin: optionalText,
  // Added by us.
  /** Rupees. */
  amount: v.nullish(v.number()),
  /** When an unpaid hold ends. */
  expires_at: optionalText,
  created_at: optionalText,
  property_name: optionalText,
  /** It was paid for, and the provider's word is awaited: nobody is asked to pay again. */
  is_settling: v.nullish(v.boolean(), false)
})
export type Booking = v.InferOutput<typeof booking>

/** Newest first. */
export const listMyBookings = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.array(booking),
  path: '/my-bookings'
})

/** Added by us: 'Complete Payment' opens the same order again while the hold lives (decision 29). */
export const resumeBooking = defineEndpoint({
  access: 'rider',
  added: true,
  method: 'POST',
  output: order,
  path: '/bookings/{id}/resume'
})

/** Added by us: gives a Pending hold up at once, so that the time is free for others. */
export const cancelBooking = defineEndpoint({
  access: 'rider',
  added: true,
  method: 'POST',
  output: said,
  path: '/bookings/{id}/cancel'
})
