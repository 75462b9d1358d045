import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { parseInstant } from '#domain/time/india-time.ts'

/** Where a paid ride stands; 'ended': it is over, and nobody has returned it. Null if it is not paid. */
export function rideState(booking: BookingForAdmin, now: Date): 'ended' | 'over' | 'riding' | 'upcoming' | null {
  if (booking.payment_status !== 'Completed') return null
  if (booking.is_unreturned) return 'ended'
  return ({ ahead: 'upcoming', over: 'over', under_way: 'riding' } as const)[rideStage(booking, now)]
}

/** Where the ride stands at `now`, which decides what a cancellation frees. */
export function rideStage({ end_time, start_time }: BookingForAdmin, now: Date): 'ahead' | 'over' | 'under_way' {
  if (parseInstant(end_time) < now) return 'over'
  return parseInstant(start_time) <= now ? 'under_way' : 'ahead'
}
