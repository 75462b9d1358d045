import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText } from '#contract/kit/fields.ts'

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

/** The parts of the list that come by pages: what was paid for and has ended, and what came to nothing. */
const PAGED_SECTIONS = ['past', 'not_completed'] as const
export type PagedSection = (typeof PAGED_SECTIONS)[number]

/**
 * Without a parameter all of them, newest first. With `limit` everything that is current and so many of each section; with
 * `section` so many of that one, after the booking `before`. `x-has-more` (contract/kit/has-more.ts) tells whether there are
 * more of any section in the answer.
 */
export const listMyBookings = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.array(booking),
  query: v.object({
    before: v.optional(v.string()),
    limit: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number))),
    section: v.optional(v.picklist(PAGED_SECTIONS))
  }),
  path: '/my-bookings'
})
