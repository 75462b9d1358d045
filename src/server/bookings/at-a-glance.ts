import type { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { LATE_MAX_HOURS } from '#domain/problems/problems.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { isLiveUnpaidHold, rideEnd } from '#server/slots/booking-sql.ts'
import {
  isToReturn,
  type MyBookingRow,
  readMyBookings,
  SELECT_MY_BOOKINGS,
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
const LONGEST_SHOWN_SECONDS = LONGEST_RIDE_MINUTES * MINUTE_SECONDS + LATE_MAX_HOURS * HOUR_SECONDS

/** One that is to be returned, one that runs, and one that comes next. */
const MAX_RIDES = 3

const OF_RIDER = `${SELECT_MY_BOOKINGS}
 WHERE bookings.user_id = :rider AND bookings.kind = 'ride'`

const RIDES = `${OF_RIDER} AND bookings.state = 'confirmed' AND bookings.start_at > :now - ${LONGEST_SHOWN_SECONDS} AND ${IS_SHOWN}
 ORDER BY bookings.start_at LIMIT ${MAX_RIDES}`

const HOLD = `${OF_RIDER} AND ${isLiveUnpaidHold('bookings')} LIMIT 1`

export async function atAGlance(riderId: string, now: Date): Promise<AtAGlance> {
  const { holds, rides } = await readMyBookings({ holds: HOLD, rides: RIDES }, now, { rider: riderId })
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
