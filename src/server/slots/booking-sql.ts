import { type BookingState, PAYABLE_STATES } from '#domain/bookings/booking-status.ts'
import { REFERENCE_LENGTH } from '#domain/bookings/rides.ts'
import { CELL_SECONDS, LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { EXTENDABLE_MINUTES, EXTENSION_HOURS } from '#domain/constants.ts'
import { DESK_METHODS, type DeskMethod } from '#domain/payments.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { ruleSql, sqlStringList, withoutIndex } from '#server/db/sql.ts'

// Named SQL about bookings, their claims and the rows of a ride, which several batches share. Every argument is SQL,
// such as the alias of a table or a parameter. Parameter: :now. Nothing here needs the Worker's own database.

/**
 * SQL: two rows overlap in time. One row of a ride lasts at most one day, so the second bound limits the scan of the
 * index on start.
 */
export const overlap = (one: string, other: string) => overlapsWindow(one, `${other}.start_at`, `${other}.end_at`)

/** The same for a window given as SQL, such as two parameters. */
export const overlapsWindow = (booking: string, start: string, end: string) =>
  `${booking}.start_at < ${end} AND ${booking}.start_at > ${start} - ${LONGEST_ROW_SECONDS}
     AND ${booking}.end_at > ${start}`

/**
 * SQL: the scooter, the property it was booked at, or its present property is deleted, or these two are not the same. An
 * extension goes on with its ride.
 */
export const isScooterDeleted = (booking: string) => `
EXISTS (SELECT 1 FROM scooters s JOIN properties p ON p.id IN (s.property_id, ${booking}.property_id)
         WHERE s.id = ${booking}.scooter_id
           AND (s.archived_at IS NOT NULL OR p.archived_at IS NOT NULL
                OR (${booking}.kind = 'ride' AND s.property_id IS NOT ${booking}.property_id)))`

/** SQL: a scooter can be booked. `property` is the property that it stands at. */
export const isInService = (scooter: string, property: string) =>
  `${scooter}.status = 'Available' AND ${scooter}.archived_at IS NULL AND ${property}.archived_at IS NULL`

/** SQL: the open problems `p` of a scooter that block it between these times. */
export const fromBlocks = (scooter: string, start: string, end: string) => `
FROM problems p
 WHERE ${blocks(scooter, start, end)}`

/** SQL: such a problem is `p`. */
export const blocks = (scooter: string, start: string, end: string) =>
  `p.scooter_id = ${scooter} AND p.state = 'open' AND p.blocked_until > ${start} AND p.blocked_from < ${end}`

/** SQL: a problem blocks the scooter of a booking at its time. */
export const isBlocked = (booking: string) =>
  `EXISTS (SELECT 1 ${fromBlocks(`${booking}.scooter_id`, `${booking}.start_at`, `${booking}.end_at`)})`

/** SQL: the same rider has another confirmed ride at that time. */
export const hasOwnRide = (booking: string) => `
EXISTS (SELECT 1 FROM bookings o
         WHERE o.user_id = ${booking}.user_id AND o.id <> ${booking}.id AND ${withoutIndex('o.state')} = 'confirmed'
           AND ${overlap('o', booking)})`

/** SQL: an unpaid hold that is not settling. Its deadline may have passed. */
export const isUnpaidHold = (booking: string) => `${booking}.state = 'held' AND ${booking}.settling = 0`

/** SQL: a hold whose payment the provider has not confirmed yet. */
export const isSettlingHold = (booking: string) => `${booking}.state = 'held' AND ${booking}.settling = 1`

/** SQL: no payment has settled the booking, and one still can. */
export const isPayable = (booking: string) => `${booking}.state IN ${sqlStringList(PAYABLE_STATES)}`

/** SQL: an unpaid hold, before its deadline. */
export const isLiveUnpaidHold = (booking: string) => `${isUnpaidHold(booking)} AND ${booking}.hold_until > :now`

/** SQL: a live hold. A settling hold is live, too. */
export const isLiveHold = (booking: string) =>
  `${booking}.state = 'held' AND (${booking}.settling = 1 OR ${booking}.hold_until > :now)`

/**
 * SQL: a payment still confirms the booking, as far as its times say: its hold is live, or its ride has not started. An
 * extension can be paid until its end.
 */
export const isStillPayable = (booking: string) => `${isPayable(booking)}
   AND ((${isLiveHold(booking)}) OR :now < iif(${booking}.kind = 'extension', ${booking}.end_at, ${booking}.start_at))`

/** SQL: a row has not ended. One row of a ride lasts at most one day, so the first bound limits the index scan. */
export const hasNotEnded = (booking: string) =>
  `${booking}.start_at > :now - ${LONGEST_ROW_SECONDS} AND ${booking}.end_at > :now`

/** SQL: true if the booking is paid or its payment is being confirmed. */
export const isPaidOrSettling = (booking: string) => `(${booking}.state = 'confirmed' OR (${isSettlingHold(booking)}))`

/** SQL: the reference of a booking, in lower case. The expression of an index. */
export const REFERENCE = `substr(id, -${REFERENCE_LENGTH})`

// Claims and their holds.

/** SQL: a table `cells` with one row for each cell from :firstCell to before :endCell. */
export const WITH_CELLS =
  'WITH RECURSIVE cells (cell) AS (SELECT :firstCell UNION ALL SELECT cell + 1 FROM cells WHERE cell + 1 < :endCell)'

/** SQL: expires holds. The condition follows. */
export const EXPIRE_HOLDS = `
UPDATE bookings SET state = 'expired', hold_until = NULL, settling = 0, updated_at = :now`

/** SQL: expires the holds that have ended. More conditions may follow. */
export const EXPIRE_PASSED_HOLDS = `${EXPIRE_HOLDS}
 WHERE state = 'held' AND hold_until <= :now`

/** SQL: frees a scooter's claims from :firstCell to before :endCell whose holds have ended. Conditions may follow. */
export const freeExpiredClaims = (scooter: string) => `
DELETE FROM slot_claims
 WHERE scooter_id = ${scooter} AND cell >= :firstCell AND cell < :endCell
   AND hold_until IS NOT NULL AND hold_until <= :now`

/** SQL: a claim counts: its booking is paid, or its hold has not ended. */
export const isLiveClaim = (claim: string) => `(${claim}.hold_until IS NULL OR ${claim}.hold_until > :now)`

/** SQL: frees the claims of all cancelled bookings of :rider. */
export const FREE_CANCELLED_CLAIMS_OF_RIDER = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE user_id = :rider AND state = 'cancelled')`

/** SQL: frees all claims of a booking that is in this state. */
export const freeClaimsOf = (booking: string, state: BookingState) => `
DELETE FROM slot_claims
 WHERE booking_id = ${booking} AND EXISTS (SELECT 1 FROM bookings WHERE id = ${booking} AND state = '${state}')`

// SQL assignments of a hold that ends before its deadline without a payment. Parameter: :now.

/** Releases a hold. It still counts against its rider's limits (hold-limits.ts). */
export const SET_RELEASED = "state = 'released', hold_until = NULL, updated_at = :now"

/** SQL assignments: cancels an unpaid booking. A payment that arrives later finds it so and is refunded. */
export const SET_UNPAID_CANCELLED = "state = 'cancelled', hold_until = NULL, settling = 0, updated_at = :now"

/** SQL assignments: cancels a paid row. Parameter: :cancellation, a random id of the batch. */
export const setCancelled = (by: string, percent = '100') =>
  `state = 'cancelled', cancelled_by = ${by}, refund_percent = ${percent}, cancellation_id = :cancellation, updated_at = :now`

/** SQL: this batch has cancelled the row. Another one can do so between the reading of a ride and its batch. */
export const isCancelledHere = (row: string) => `${row}.cancellation_id = :cancellation`

/** Stops counting a hold against its rider's limits, because the rider did not cause its end. */
export const SET_NOT_COUNTED = 'held_since = NULL'

// The rows of a ride: the row of kind 'ride' and the extensions that follow it.

/** SQL: the id of the ride that a row belongs to. */
export const rideOf = (row: string) => `coalesce(${row}.ride_id, ${row}.id)`

/** SQL: a row belongs to the ride with this id. */
export const isRowOf = (row: string, ride: string) => `(${row}.id = ${ride} OR ${row}.ride_id = ${ride})`

export const isPaidRowOf = (row: string, ride: string) =>
  `${isRowOf(row, ride)} AND ${withoutIndex(`${row}.state`)} = 'confirmed'`

const fromPaidRows = (ride: string) => `FROM bookings paid WHERE ${isPaidRowOf('paid', ride)}`

/** SQL: from when on the rider has a paid ride. One that starts at once is paid after its start. */
export const effectiveStart = (ride: string) => `max(${ride}.start_at, coalesce(${ride}.paid_at, 0))`

/** SQL: when a ride ends, with its paid extensions. */
export const rideEnd = (ride: string) => `(SELECT max(paid.end_at) ${fromPaidRows(ride)})`

/** SQL: the sum of a column over the paid rows of a ride; null if none is paid. */
export const sumOfPaid = (ride: string, column: string) => `(SELECT sum(paid.${column}) ${fromPaidRows(ride)})`

/** For so long after its end, a ride that was not returned can be returned or extended. */
export const EXTENDABLE_SECONDS = EXTENDABLE_MINUTES * MINUTE_SECONDS

/** SQL assignment: raises the revision of a ride, for calendars and cancellations. `by` is 0 if nothing changes. */
export const raiseRevision = (by = '1') => `revision = revision + ${by}`

/** SQL: the id of the last paid row of a ride. */
export const lastPaidRow = (ride: string) => `(SELECT paid.id ${fromPaidRows(ride)} ORDER BY paid.end_at DESC LIMIT 1)`

/** SQL: a row is a paid ride that was not returned. */
export const isUnreturnedRide = (row: string) =>
  `${row}.kind = 'ride' AND ${row}.state = 'confirmed' AND ${row}.returned_at IS NULL`

/**
 * SQL: the ride of an extension was not returned, and ends where and with the scooter with which the extension starts.
 */
export const continuesRide = (extension: string) => `
EXISTS (SELECT 1 FROM bookings ride JOIN bookings last ON last.id = ${lastPaidRow('ride.id')}
         WHERE ride.id = ${extension}.ride_id AND ${isUnreturnedRide('ride')}
           AND last.end_at = ${extension}.start_at AND last.scooter_id = ${extension}.scooter_id)`

/**
 * SQL: releases the unpaid extension of a ride that was cancelled or returned, or no longer ends where it starts. It
 * counts against the limits of a rider who ends the ride, like a hold that its rider cancels. A hold whose payment is
 * being confirmed keeps its slot until the provider answers.
 */
export const releaseUnpaidExtension = (ride: string, isByRider = 'FALSE') => `
UPDATE bookings SET ${SET_RELEASED}, held_since = iif(${isByRider}, held_since, NULL)
 WHERE ride_id = ${ride} AND ${isUnpaidHold('bookings')} AND NOT ${continuesRide('bookings')}`

const LONGEST_SECONDS = EXTENSION_HOURS.max * HOUR_SECONDS

const BUFFER_SECONDS = `${ruleSql('buffer_minutes')} * ${MINUTE_SECONDS}`

/** SQL: when the rider has another ride after this one, on any scooter. As in NEXT_TAKEN. */
export const NEXT_OWN = `
(SELECT min(own.start_at) FROM bookings own
 WHERE own.user_id = ride.user_id AND own.start_at >= last.end_at AND own.start_at < last.end_at + ${LONGEST_SECONDS}
   AND ${isPaidOrSettling('own')})`

/**
 * SQL: when the time after a ride is taken; null if it is free for the longest extension. It is the scooter's next
 * claim, less the buffer before the ride of another rider; a problem that blocks it; or the rider's next ride on any
 * scooter. The rider's own unpaid holds do not count.
 *
 * The statement has the ride as `ride`, its last paid row as `last` and the property's rules as `rules`.
 */
export const NEXT_TAKEN = `
(SELECT min(taken.start_at) FROM (
SELECT min(max(last.end_at, c.cell * ${CELL_SECONDS} - iif(holder.user_id = ride.user_id, 0, ${BUFFER_SECONDS}))) AS start_at
  FROM slot_claims c
  JOIN bookings holder ON holder.id = c.booking_id AND NOT (holder.user_id = ride.user_id AND ${isUnpaidHold('holder')})
 WHERE c.scooter_id = last.scooter_id AND c.cell * ${CELL_SECONDS} >= last.end_at
   AND c.cell * ${CELL_SECONDS} < last.end_at + ${LONGEST_SECONDS} + ${BUFFER_SECONDS}
   AND ${isLiveClaim('c')}
 UNION ALL
SELECT min(max(last.end_at, p.blocked_from))
  ${fromBlocks('last.scooter_id', 'last.end_at', `last.end_at + ${LONGEST_SECONDS}`)}
 UNION ALL SELECT ${NEXT_OWN}) taken)`

// Money that is paid at the desk, of which the provider knows nothing. `payment` is the SQL of an id.

/** SQL: the prefix of the id: how it was paid at the desk, or '' for a payment of the provider. */
export const deskMethod = (payment: string) => `substr(${payment}, 1, instr(${payment}, '-') - 1)`

/** SQL: it was paid at the desk. */
export const isDeskPayment = (payment: string) => `${deskMethod(payment)} IN ${sqlStringList(DESK_METHODS)}`

/** SQL: it was paid in this way. That of a room bill is the expression of an index. */
export const isPaidAs = (method: DeskMethod, payment: string) =>
  `substr(${payment}, 1, ${method.length + 1}) = '${method}-'`

/** SQL: the price of a booking in rupees. A free one keeps that of its hours, for its extensions. */
export const priceOf = (booking: string) => `iif(${isPaidAs('free', `${booking}.payment_id`)}, 0, ${booking}.amount)`
