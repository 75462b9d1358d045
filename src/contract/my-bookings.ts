import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { id, optionalText } from './fields.ts'

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
