import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, openEnum, optionalText } from '#contract/kit/fields.ts'
import { positiveInteger } from '#contract/kit/list-query.ts'
import { PLAN_HOURS } from '#domain/constants.ts'
import { BOOKING_BLOCKS } from '#domain/riders/licence.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { startTime } from './create-booking.ts'

export const freeScooter = v.object({
  id,
  /** Why the rider may not have it then; null: nothing. */
  booking_block: v.nullish(openEnum(BOOKING_BLOCKS), null),
  free: v.boolean(),
  name: v.string(),
  /** The first start within the next 24 hours at which it is free for as long, UTC ISO; null: none. */
  next_free_at: optionalText,
  /** The rider has a ride then, so that none is free. */
  own_ride: v.optional(v.boolean(), false)
})
export type FreeScooter = v.InferOutput<typeof freeScooter>

/**
 * The scooters of the rider's property, by name, and whether a ride can have them. A hint: only an order holds one.
 * Another property's list is empty.
 */
export const listFreeScooters = defineEndpoint('GET /properties/{property_id}/free', {
  access: 'rider',
  output: v.array(freeScooter),
  query: v.object({
    hours: positiveInteger(PLAN_HOURS.max, bookingText.invalidHours),
    start: startTime
  })
})

export const docs = {
  listFreeScooters: {
    refusals: ['ride_too_long', 'start_passed', 'start_too_far', 'start_too_soon'],
    summary: 'List which scooters of the property are free for a ride, and when the others are'
  }
} satisfies Docs
