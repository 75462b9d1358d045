import * as v from 'valibot'
import { bookingForAdmin, STAFF_RIDE_FIELDS } from '#contract/bookings/admin-bookings.ts'
import { pinChange } from '#contract/catalogue/admin-scooters.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, idText, namedRow, openEnum, optionalId, optionalText } from '#contract/kit/fields.ts'
import { booleanFilter } from '#contract/kit/list-query.ts'
import { problem } from '#contract/problems/problems.ts'
import { DESK_METHODS } from '#domain/payments.ts'

/** A paid ride of the day, with its paid extensions. */
export const todayRide = v.object({
  ...v.pick(bookingForAdmin, STAFF_RIDE_FIELDS).entries,
  property_name: optionalText,
  /** Null: nobody has returned it. */
  returned_at: optionalText
})
export type TodayRide = v.InferOutput<typeof todayRide>

/** A refund that is to be paid back at the desk. */
export const deskRefund = v.object({
  amount: v.number(),
  booking_id: id,
  id,
  /** How the ride was paid there. */
  pay: openEnum(DESK_METHODS),
  property_name: v.string(),
  rider_name: v.string()
})
export type DeskRefund = v.InferOutput<typeof deskRefund>

export const today = v.object({
  /** 'yyyy-MM-dd', in India. */
  day: v.string(),
  /** Null: the day of several properties, or of none. */
  property_id: optionalId,
  property_name: optionalText,
  /** Those that start or are out on this day, by start. Today also those before it that nobody has returned. */
  rides: v.array(todayRide),
  /** Not all rides are listed. */
  has_more: v.boolean(),
  pin_changes: v.array(pinChange),
  /** The scooters in Maintenance. */
  maintenance: v.array(v.object({ ...namedRow.entries, property_name: optionalText })),
  /** The open ones. */
  problems: v.array(problem),
  // For managers and owners.
  /** The licences to review, up to PAGE_SIZE. */
  licences: v.nullish(v.number()),
  desk_backs: v.nullish(v.array(deskRefund))
})
export type Today = v.InferOutput<typeof today>

/**
 * What is to do at a property on a day, or with `all` at all properties of the caller. Without parameters: the first of
 * the caller's properties, today.
 */
export const getToday = defineEndpoint('GET /admin/today', {
  staff: { lowest: 'caretaker', scope: 'list' },
  output: today,
  query: v.object({ all: booleanFilter, day: v.optional(day), property_id: v.optional(idText) })
})

export const docs = {
  getToday: { summary: 'Get the day of a property, or of all: rides, PINs to change, scooters in Maintenance' }
} satisfies Docs
