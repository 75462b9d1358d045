import { cellsOf, type TimeWindow } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import type { bookings } from '#server/db/schema/bookings.ts'
import { type SqlParams, type StoredRow, secondsOf } from '#server/db/sql.ts'
import { fromBlocks, isLiveClaim, isPaidOrSettling, isUnpaidHold, overlapsWindow } from './booking-sql.ts'
import { IS_OPEN, openingParams } from './opening.ts'
import { fromLateRides, LATE_UNTIL } from './scooter-state.ts'

// What keeps a scooter from a rider at a time. HOLD decides by it (reserve.ts), and Home shows by it what is free
// (server/bookings/availability.ts). `scooter` is SQL.

// The rider's own live holds do not block a new one. The new hold replaces them, unless the same hold is requested
// again.
export const selectConflicts = (scooter: string) => `
SELECT b.start_at, b.end_at, b.user_id FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
 WHERE c.scooter_id = ${scooter} AND c.cell >= :firstCell AND c.cell < :endCell AND b.id <> :id
   AND NOT (b.user_id = :rider AND ${isUnpaidHold('b')}) AND ${isLiveClaim('c')}
 ORDER BY c.cell LIMIT 1`

// The rider's own rides need no buffer. A new ride needs it on both sides, an extension only after its end.
const selectBufferConflicts = (scooter: string) => `
SELECT b.start_at, b.end_at, b.user_id FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
 WHERE c.scooter_id = ${scooter} AND c.cell >= :firstCell - :cellsBefore AND c.cell < :endCell + :cellsAfter
   AND b.user_id <> :rider AND ${isLiveClaim('c')}
 ORDER BY c.cell LIMIT 1`

// Without a buffer. A late rider keeps the scooter from those who want to start soon. An extension goes on with it.
export const selectUnrideable = (scooter: string) => `
SELECT p.blocked_from AS start_at, p.blocked_until AS end_at, :rider AS user_id ${fromBlocks(scooter, ':start', ':end')}
 UNION ALL
SELECT late.start_at, ${LATE_UNTIL} AS end_at, :rider AS user_id ${fromLateRides(scooter, ':now')}
   AND late.user_id <> :rider AND :start < ${LATE_UNTIL} AND :ride IS NULL
 LIMIT 1`

/** The rider's own rides on any scooter. */
export const SELECT_OWN_RIDE = `
SELECT b.id FROM bookings b
 WHERE b.user_id = :rider AND ${overlapsWindow('b', ':start', ':end')} AND b.id <> :id
   AND ${isPaidOrSettling('b')} AND ${isLiveClaim('b')} LIMIT 1`

/** SQL: the property, whose rules are `rules`, is open then, and neither the scooter nor the rider has another ride. */
export const isFree = (scooter: string, isOpen = IS_OPEN) => `
(${isOpen}
 AND NOT EXISTS (${selectConflicts(scooter)})
 AND NOT EXISTS (${selectBufferConflicts(scooter)})
 AND NOT EXISTS (${selectUnrideable(scooter)})
 AND NOT EXISTS (${SELECT_OWN_RIDE}))`

export type ConflictRow = StoredRow<typeof bookings, 'end_at' | 'start_at' | 'user_id'>

export interface ConflictRows {
  bufferConflict: ConflictRow
  conflict: ConflictRow
  ownRide: { id: string }
  unrideable: ConflictRow
}

/** SQL: the queries of these conditions for :scooter, for the reason that is answered. */
export const CONFLICTS: { readonly [Name in keyof ConflictRows]: string } = {
  bufferConflict: selectBufferConflicts(':scooter'),
  conflict: selectConflicts(':scooter'),
  ownRide: SELECT_OWN_RIDE,
  unrideable: selectUnrideable(':scooter')
}

interface Wanted {
  buffer_minutes: number
  /** Of an extension: its ride. */
  ride: string | null
  rider: string
  window: TimeWindow
}

/** The parameters of these conditions, except :id. */
export function conflictParams({ buffer_minutes, ride, rider, window }: Wanted, now: Date): SqlParams {
  const bufferCells = Math.ceil(buffer_minutes / SLOT_MINUTES)
  return {
    ...cellsOf(window),
    ...openingParams(window),
    cellsAfter: bufferCells,
    // The ride before an extension is the rider's own, so it needs no buffer.
    cellsBefore: ride === null ? bufferCells : 0,
    end: secondsOf(window.end),
    now: secondsOf(now),
    ride,
    rider,
    start: secondsOf(window.start)
  }
}
