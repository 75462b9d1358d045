import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, type OpenEnum, openEnum, optionalId, optionalText } from '#contract/kit/fields.ts'
import type { ScooterStatus } from '#domain/catalogue/scooter-status.ts'

export const scooterFields = {
  id,
  name: v.string(),
  property_id: optionalId,
  property_location: optionalText,
  property_name: optionalText,
  image_url: optionalText
}

const optionalNumber = v.nullish(v.number(), null)

/** A scooter as a rider sees it, without its PIN. */
export const scooter = v.object({
  ...scooterFields,
  /** The effective status: a paid ride under way makes an available scooter Booked. */
  status: openEnum as OpenEnum<ScooterStatus>,
  /** True if only the ride under way blocks it, so it can be booked for later. */
  bookable_later: v.nullish(v.boolean(), false),
  /** When the ride under way ends, UTC ISO. */
  booked_until: optionalText,
  /** Embedded backend only: a paid booking can be cancelled for a full refund until so many minutes before the ride. */
  free_cancel_minutes: optionalNumber,
  /** Embedded backend only: a ride starts at most this many days after today. */
  max_days_ahead: optionalNumber,
  /** Embedded backend only: the longest ride of the property. */
  max_ride_hours: optionalNumber,
  /** Embedded backend only: the property's own support number, in digits; null if it has the build's. */
  support_phone: optionalText
})
export type Scooter = v.InferOutput<typeof scooter>

export const listPropertyScooters = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.array(scooter),
  path: '/properties/{property_id}/scooters'
})
