import * as contract from '#contract/bookings/manage-ride.ts'
import {
  allowedExtensions,
  bookableExtensions,
  extensionPrice,
  isExtendable,
  type Offer,
  offersFrom
} from '#domain/bookings/extension.ts'
import { closedReason } from '#domain/bookings/opening.ts'
import { cellsOf, windowFrom, withBuffer } from '#domain/bookings/slots.ts'
import { firstBookableStart } from '#domain/bookings/start-times.ts'
import { isPlanOfferedOn, type Rates } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES, EXTENSION_HOURS } from '#domain/constants.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, readRows } from '#server/db/client.ts'
import type { pricing_plans } from '#server/db/schema/catalogue.ts'
import { dateFrom, parseStoredJson, ruleSql, type StoredRow, secondsOf, storedDays } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitOrders } from '#server/http/throttle.ts'
import { refusal } from '#server/runtime/refusal.ts'
import {
  fromBlocks,
  isInService,
  isLiveClaim,
  isPaidOrSettling,
  isUnreturnedRide,
  lastPaidRow,
  NEXT_OWN,
  NEXT_TAKEN,
  overlapsWindow,
  sumOfPaid
} from '#server/slots/booking-sql.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import { OPENING_COLUMNS, type OpeningRow, openingFrom } from '#server/slots/opening.ts'
import { isHeldByLateRide } from '#server/slots/scooter-state.ts'
import { holdWithOrder } from './create-booking.ts'

// A rider books the time after a paid ride. The extension is a booking of its own, with its own order and payment.

export const listExtensions = implement(contract.listExtensions, async ({ params: { id } }, rider, { now }) => {
  const ride = await findExtendableRide(id, rider.id, now)
  if (!ride) return { choices: [], reason: 'over' as const }
  if (ride.block) return { block: ride.block, choices: [] }
  const { hours, obstacle } = bookableExtensions(ride)
  const bookable = ride.extensions.filter(extension => hours.includes(extension.hours))
  return {
    choices: bookable.map(({ amount, hours, window }) => ({ amount, end_time: window.end.toISOString(), hours })),
    is_own_next: ride.isOwnNext,
    next_taken: ride.nextTaken?.toISOString() ?? null,
    other_scooter:
      obstacle === 'taken' || obstacle === 'maintenance' ? await findOtherScooter(ride, rider.id, now) : null,
    reason: obstacle
  }
})

/** The server computes the price again. Only the statement that holds the time decides whether it is free. */
export const extendBooking = implement(contract.extendBooking, async ({ body, params: { id } }, rider, call) => {
  const { now } = call
  const [ride] = await Promise.all([findExtendableRide(id, rider.id, now), limitOrders(rider.id, now)])
  if (!ride) throw refusal('cannot_extend')
  if (!ride.isInService) throw refusal('scooter_leaves_service')
  const extension = ride.extensions.find(({ hours }) => hours === body.hours)
  if (!extension) throw refusal('ride_too_long', ride.maxRideHours)
  const { buffer_minutes, scooter_id } = ride
  const request = { ...extension, buffer_minutes, plan: null, ride_id: id, scooter_id, user_id: rider.id }
  return holdWithOrder(request, 'cannot_extend', call)
})

// The extensions that a rider can book for a paid ride. Parameters: :ride, :rider, :now.

const OWN_RIDE = 'ride.id = :ride AND ride.user_id = :rider'

const SELECT_RIDE = `
SELECT ${isUnreturnedRide('ride')} AS is_unreturned, ride.start_at, last.end_at, last.scooter_id,
       ${sumOfPaid('ride.id', 'hours')} AS hours, ${sumOfPaid('ride.id', 'amount')} AS paid,
       ${isInService('s', 'p')} AS in_service,
       ${bookingBlock(`last.end_at + ${EXTENSION_HOURS.min * HOUR_SECONDS}`)} AS block,
       rates.hourly_1, rates.hourly_3, rates.hourly_6, rates.hourly_12,
       ${ruleSql('max_ride_hours')} AS max_ride_hours, ${ruleSql('buffer_minutes')} AS buffer_minutes,
       ${OPENING_COLUMNS}, ${NEXT_OWN} AS next_own, ${NEXT_TAKEN} AS next_taken
  FROM bookings ride
  JOIN users u ON u.id = ride.user_id
  LEFT JOIN bookings last ON last.id = ${lastPaidRow('ride.id')}
  LEFT JOIN scooters s ON s.id = last.scooter_id
  LEFT JOIN properties p ON p.id = last.property_id
  LEFT JOIN legacy_pricing rates ON rates.property_id = ride.property_id
  LEFT JOIN property_settings rules ON rules.property_id = ride.property_id
 WHERE ${OWN_RIDE}`

const SELECT_PLANS = `
SELECT plan.cost, plan.hours, plan.available_days
  FROM bookings ride JOIN pricing_plans plan ON plan.property_id = ride.property_id
 WHERE ${OWN_RIDE} AND plan.is_active = 1 AND plan.archived_at IS NULL`

interface UnreturnedRide extends OpeningRow {
  /** Why the rider may not have even the shortest extension. */
  block: BookingBlock | null
  /** Free time of the scooter before the ride of another rider. */
  buffer_minutes: number
  /** Of the last paid row. */
  end_at: number
  hours: number
  /** The scooter can be booked. */
  in_service: 0 | 1
  /** Paid and not returned. */
  is_unreturned: 1
  /** The most hours of a ride at the property, with its extensions. */
  max_ride_hours: number
  /** The rider's own next ride. */
  next_own: number | null
  /** Null if the scooter and the rider are free for the longest extension. */
  next_taken: number | null
  paid: number
  scooter_id: string
  start_at: number
}

/** Without a paid row, the columns of the last row are null. Without own rates, a property has the default rates. */
type ExtendableRow = { is_unreturned: 0 } | (UnreturnedRide & (Rates | Record<keyof Rates, null>))

type PlanRow = StoredRow<typeof pricing_plans, 'available_days' | 'cost' | 'hours'>

type ExtendableRide = NonNullable<Awaited<ReturnType<typeof findExtendableRide>>>

/** Null if the ride can no longer be extended. Throws 404 unless it is the rider's own. */
async function findExtendableRide(rideId: string, rider: string, now: Date) {
  const params = { now: secondsOf(now), ride: rideId, rider }
  const { plans, rides } = await readRows<{ plans: PlanRow; rides: ExtendableRow }>(
    { plans: SELECT_PLANS, rides: SELECT_RIDE },
    params
  )
  const [ride] = rides
  if (!ride) throw refusal('booking_not_found')
  if (!ride.is_unreturned || !isExtendable(dateFrom(ride.end_at), now)) return null
  const { buffer_minutes, hours: bookedHours, max_ride_hours: maxRideHours, next_own, next_taken, scooter_id } = ride
  const rates = ride.hourly_1 === null ? DEFAULT_RATES : ride
  const offers = offersFrom(rates, plansOnDayOf(ride.start_at, plans))
  return {
    block: ride.block,
    bookedHours,
    buffer_minutes,
    end: dateFrom(ride.end_at),
    extensions: extensionsOf(ride, offers),
    id: rideId,
    isOwnNext: next_own !== null && next_own === next_taken,
    isInService: Boolean(ride.in_service),
    maxRideHours,
    nextTaken: next_taken === null ? null : dateFrom(next_taken),
    opening: openingFrom(ride),
    scooter_id
  }
}

// The rider may book it. It is free for a window with its buffers, of which the cells are :firstCell to before
// :endCell.
const SELECT_OTHER_SCOOTER = `
SELECT s.id, s.name
  FROM bookings ride
  JOIN users u ON u.id = ride.user_id AND u.property_id = ride.property_id
  JOIN properties p ON p.id = u.property_id
  JOIN scooters s ON s.property_id = p.id
  LEFT JOIN property_settings rules ON rules.property_id = p.id
 WHERE ${OWN_RIDE} AND s.id <> :scooter AND ${isInService('s', 'p')} AND (${bookingBlock(':end')}) IS NULL
   AND NOT EXISTS (SELECT 1 FROM slot_claims c
                    WHERE c.scooter_id = s.id AND c.cell >= :firstCell AND c.cell < :endCell AND ${isLiveClaim('c')})
   AND NOT EXISTS (SELECT 1 ${fromBlocks('s.id', ':start', ':end')})
   AND NOT ${isHeldByLateRide('s.id', ':rider', ':start')}
   AND NOT EXISTS (SELECT 1 FROM bookings b
                    WHERE b.user_id = :rider AND ${isPaidOrSettling('b')} AND ${overlapsWindow('b', ':start', ':end')})
 ORDER BY s.name LIMIT 1`

/** For an hour from the end of the ride on, or from the first time on offer. Null if there is none. */
async function findOtherScooter(
  { buffer_minutes, end, id, opening, scooter_id }: ExtendableRide,
  rider: string,
  now: Date
) {
  const first = firstBookableStart(now, opening)
  const window = windowFrom(end > first ? end : first, EXTENSION_HOURS.min)
  if (closedReason(window, opening)) return null
  const cells = cellsOf(withBuffer(window, buffer_minutes))
  const times = { end: secondsOf(window.end), now: secondsOf(now), start: secondsOf(window.start) }
  const query = prepareNamed(SELECT_OTHER_SCOOTER, { ...cells, ...times, ride: id, rider, scooter: scooter_id })
  const scooter = await query.first<{ id: string; name: string }>()
  return scooter && { ...scooter, start_time: window.start.toISOString() }
}

/** Every length that the property rents, taken or not, with its price in rupees. */
function extensionsOf(ride: UnreturnedRide, offers: readonly Offer[]) {
  const { end_at, hours: bookedHours, max_ride_hours: maxRideHours, paid } = ride
  return allowedExtensions({ bookedHours, maxRideHours }).map(hours => ({
    amount: extensionPrice({ bookedHours, extraHours: hours, offers, paid }),
    hours,
    window: windowFrom(dateFrom(end_at), hours)
  }))
}

function plansOnDayOf(startAt: number, plans: readonly PlanRow[]) {
  const weekday = weekdayOf(dayOf(dateFrom(startAt)))
  return plans.filter(plan => {
    const availableDays = parseStoredJson('pricing_plans.available_days', storedDays, plan.available_days)
    return isPlanOfferedOn({ available_days: availableDays, is_active: true }, weekday)
  })
}
