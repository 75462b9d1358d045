import { and, asc, eq, gt } from 'drizzle-orm'
import type { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import type { BookingState } from '#domain/bookings/booking-status.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { LATE_MAX_HOURS } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { sqlAt } from '#server/db/sql.ts'
import { isLiveUnpaidHold, rideEnd } from '#server/slots/booking-sql.ts'
import {
  isToReturn,
  type MyBookingRow,
  selectMyBookings,
  TO_RETURN_SECONDS,
  toMyBooking,
  toMyBookings
} from './my-booking-rows.ts'

type MyBooking = ServerOutput<typeof listMyBookings>[number]

/** What the frame of every rider page needs. */
export interface AtAGlance {
  /** The rider's unpaid hold that can still be paid. */
  hold: MyBooking | null
  /** A ride runs or is to be returned, or a payment waits. */
  needsRider: boolean
  /** The paid ride that runs, is to be returned or comes next, in this order. */
  ride: MyBookingRow | null
}

const END = rideEnd('bookings.id')
/** SQL: a ride is ahead, runs, or ended within the time in which it can be returned. */
const IS_SHOWN = `(${END} > :now OR (bookings.returned_at IS NULL AND ${END} > :now - ${TO_RETURN_SECONDS}))`
const LONGEST_SHOWN_MINUTES = LONGEST_RIDE_MINUTES + LATE_MAX_HOURS * HOUR_MINUTES

/** One that is to be returned, one that runs, and one that comes next. */
const MAX_RIDES = 3

const isRide = (riderId: string, state: BookingState) =>
  and(eq(bookings.user_id, riderId), eq(bookings.state, state), eq(bookings.kind, 'ride'))

const selectRides = (riderId: string, now: Date) =>
  selectMyBookings(now)
    .where(
      and(
        isRide(riderId, 'confirmed'),
        gt(bookings.start_at, addMinutes(now, -LONGEST_SHOWN_MINUTES)),
        sqlAt(IS_SHOWN, now)
      )
    )
    .orderBy(asc(bookings.start_at))
    .limit(MAX_RIDES)

const selectHold = (riderId: string, now: Date) =>
  selectMyBookings(now)
    .where(and(isRide(riderId, 'held'), sqlAt(isLiveUnpaidHold('bookings'), now)))
    .limit(1)

export async function atAGlance(riderId: string, now: Date): Promise<AtAGlance> {
  const [rides, holds] = await db.batch([selectRides(riderId, now), selectHold(riderId, now)])
  const [hold] = holds.map(row => toMyBooking(row, now))
  const running = rides.find(({ end_at, start_at }) => start_at <= now && now < end_at)
  const toReturn = rides.find(row => isToReturn(row, now))
  const next = rides.find(({ start_at }) => start_at > now)
  return {
    hold: hold ?? null,
    needsRider: Boolean(hold ?? running ?? toReturn),
    ride: running ?? toReturn ?? next ?? null
  }
}

/** The ride as Home shows it: with its PIN, which its rider then has read, once it has begun. */
export function rideOnHome(row: MyBookingRow, now: Date): MyBooking | undefined {
  return row.start_at <= now ? toMyBookings([row], now)[0] : { ...toMyBooking(row, now), otp_pin: null }
}
