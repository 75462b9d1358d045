import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, instant, openEnum, optionalOpenEnum, optionalText } from '#contract/kit/fields.ts'
import { LICENCE_STATUSES } from '#domain/riders/licence.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'

/** A paid ride with its extensions. Instants are ISO. */
const rideThen = v.object({
  id,
  property_name: v.string(),
  /** 'elsewhere': of a property that is not the caller's. Nothing is known of this rider, nor of a deleted one. */
  rider: openEnum(['known', 'deleted', 'elsewhere']),
  user_name: optionalText,
  user_phone: optionalText,
  user_email: optionalText,
  /** As it is today. */
  license_status: optionalOpenEnum(LICENCE_STATUSES),
  license_expires_on: optionalText,
  /** When its rider first read the PIN of this scooter. */
  pin_seen_at: optionalText,
  start_time: v.string(),
  /** As it was booked. */
  end_time: v.string(),
  /** Null: nobody has returned it. */
  returned_at: optionalText,
  /** Of a ride that was cancelled after its start. */
  cancelled_at: optionalText,
  moves: v.array(v.object({ at: v.string(), from: v.string(), to: v.string() }))
})
export type RideThen = v.InferOutput<typeof rideThen>

const whoRodeAnswer = v.object({
  scooter_name: v.string(),
  registration_number: optionalText,
  /** Whoever had it at that second: mostly one ride, and one that was returned before its booked end. */
  rides: v.array(rideThen),
  /** If there is none: the rides before and after. */
  around: v.array(rideThen)
})
export type WhoRode = v.InferOutput<typeof whoRodeAnswer>

/** Who had a scooter, which may be deleted, at a time that has passed. Every answer is in the activity log. */
export const whoRode = defineEndpoint('GET /admin/scooters/{id}/who-rode', {
  staff: { lowest: 'manager', scope: 'scooter' },
  output: whoRodeAnswer,
  query: v.object({ at: instant(whoRodeText.invalidTime) })
})

export const docs = {
  whoRode: { summary: 'Say who had a scooter at a time' }
} satisfies Docs
