import { cellsOf, type Window } from '#domain/bookings/booking-window.ts'
import { HOLD_SECONDS, ORDER_CREATION_LEASE_SECONDS } from '#domain/constants.ts'
import { d1 } from '#server/db/client.ts'
import { dateFrom, secondsOf } from '#server/db/instants.ts'
import { holdLimits } from '#server/http/rate-limits.ts'
import { expireDeadHolds, freeDeadClaims, withCells } from './claims.ts'
import { hasReferenceOf, overlapsWindow } from './conditions.ts'
import {
  activeLimit,
  type HoldLimit,
  IS_WITHIN_LIMITS,
  type LimitsRow,
  MOVED_HOLD,
  SELECT_LIMITS
} from './hold-limits.ts'

// Slots are claimed: one row per scooter and half hour, and the primary key rejects a second claim. The statements are
// plain SQL because each is one step of a batch that must be read as a whole.

export interface Reservation {
  id: string
  user_id: string
  scooter_id: string
  window: Window
  plan: { id: string; name: string } | null
  hours: number
  /** Rupees. */
  amount: number
}

/**
 * `already_held`: the rider already has this hold. `conflict`: another booking has the slot. `own_ride`: the rider has
 * another ride then. `reference_taken`: another booking has the id's reference; try a new id. `unavailable`: the
 * scooter, property or rider is not available.
 */
export type ReserveResult =
  | { outcome: 'held' }
  | { outcome: 'already_held'; id: string }
  | { outcome: 'conflict'; window: Window }
  | { outcome: 'own_ride' }
  | ({ outcome: 'limited' } & HoldLimit)
  | { outcome: 'reference_taken' }
  | { outcome: 'unavailable' }

// A hold past its deadline is dead even before the sweep. The unary plus makes SQLite use the small index of holds
// instead of the whole history of a scooter or rider.
const EXPIRE = `${expireDeadHolds('?1')} AND (+scooter_id = ?2 OR +user_id = ?3)`

const FREE_DEAD_CLAIMS = freeDeadClaims({ endCell: '?3', firstCell: '?2', now: '?4', scooter: '?1' })

// The rider's own live holds do not block the new one. They are replaced if it wins, unless the same hold is requested
// again. A moved hold keeps its deadline.
const HOLD = `
INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, plan_id,
                      plan_name, hours, amount, state, hold_until, held_since, ordering_until, created_at, updated_at)
SELECT ?1, ?2, s.id, s.name, p.id, p.name, ?4, ?5, ?6, ?7, ?8, ?9, 'held',
       coalesce(moved.hold_until, ?10 + ${HOLD_SECONDS}), coalesce(moved.held_since, ?10), ?10 + ${ORDER_CREATION_LEASE_SECONDS}, ?10, ?10
  FROM (${MOVED_HOLD}) moved
  JOIN scooters s ON s.id = ?3
  JOIN properties p ON p.id = s.property_id AND p.archived_at IS NULL
  JOIN users u ON u.id = ?2 AND u.property_id = s.property_id AND u.deleted_at IS NULL
 WHERE s.status = 'Available' AND s.archived_at IS NULL
   AND ${IS_WITHIN_LIMITS}
   AND NOT EXISTS (SELECT 1 FROM bookings WHERE ${hasReferenceOf('?1')})
   AND NOT EXISTS (SELECT 1 FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
                    WHERE c.scooter_id = ?3 AND c.cell >= ?11 AND c.cell < ?12
                      AND NOT (b.user_id = ?2 AND b.state = 'held' AND b.settling = 0))
   AND NOT EXISTS (SELECT 1 FROM bookings b
                    WHERE b.user_id = ?2 AND ${overlapsWindow('b', '?4', '?5')}
                      AND (b.state = 'confirmed' OR (b.state = 'held' AND b.settling = 1)))
   AND NOT EXISTS (SELECT 1 FROM bookings b
                    WHERE b.user_id = ?2 AND b.state = 'held' AND b.settling = 0 AND b.hold_until > ?10
                      AND b.scooter_id = ?3 AND b.start_at = ?4 AND b.end_at = ?5 AND b.plan_id IS ?6)`

const REPLACE_OWN_HOLDS = `
UPDATE bookings SET state = 'released', hold_until = NULL, updated_at = ?1
 WHERE +user_id = ?2 AND state = 'held' AND hold_until IS NOT NULL AND settling = 0 AND id <> ?3
   AND EXISTS (SELECT 1 FROM bookings WHERE id = ?3 AND state = 'held')`

const FREE_REPLACED_CLAIMS = `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND EXISTS (SELECT 1 FROM bookings WHERE id = ?2 AND state = 'held')
   AND booking_id IN (SELECT id FROM bookings WHERE +user_id = ?1 AND state = 'held' AND hold_until IS NOT NULL AND settling = 0 AND id <> ?2)`

const CLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${withCells('?1', '?2')}
SELECT b.scooter_id, cells.cell, b.id, b.hold_until FROM cells JOIN bookings b ON b.id = ?3 AND b.state = 'held'
 WHERE NOT EXISTS (SELECT 1 FROM slot_claims WHERE booking_id = ?3)`

const RESERVED = "SELECT id FROM bookings WHERE id = ?1 AND state = 'held'"

const SAME_HOLD = `
SELECT id FROM bookings
 WHERE user_id = ?1 AND state = 'held' AND settling = 0 AND hold_until > ?2
   AND scooter_id = ?3 AND start_at = ?4 AND end_at = ?5 AND plan_id IS ?6 AND id <> ?7`

const OWN_RIDE = `
SELECT o.id FROM bookings o
 WHERE o.user_id = ?1 AND ${overlapsWindow('o', '?2', '?3')}
   AND (o.state = 'confirmed' OR (o.state = 'held' AND o.settling = 1)) LIMIT 1`

const REFERENCE_TAKEN = `SELECT id FROM bookings WHERE ${hasReferenceOf('?1')} AND id <> ?1`

const TAKEN_BY = `
SELECT b.start_at, b.end_at FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
 WHERE c.scooter_id = ?1 AND c.cell >= ?2 AND c.cell < ?3 AND b.id <> ?4
   AND NOT (b.user_id = ?5 AND b.state = 'held' AND b.settling = 0)
 ORDER BY c.cell LIMIT 1`

interface Row {
  end_at: number
  id: string
  start_at: number
}

/**
 * Holds a window for a rider in one batch, so only one of two concurrent riders wins.
 *
 * A retry with the same id finds its own hold; if that was released in between, it stays released. Only the winner
 * creates the provider order; others wait for `ordering_until`.
 */
export async function reserve(request: Reservation, now: Date): Promise<ReserveResult> {
  const { amount, hours, id, plan, scooter_id, user_id, window } = request
  const at = secondsOf(now)
  const { endCell, firstCell } = cellsOf(window)
  const start = secondsOf(window.start)
  const end = secondsOf(window.end)
  const plan_id = plan?.id ?? null
  const { all, scooter } = holdLimits()
  const priced = [plan_id, plan?.name ?? null, hours, amount]
  const holdParams = [id, user_id, scooter_id, start, end, ...priced, at, firstCell, endCell, scooter, all]
  const steps = [
    d1.prepare(EXPIRE).bind(at, scooter_id, user_id),
    d1.prepare(FREE_DEAD_CLAIMS).bind(scooter_id, firstCell, endCell, at),
    d1.prepare(HOLD).bind(...holdParams),
    d1.prepare(FREE_REPLACED_CLAIMS).bind(user_id, id),
    d1.prepare(REPLACE_OWN_HOLDS).bind(at, user_id, id),
    d1.prepare(CLAIM).bind(firstCell, endCell, id)
  ]
  const answers = [
    d1.prepare(RESERVED).bind(id),
    d1.prepare(SAME_HOLD).bind(user_id, at, scooter_id, start, end, plan_id, id),
    d1.prepare(TAKEN_BY).bind(scooter_id, firstCell, endCell, id, user_id),
    d1.prepare(OWN_RIDE).bind(user_id, start, end),
    d1.prepare(REFERENCE_TAKEN).bind(id),
    d1.prepare(SELECT_LIMITS).bind(...holdParams)
  ]
  const results = await d1.batchIdempotent<Row & LimitsRow>([...steps, ...answers])
  const [reserved, sameHold, conflict, ownRide, referenceTaken, limits] = results
    .slice(steps.length)
    .map(({ results: [row] }) => row)
  if (reserved) return { outcome: 'held' }
  if (sameHold) return { id: sameHold.id, outcome: 'already_held' }
  if (conflict) {
    return { outcome: 'conflict', window: { end: dateFrom(conflict.end_at), start: dateFrom(conflict.start_at) } }
  }
  if (ownRide) return { outcome: 'own_ride' }
  const limited = limits ? activeLimit(limits, at) : null
  if (limited) return { outcome: 'limited', ...limited }
  return { outcome: referenceTaken ? 'reference_taken' : 'unavailable' }
}

const SWEEP_BATCH_SIZE = 500

const EXPIRE_ALL = `
UPDATE bookings SET state = 'expired', hold_until = NULL, settling = 0, updated_at = ?1
 WHERE id IN (SELECT id FROM bookings WHERE state = 'held' AND hold_until <= ?1 LIMIT ${SWEEP_BATCH_SIZE})`

// A dead hold beyond the batch size is still 'held' and keeps its claims until the next sweep.
const FREE_ALL_DEAD_CLAIMS = `
DELETE FROM slot_claims
 WHERE (scooter_id, cell) IN (SELECT c.scooter_id, c.cell FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
                               WHERE c.hold_until IS NOT NULL AND c.hold_until <= ?1 AND +b.state <> 'held'
                               LIMIT ${SWEEP_BATCH_SIZE})`

/** Expires dead holds and frees their claims, in batches. Returns the number of holds expired. */
export async function sweepHolds(now: Date): Promise<number> {
  const [ended] = await d1.batchIdempotent([
    d1.prepare(EXPIRE_ALL).bind(secondsOf(now)),
    d1.prepare(FREE_ALL_DEAD_CLAIMS).bind(secondsOf(now))
  ])
  return ended?.meta.changes ?? 0
}
