import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { durationText } from '#domain/time/time-texts.ts'
import { endedAgo, RIDE_STATES } from '#messages/admin/bookings.ts'
import { rideState } from '#stores/admin/booking-actions.ts'

/** Where a paid ride stands. One that nobody has returned says since when. */
export function RideState({ booking, now }: { booking: BookingForAdmin; now: Date }) {
  const state = rideState(booking, now)
  if (state === null || !IS_BACKEND_EMBEDDED) return null
  const since = durationText(now.getTime() - parseInstant(booking.end_time).getTime())
  return (
    <span className={`caption ${state === 'over' ? '' : 'font-semibold'}`}>
      {state === 'ended' ? endedAgo(since) : RIDE_STATES[state]}
    </span>
  )
}
