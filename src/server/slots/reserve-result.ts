import { type TimeWindow, withBuffer } from '#domain/bookings/booking-window.ts'
import { dateFrom } from '#server/db/instants.ts'
import { selectWithinBuffer } from './claims.ts'
import { hasReferenceOf, isLiveUnpaidHold, isPaidOrSettling, isUnpaidHold, overlapsWindow } from './conditions.ts'
import { activeLimit, type HoldLimit, type LimitsRow, SELECT_LIMITS } from './hold-limits.ts'

// The queries that find what prevents a hold. They are conditions of the statement that inserts the hold. The batch
// then runs them again for the reason that the rider reads. The parameters are those of the batch (reserve.ts).

/**
 * `already_held`: the rider already has this hold. `conflict`: another booking has the slot, or its buffer reaches into
 * it; `window` includes the buffer. `own_ride`: the rider has another ride then. `reference_taken`: another booking has
 * the id's reference; try a new id. `unavailable`: the scooter, property or rider is not available, or the ride can no
 * longer be extended.
 */
export type ReserveResult =
  | { outcome: 'held' }
  | { outcome: 'already_held'; id: string }
  | { outcome: 'conflict'; window: TimeWindow }
  | { outcome: 'own_ride' }
  | ({ outcome: 'limited' } & HoldLimit)
  | { outcome: 'reference_taken' }
  | { outcome: 'unavailable' }

// The rider's own live holds do not block the new one. The new hold replaces them, unless the same hold is requested
// again.
export const SELECT_CONFLICTS = `
SELECT b.start_at, b.end_at, b.user_id FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
 WHERE c.scooter_id = :scooter AND c.cell >= :firstCell AND c.cell < :endCell AND b.id <> :id
   AND NOT (b.user_id = :rider AND ${isUnpaidHold('b')})
 ORDER BY c.cell LIMIT 1`

export const SELECT_BUFFER_CONFLICTS = selectWithinBuffer({
  endCell: ':endCell + :cellsAfter',
  firstCell: ':firstCell - :cellsBefore'
})

export const SELECT_OWN_RIDE = `
SELECT b.id FROM bookings b
 WHERE b.user_id = :rider AND ${overlapsWindow('b', ':start', ':end')} AND b.id <> :id
   AND ${isPaidOrSettling('b')} LIMIT 1`

export const SELECT_SAME_HOLD = `
SELECT b.id FROM bookings b
 WHERE b.user_id = :rider AND ${isLiveUnpaidHold('b')} AND b.id <> :id
   AND b.scooter_id = :scooter AND b.start_at = :start AND b.end_at = :end AND b.plan_id IS :plan AND b.kind = :kind`

export const SELECT_SAME_REFERENCE = `SELECT id FROM bookings WHERE ${hasReferenceOf(':id')} AND id <> :id`

const SELECT_RESERVED = "SELECT id FROM bookings WHERE id = :id AND state = 'held'"

/** The statements after the steps of the batch. Their rows contain the result. */
export const RESULT_QUERIES = [
  SELECT_RESERVED,
  SELECT_SAME_HOLD,
  SELECT_CONFLICTS,
  SELECT_BUFFER_CONFLICTS,
  SELECT_OWN_RIDE,
  SELECT_SAME_REFERENCE,
  SELECT_LIMITS
]

interface BlockingRow {
  end_at: number
  id: string
  start_at: number
  user_id: string
}

/** A row of one of RESULT_QUERIES. */
export type ResultRow = BlockingRow & LimitsRow

interface Requested {
  buffer_minutes: number
  user_id: string
}

/** What the rider cannot book because of this booking. The rider's own has no buffer. */
function blockedWindow({ end_at, start_at, user_id }: BlockingRow, request: Requested): TimeWindow {
  const buffer = user_id === request.user_id ? 0 : request.buffer_minutes
  return withBuffer({ end: dateFrom(end_at), start: dateFrom(start_at) }, buffer)
}

/** Reads the results of RESULT_QUERIES. */
export function reserveResultOf(
  results: readonly { results: readonly ResultRow[] }[],
  request: Requested,
  nowSeconds: number
): ReserveResult {
  const [reserved, sameHold, conflict, bufferConflict, ownRide, referenceTaken, limits] = results.map(
    ({ results: [row] }) => row
  )
  if (reserved) return { outcome: 'held' }
  if (sameHold) return { id: sameHold.id, outcome: 'already_held' }
  const blocking = conflict ?? bufferConflict
  if (blocking) return { outcome: 'conflict', window: blockedWindow(blocking, request) }
  if (ownRide) return { outcome: 'own_ride' }
  const limited = limits ? activeLimit(limits, nowSeconds) : null
  if (limited) return { outcome: 'limited', ...limited }
  return { outcome: referenceTaken ? 'reference_taken' : 'unavailable' }
}
