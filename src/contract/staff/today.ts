import * as v from 'valibot'
import { pinChange } from '#contract/catalogue/admin-scooters.ts'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, idText, namedRow, optionalId, optionalText } from '#contract/kit/fields.ts'
import { problem } from '#contract/problems/problems.ts'

/** A paid ride of the day. Instants are ISO. */
const todayRide = v.object({
  id,
  scooter_id: id,
  scooter_name: v.string(),
  user_name: v.string(),
  /** Null for a deleted rider. */
  user_phone: optionalText,
  /** What the rider wrote while booking. */
  note_to_staff: v.nullish(v.string()),
  start_time: v.string(),
  /** With its paid extensions. */
  end_time: v.string(),
  /** Null: nobody has returned it. */
  returned_at: optionalText,
  /** It has ended, nobody has returned it, and the property confirms returns. */
  is_late: v.nullish(v.boolean()),
  /** The photo of the parked scooter (GET /photos/{id}). */
  return_photo_id: optionalId
})
export type TodayRide = v.InferOutput<typeof todayRide>

export const today = v.object({
  /** 'yyyy-MM-dd', in India. */
  day: v.string(),
  /** Null: the caller has no property. */
  property_id: optionalId,
  property_name: optionalText,
  /** Those that start or are out on this day, by start. Today also those before it that nobody has returned. */
  rides: v.array(todayRide),
  /** Not all rides are listed. */
  has_more: v.boolean(),
  pin_changes: v.array(pinChange),
  /** The scooters in Maintenance. */
  maintenance: v.array(namedRow),
  /** The open ones. */
  problems: v.array(problem),
  /** For managers and owners: the licences to review, up to PAGE_SIZE. */
  licences: v.nullish(v.number())
})
export type Today = v.InferOutput<typeof today>

/** What is to do at a property on a day. Without parameters: the first of the caller's properties, today. */
export const getToday = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'caretaker', scope: 'list' },
  method: 'GET',
  output: today,
  path: '/admin/today',
  query: v.object({ day: v.optional(day), property_id: v.optional(idText) }),
  summary: 'Get the day of a property: rides, PINs to change, scooters in Maintenance'
})
