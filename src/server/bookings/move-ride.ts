import { CELL_SECONDS, cellsOf } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { OWN_MOVES_MAX } from '#domain/problems/problems.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { rotateMovedPin } from '#server/catalogue/pin-rotation.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { ruleSql, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { movedMessages } from '#server/outbox/insert-message.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import {
  EXPIRE_PASSED_HOLDS,
  freeExpiredClaims,
  fromBlocks,
  isInService,
  isLiveClaim,
  isPaidRowOf,
  isUnreturnedRide,
  releaseUnpaidExtension,
  rideEnd,
  WITH_CELLS
} from '#server/slots/booking-sql.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import {
  fromUnrideableProblems,
  inTrouble,
  isHeldByLateRide,
  recordOutcome,
  troubleOf
} from '#server/slots/scooter-state.ts'
import { endOf, findRide, type Ride } from './ride-payments.ts'

// MOVE: a paid ride gets another scooter, before its start or under way. A ride is on one scooter at a time: all its
// paid rows say which, and `moves` says where it was. Price, payments and times stay.
//
// Rows that have ended move too, but claim nothing. A ride under way claims from the present half hour on; from the
// next one, if a ride that was just returned still owns the present one.

const BUFFER_CELLS = `((${ruleSql('buffer_minutes')} + ${SLOT_MINUTES - 1}) / ${SLOT_MINUTES})`

/** SQL: 1 if a ride that has ended still owns the first cell of a scooter. */
const isFirstCellUsed = (scooter: string) => `
EXISTS (SELECT 1 FROM slot_claims c JOIN bookings used ON used.id = c.booking_id
         WHERE c.scooter_id = ${scooter} AND c.cell = :firstCell AND used.end_at <= :now)`

/** SQL: a booking has the scooter `s` then, or the buffer of another rider's reaches into it. */
const IS_TAKEN = `
EXISTS (SELECT 1 FROM slot_claims c JOIN bookings other ON other.id = c.booking_id
         WHERE c.scooter_id = s.id AND c.cell >= :firstCell - ${BUFFER_CELLS} AND c.cell < :endCell + ${BUFFER_CELLS}
           AND ${isLiveClaim('c')}
           AND ((other.end_at > :now AND c.cell >= :firstCell AND c.cell < :endCell)
                OR (other.user_id <> ride.user_id AND ${BUFFER_CELLS} > 0)))`

/** SQL: the scooters `s` that can take the paid ride `ride`. A move never asks for a licence that it did not need. */
const FROM_TARGETS = `
  FROM bookings ride
  JOIN scooters old ON old.id = ride.scooter_id
  JOIN scooters s ON s.property_id = ride.property_id AND s.id <> ride.scooter_id
  JOIN properties p ON p.id = s.property_id
  JOIN users u ON u.id = ride.user_id
  LEFT JOIN property_settings rules ON rules.property_id = s.property_id
 WHERE ride.id = :ride AND ${isUnreturnedRide('ride')} AND ${rideEnd(':ride')} = :end AND :end > :now
   AND ${isInService('s', 'p')}
   AND (s.needs_license <= old.needs_license OR (${bookingBlock(':end')}) IS NULL)
   AND NOT ${IS_TAKEN} AND :firstCell + ${isFirstCellUsed('s.id')} < :endCell
   AND NOT ${isHeldByLateRide('s.id', 'ride.user_id', 'ride.start_at')}
   AND NOT EXISTS (SELECT 1 ${fromBlocks('s.id', 'max(ride.start_at, :now)', ':end')})
   AND NOT EXISTS (SELECT 1 ${fromUnrideableProblems('s.id')} AND p.blocked_from IS NOT NULL)`

// The one that has stood longest first. The index is read from its end.
const SELECT_TARGETS = `
SELECT s.id, s.name ${FROM_TARGETS}
 ORDER BY (SELECT b.end_at FROM bookings b
            WHERE b.scooter_id = s.id AND b.start_at <= :now AND b.state = 'confirmed'
            ORDER BY b.start_at DESC LIMIT 1), s.name
 LIMIT :limit`

/** Of the ride, and its cells from now on. */
function paramsOf(ride: Ride, now: Date) {
  const { id, start_at } = ride.rideRow
  const end = endOf(ride)
  const cells = cellsOf({ end, start: new Date(Math.max(start_at.getTime(), now.getTime())) })
  return { ...cells, end: secondsOf(end), now: secondsOf(now), ride: id }
}

/** At most so many. None if the ride is over. */
export async function targetsOf(ride: Ride, now: Date, limit = -1): Promise<{ id: string; name: string }[]> {
  const { results } = await prepareNamed(SELECT_TARGETS, { ...paramsOf(ride, now), limit }).all<{
    id: string
    name: string
  }>()
  return results
}

/** SQL: the rider of :ride, which is `ride`, may move it: if it has trouble, and not often by the own report. */
export const RIDER_MAY_MOVE = inTrouble(
  'ride',
  `(SELECT count(*) FROM moves m WHERE m.ride_id = :ride AND m.moved_by = 'rider') < ${OWN_MOVES_MAX}`
)

/** SQL: the ride is as it was read, and the scooter can take it. */
const FROM_TARGET = `${FROM_TARGETS}
   AND (:by = 'admin' OR ${RIDER_MAY_MOVE})
   AND s.id = :to AND ride.scooter_id = :from AND ride.revision = :revision`

// The only decision of the batch. All later statements ask whether it was made.
const MOVE = `
INSERT INTO moves (ride_id, revision, from_scooter_id, to_scooter_id, from_pin_seen_at, moved_by, created_at)
SELECT ride.id, ride.revision + 1, ride.scooter_id, s.id, ride.pin_seen_at,
       CASE WHEN :by = 'admin' THEN 'admin' WHEN ${troubleOf('ride')} = 'reported' THEN 'rider' ELSE 'cause' END, :now
       ${FROM_TARGET}
    ON CONFLICT DO NOTHING`

/** SQL: this batch has decided, and the ride has this revision: before its rows are moved, or after. */
const isMoving = (revision: string) => `
EXISTS (SELECT 1 FROM moves m JOIN bookings moved ON moved.id = m.ride_id AND moved.state = 'confirmed' AND moved.revision = ${revision}
         WHERE m.ride_id = :ride AND m.revision = :revision + 1 AND m.to_scooter_id = :to AND m.created_at = :now)`

const IS_DECIDED = isMoving(':revision')
const IS_MOVED = isMoving(':revision + 1')

const PAID_ROWS = isPaidRowOf('bookings', ':ride')

// A claim is on its booking's scooter, so it goes before the scooter changes.
const FREE_CLAIMS = `
DELETE FROM slot_claims WHERE booking_id IN (SELECT id FROM bookings WHERE ${PAID_ROWS}) AND ${IS_DECIDED}`

const MOVE_ROWS = `
UPDATE bookings SET scooter_id = :to, scooter_name = (SELECT s.name FROM scooters s WHERE s.id = :to), pin_seen_at = NULL,
       claimed_from = iif(start_at > :now, NULL, min(end_at, (:firstCell + ${isFirstCellUsed(':to')}) * ${CELL_SECONDS})),
       revision = revision + (id = :ride), updated_at = :now
 WHERE ${PAID_ROWS} AND ${IS_DECIDED}`

const CLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id)
${WITH_CELLS}
SELECT b.scooter_id, cells.cell, b.id
  FROM bookings b
  JOIN cells ON cells.cell >= coalesce(b.claimed_from, b.start_at) / ${CELL_SECONDS} AND cells.cell * ${CELL_SECONDS} < b.end_at
 WHERE ${isPaidRowOf('b', ':ride')} AND ${IS_MOVED}
   AND NOT EXISTS (SELECT 1 FROM slot_claims own WHERE own.booking_id = b.id)`

const FREE_RELEASED_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE ride_id = :ride AND state = 'released')`

/** An admin's move has an entry in the activity log. */
type Move = { from: string; to: string } & ({ by: 'rider' } | { by: 'admin'; admin: Admin; detail: string })

/** Moves a paid ride, in one batch that is safe to repeat. A ride that is on `to` already stays there. */
export async function moveRide(ride: Ride, move: Move, now: Date): Promise<'moved' | 'ride_changed' | 'scooter_taken'> {
  const { id, revision, scooter_id } = ride.rideRow
  const { by, from, to } = move
  if (scooter_id === to) return 'moved'
  if (scooter_id !== from) return 'ride_changed'
  const params = { ...paramsOf(ride, now), by, from, revision, to }
  const when = `EXISTS (SELECT 1 ${FROM_TARGET})`
  await runIdempotent(
    [
      `${EXPIRE_PASSED_HOLDS} AND ${withoutIndex('scooter_id')} = :to`,
      freeExpiredClaims(':to'),
      ...(move.by === 'admin'
        ? [activityInsert({ action: 'move_ride', detail: move.detail, subject: id }, { ...move, now, when }, params)]
        : []),
      MOVE,
      rotateMovedPin(id, IS_DECIDED, params),
      ...[FREE_CLAIMS, MOVE_ROWS, CLAIM, releaseUnpaidExtension(':ride'), FREE_RELEASED_CLAIMS],
      recordOutcome('moved', `${IS_MOVED} AND scooter_id = :from`),
      ...movedMessages(IS_MOVED)
    ],
    params
  )
  const { rideRow: after } = await findRide(id)
  if (after.scooter_id === to) return 'moved'
  const isMovable = after.state === 'confirmed' && after.returned_at === null && params.end > params.now
  return isMovable && after.revision === revision ? 'scooter_taken' : 'ride_changed'
}
