import { CELL_SECONDS, type TimeWindow, windowFrom } from '#domain/bookings/booking-window.ts'
import {
  EXTENDABLE_MINUTES,
  EXTENSION_HOURS,
  extensionPrice,
  type Offer,
  offersFrom
} from '#domain/bookings/extension.ts'
import { isPlanOfferedOn, type Rates } from '#domain/catalogue/pricing.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { HOUR_MINUTES, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { dateFrom, secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import { readRows } from '#server/db/read-rows.ts'
import { parseStoredJson, storedDays } from '#server/db/stored-json.ts'
import { refusal } from '#server/runtime/errors.ts'
import { isLiveClaim } from '#server/slots/claims.ts'
import { isPaidOrSettling, isUnpaidHold } from '#server/slots/conditions.ts'
import { isRowOf, isUnreturnedRide, lastPaidRow } from '#server/slots/ride-rows.ts'

// The extensions that a rider can book for a paid ride. Parameters: :ride, :rider, :now.

const LAST_ROW = `bookings last ON last.id = ${lastPaidRow('ride.id')}`

const OWN_RIDE = 'ride.id = :ride AND ride.user_id = :rider'

const sumOfPaid = (column: string) =>
  `(SELECT sum(b.${column}) FROM bookings b WHERE ${isRowOf('b', 'ride.id')} AND +b.state = 'confirmed')`

const JOIN_RULES = 'LEFT JOIN property_settings rules ON rules.property_id = ride.property_id'

const BUFFER_MINUTES = `coalesce(rules.buffer_minutes, ${NUMBER_RULES.buffer_minutes.default})`

const SELECT_RIDE = `
SELECT ${isUnreturnedRide('ride')} AS is_unreturned, ride.start_at, last.end_at, last.scooter_id,
       ${sumOfPaid('hours')} AS hours, ${sumOfPaid('amount')} AS paid,
       s.status = 'Available' AND s.archived_at IS NULL AND p.archived_at IS NULL AS in_service,
       rates.hourly_1, rates.hourly_3, rates.hourly_6, rates.hourly_12,
       coalesce(rules.max_ride_hours, ${NUMBER_RULES.max_ride_hours.default}) AS max_ride_hours,
       ${BUFFER_MINUTES} AS buffer_minutes
  FROM bookings ride
  LEFT JOIN ${LAST_ROW}
  LEFT JOIN scooters s ON s.id = last.scooter_id
  LEFT JOIN properties p ON p.id = last.property_id
  LEFT JOIN legacy_pricing rates ON rates.property_id = ride.property_id
  ${JOIN_RULES}
 WHERE ${OWN_RIDE}`

const SELECT_PLANS = `
SELECT plan.cost, plan.hours, plan.available_days
  FROM bookings ride JOIN pricing_plans plan ON plan.property_id = ride.property_id
 WHERE ${OWN_RIDE} AND plan.is_active = 1 AND plan.archived_at IS NULL`

const LONGEST_SECONDS = EXTENSION_HOURS.max * HOUR_MINUTES * MINUTE_SECONDS

const BUFFER_SECONDS = `${BUFFER_MINUTES} * ${MINUTE_SECONDS}`

// The scooter's next claim, less the buffer before the ride of another rider; or the rider's next ride on any scooter.
// The rider's own unpaid holds do not count.
const SELECT_NEXT_TAKEN = `
SELECT min(start_at) AS start_at FROM (
SELECT min(max(last.end_at, c.cell * ${CELL_SECONDS} - iif(b.user_id = :rider, 0, ${BUFFER_SECONDS}))) AS start_at
  FROM bookings ride JOIN ${LAST_ROW} ${JOIN_RULES}
  JOIN slot_claims c ON c.scooter_id = last.scooter_id AND c.cell * ${CELL_SECONDS} >= last.end_at
                    AND ${isLiveClaim('c')}
  JOIN bookings b ON b.id = c.booking_id AND NOT (b.user_id = :rider AND ${isUnpaidHold('b')})
 WHERE ${OWN_RIDE} AND c.cell * ${CELL_SECONDS} < last.end_at + ${LONGEST_SECONDS} + ${BUFFER_SECONDS}
 UNION ALL
SELECT min(o.start_at)
  FROM bookings ride JOIN ${LAST_ROW}
  JOIN bookings o ON o.user_id = ride.user_id AND o.start_at >= last.end_at
                 AND o.start_at < last.end_at + ${LONGEST_SECONDS}
                 AND ${isPaidOrSettling('o')}
 WHERE ${OWN_RIDE})`

interface UnreturnedRide {
  buffer_minutes: number
  /** Of the last paid row. */
  end_at: number
  hours: number
  in_service: 0 | 1
  /** Paid and not returned. */
  is_unreturned: 1
  max_ride_hours: number
  paid: number
  scooter_id: string
  start_at: number
}

/** Without a paid row, the columns of the last row are null. Without own rates, a property has the default rates. */
type ExtendableRow = { is_unreturned: 0 } | (UnreturnedRide & (Rates | Record<keyof Rates, null>))

interface PlanRow {
  /** JSON */
  available_days: string
  cost: number
  hours: number
}

interface TakenRow {
  /** Null if nothing is taken. */
  start_at: number | null
}

interface Extension {
  /** Rupees. */
  amount: number
  hours: number
  window: TimeWindow
}

interface ExtendableRide {
  /** Free time of the scooter before the ride of another rider. */
  buffer_minutes: number
  /** Every length that the property rents, taken or not. */
  extensions: Extension[]
  /** The scooter can be booked. */
  isInService: boolean
  /** The most hours of a ride at the property, with its extensions. */
  maxRideHours: number
  /** When the scooter or its rider has another ride; null if not within the longest extension. */
  nextTaken: Date | null
  scooter_id: string
}

/** Null if the ride can no longer be extended. Throws 404 unless it is the rider's own. */
export async function findExtendableRide(rideId: string, rider: string, now: Date): Promise<ExtendableRide | null> {
  const params = { now: secondsOf(now), ride: rideId, rider }
  const [[ride], plans, [taken]] = await readRows<[ExtendableRow[], PlanRow[], TakenRow[]]>([
    prepareNamed(SELECT_RIDE, params),
    prepareNamed(SELECT_PLANS, params),
    prepareNamed(SELECT_NEXT_TAKEN, params)
  ])
  if (!ride) throw refusal('booking_not_found')
  if (!ride.is_unreturned || secondsOf(now) >= ride.end_at + EXTENDABLE_MINUTES * MINUTE_SECONDS) return null
  const nextStart = taken?.start_at ?? null
  const { buffer_minutes, max_ride_hours: maxRideHours, scooter_id } = ride
  const rates = ride.hourly_1 === null ? DEFAULT_RATES : ride
  const offers = offersFrom(rates, plansOnDayOf(ride.start_at, plans))
  return {
    buffer_minutes,
    extensions: extensionsOf(ride, offers, maxRideHours),
    isInService: Boolean(ride.in_service),
    maxRideHours,
    nextTaken: nextStart === null ? null : dateFrom(nextStart),
    scooter_id
  }
}

function extensionsOf(
  { end_at, hours: bookedHours, paid }: UnreturnedRide,
  offers: readonly Offer[],
  maxRideHours: number
) {
  const lengths = extensionLengths().filter(hours => bookedHours + hours <= maxRideHours)
  return lengths.map(hours => ({
    amount: extensionPrice({ bookedHours, extraHours: hours, offers, paid }),
    hours,
    window: windowFrom(dateFrom(end_at), hours)
  }))
}

function extensionLengths(): number[] {
  const { max, min } = EXTENSION_HOURS
  return Array.from({ length: max - min + 1 }, (_, index) => min + index)
}

const daysFrom = (json: string) => parseStoredJson('pricing_plans.available_days', storedDays, json)

function plansOnDayOf(startAt: number, plans: readonly PlanRow[]) {
  const weekday = weekdayOf(dayOf(dateFrom(startAt)))
  return plans.filter(({ available_days }) =>
    isPlanOfferedOn({ available_days: daysFrom(available_days), is_active: true }, weekday)
  )
}
