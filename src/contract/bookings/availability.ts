import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day } from '#contract/kit/fields.ts'
import type { BusyWindow } from '#domain/bookings/availability.ts'
import { parseInstant } from '#domain/time/india-time.ts'

const busyWindow = v.object({
  end_time: v.string(),
  start_time: v.string(),
  /** True for a ride of the rider who asks, on any scooter. */
  is_yours: v.nullish(v.boolean(), false)
})

/** A window of the response as the browser and the page renderer compare it. */
export function toBusyWindow({ end_time, is_yours, start_time }: v.InferOutput<typeof busyWindow>): BusyWindow {
  return { end: parseInstant(end_time), isYours: is_yours, start: parseInstant(start_time) }
}

/** Windows that the rider cannot book on a day in India and the next, without names. */
export const getAvailability = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.object({ busy: v.array(busyWindow) }),
  path: '/scooters/{id}/availability',
  query: v.object({ date: day })
})
