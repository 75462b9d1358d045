import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, optionalText } from '#contract/kit/fields.ts'
import { idFor, optionalIdFor } from '#contract/kit/ids.ts'

export const scooterFields = {
  id: idFor('scooter_id'),
  name: v.string(),
  property_id: optionalIdFor('property_id'),
  property_location: optionalText,
  property_name: optionalText,
  image_url: optionalText
}

/** A scooter as a rider sees it, without its PIN. */
export const scooter = v.object({
  ...scooterFields,
  /** The effective status: a paid ride under way makes an available scooter Booked. */
  status: v.string(),
  /** True if only the ride under way blocks it, so it can be booked for later. */
  bookable_later: v.nullish(v.boolean(), false),
  /** When the ride under way ends, UTC ISO. */
  booked_until: optionalText
})
export type Scooter = v.InferOutput<typeof scooter>

export const listPropertyScooters = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.array(scooter),
  path: '/properties/{property_id}/scooters'
})

/** Extension: windows that cannot be booked on a day in India and the next, without names. */
export const getAvailability = defineEndpoint({
  access: 'rider',
  isExtension: true,
  method: 'GET',
  output: v.object({ busy: v.array(v.object({ end_time: v.string(), start_time: v.string() })) }),
  path: '/scooters/{id}/availability',
  query: v.object({ date: day })
})
