import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { optionalText } from '#contract/kit/fields.ts'

/** What a rider needs to ride without a phone. Instants are ISO. */
const slip = v.object({
  /** Of the booking (domain/bookings/rides.ts). */
  reference: v.string(),
  user_name: v.string(),
  scooter_name: v.string(),
  registration_number: optionalText,
  property_name: v.string(),
  /** The property's address. */
  location: optionalText,
  parking_note: optionalText,
  start_time: v.string(),
  /** With its paid extensions. */
  end_time: v.string(),
  /** That of the lock. */
  pin: v.string(),
  support_phone: optionalText
})
export type Slip = v.InferOutput<typeof slip>

/**
 * Shows the PIN of a paid ride to the desk, for a rider who cannot read it. It is in the activity log, and the rider
 * counts as having read it. 409 unless the ride is ahead, under way or to be returned, or if it has just changed.
 */
export const readSlip = defineEndpoint('POST /admin/bookings/{id}/slip', {
  staff: { lowest: 'manager', scope: 'booking' },
  output: slip
})

export const docs = {
  readSlip: { refusals: ['booking_ended', 'ride_changed'], summary: 'Read the PIN of a ride for its rider' }
} satisfies Docs
