import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_RIDE_CHANGES } from '#domain/backend.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { durationText } from '#domain/time/time-texts.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as commonText from '#messages/common.ts'
import { rideState } from '#stores/admin/bookings/booking-lists.ts'

/** Where a paid ride stands. One that nobody has returned says since when. */
export function RideState({ booking, now }: { booking: BookingForAdmin; now: Date }) {
  const state = rideState(booking, now)
  if (state === null || !HAS_RIDE_CHANGES) return null
  const since = durationText(now.getTime() - parseInstant(booking.end_time).getTime())
  return (
    <span className={`caption ${state === 'over' ? '' : 'font-semibold'}`}>
      {state === 'ended'
        ? commonText.joinFacts(booking.is_late && adminBookingsText.late, adminBookingsText.endedAgo(since))
        : adminBookingsText.RIDE_STATES[state]}
    </span>
  )
}
