import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { type ClosedReason, closedReason } from '#domain/bookings/opening.ts'
import { REFERENCE_LENGTH } from '#domain/bookings/rides.ts'
import { type TimeWindow, withBuffer } from '#domain/bookings/slots.ts'
import { HOLD_SECONDS, ORDER_CREATION_LEASE_SECONDS } from '#domain/constants.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { runIdempotent } from '#server/db/client.ts'
import { dateFrom, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { agreedVersion, recordConsent } from '#server/sessions/accounts.ts'
import {
  EXPIRE_PASSED_HOLDS,
  EXTENDABLE_SECONDS,
  freeExpiredClaims,
  isInService,
  isLiveUnpaidHold,
  isUnpaidHold,
  isUnreturnedRide,
  lastPaidRow,
  REFERENCE,
  SET_RELEASED,
  WITH_CELLS
} from './booking-sql.ts'
import { CONFLICTS, type ConflictRow, type ConflictRows, conflictParams, isFree } from './conflicts.ts'
import {
  activeLimit,
  bookingBlock,
  HELD_FROM,
  type HoldLimit,
  IS_WITHIN_LIMITS,
  type LimitsRow,
  MOVED_HOLD,
  maxHolds,
  NEW_HELD_SINCE,
  SELECT_LIMITS
} from './hold-limits.ts'
import { OPENING_COLUMNS, type OpeningRow, openingFrom, WITH_RULES } from './opening.ts'

// Slots are claimed: one row per scooter and half hour, and the primary key rejects a second claim. The statements are
// plain SQL because each is one step of a batch that must be read as a whole.

export interface HoldRequest {
  id: string
  user_id: string
  scooter_id: string
  window: TimeWindow
  plan: { id: string; name: string } | null
  hours: number
  /** Rupees. */
  amount: number
  /** A keyed hash of the caller's address. */
  address: string
  /** Free time of the scooter before and after the rides of others. */
  buffer_minutes: number
  /** Rides only: the property's current terms. The ride keeps them. */
  terms?: CancellationTerms
  /** Rides only. */
  note_to_staff?: string | null
  /** Rides only: the version of the operator's terms that the rider agrees to. */
  terms_version?: string | null | undefined
  /** Extensions only: the ride to extend. The window starts at its end. */
  ride_id?: string
}

/**
 * `already_held`: the rider already has this hold. `blocked`: the rider may not have the scooter until then. `closed`:
 * the property takes no bookings then. `conflict`: another booking has the slot, or its buffer reaches into it, or it
 * cannot be ridden then; `window` includes the buffer. `own_ride`: the rider has another ride then. `reference_taken`:
 * another booking has the id's reference; try a new id. `unavailable`: the scooter, property or rider is not available,
 * or the ride can no longer be extended.
 */
type ReserveResult =
  | { outcome: 'held' }
  | { outcome: 'already_held'; id: string }
  | { outcome: 'blocked'; block: BookingBlock }
  | { outcome: 'closed'; property: string; reason: ClosedReason }
  | { outcome: 'conflict'; window: TimeWindow }
  | { outcome: 'own_ride' }
  | ({ outcome: 'limited' } & HoldLimit)
  | { outcome: 'reference_taken' }
  | { outcome: 'unavailable' }

// The batch runs the queries of its conditions again for the reason that the rider reads.

const SELECT_SAME_HOLD = `
SELECT b.id FROM bookings b
 WHERE b.user_id = :rider AND ${isLiveUnpaidHold('b')} AND b.id <> :id
   AND b.scooter_id = :scooter AND b.start_at = :start AND b.end_at = :end AND b.plan_id IS :plan AND b.kind = :kind`

export const SELECT_BLOCK = `
SELECT ${bookingBlock(':end')} AS block, p.name AS property, ${OPENING_COLUMNS}
  FROM scooters s JOIN properties p ON p.id = s.property_id JOIN users u ON u.id = :rider ${WITH_RULES}
 WHERE s.id = :scooter`

const SELECT_SAME_REFERENCE = `
SELECT id FROM bookings WHERE ${REFERENCE} = substr(:id, -${REFERENCE_LENGTH}) AND id <> :id`

const SELECT_RESERVED = "SELECT id FROM bookings WHERE id = :id AND state = 'held'"

/** After the steps of the batch: whether it holds, and what prevents it. */
const ANSWERS = {
  reserved: SELECT_RESERVED,
  block: SELECT_BLOCK,
  sameHold: SELECT_SAME_HOLD,
  ...CONFLICTS,
  sameReference: SELECT_SAME_REFERENCE,
  limits: SELECT_LIMITS
}

export interface BlockRow extends OpeningRow {
  block: BookingBlock | null
  property: string
}

interface IdRow {
  id: string
}

interface AnswerRows extends ConflictRows {
  block: BlockRow
  limits: LimitsRow
  reserved: IdRow
  sameHold: IdRow
  sameReference: IdRow
}

/** What the rider cannot book because of this booking. The rider's own has no buffer. */
function blockedWindow({ end_at, start_at, user_id }: ConflictRow, request: HoldRequest): TimeWindow {
  const buffer = user_id === request.user_id ? 0 : request.buffer_minutes
  return withBuffer({ end: dateFrom(end_at), start: dateFrom(start_at) }, buffer)
}

/** What the property must be open for. An extension has started with its ride. */
const openWindow = ({ ride_id, window }: HoldRequest) => (ride_id === undefined ? window : { end: window.end })

type Answers = Awaited<ReturnType<typeof runIdempotent<AnswerRows>>>

function resultOf(answers: Answers, request: HoldRequest, nowSeconds: number): ReserveResult {
  const [blocked] = answers.block.results
  const [limits] = answers.limits.results
  const [sameHold] = answers.sameHold.results
  if (answers.reserved.results.length > 0) return { outcome: 'held' }
  if (blocked?.block) return { block: blocked.block, outcome: 'blocked' }
  if (sameHold) return { id: sameHold.id, outcome: 'already_held' }
  const reason = blocked && closedReason(openWindow(request), openingFrom(blocked))
  if (reason) return { outcome: 'closed', property: blocked.property, reason }
  const { bufferConflict, conflict, ownRide, sameReference, unrideable } = answers
  const [blocking] = [conflict, bufferConflict, unrideable].flatMap(({ results }) => results)
  if (blocking) return { outcome: 'conflict', window: blockedWindow(blocking, request) }
  if (ownRide.results.length > 0) return { outcome: 'own_ride' }
  const limited = limits ? activeLimit(limits, nowSeconds) : null
  if (limited) return { outcome: 'limited', ...limited }
  return { outcome: sameReference.results.length > 0 ? 'reference_taken' : 'unavailable' }
}

// A hold past its deadline no longer counts, even before the sweep.
const EXPIRE = `${EXPIRE_PASSED_HOLDS} AND (${withoutIndex('scooter_id')} = :scooter OR ${withoutIndex('user_id')} = :rider)`

const FREE_EXPIRED_CLAIMS = freeExpiredClaims(':scooter')

/** SQL: no booking has the id or its reference. */
export const IS_NEW = `
NOT EXISTS (SELECT 1 FROM bookings WHERE id = :id)
   AND NOT EXISTS (${SELECT_SAME_REFERENCE})`

const CAN_BE_HELD = `
${IS_WITHIN_LIMITS}
   AND ${isFree(':scooter')}
   AND ${IS_NEW}
   AND NOT EXISTS (${SELECT_SAME_HOLD})`

/** SQL: inserts the hold of the scooter `s` at the property `p`. A moved hold keeps its deadline. */
export const insertHold = (from: string, canBeHeld = CAN_BE_HELD) => `
INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at,
                      plan_id, plan_name, hours, amount, terms, note_to_staff, state, hold_until, held_since, held_from,
                      ordering_until, created_at, updated_at)
SELECT :id, :kind, :ride, :rider, s.id, s.name, p.id, p.name, :start, :end,
       :plan, :planName, :hours, :amount, :terms, nullif(:note, ''), 'held',
       coalesce(moved.hold_until, :now + ${HOLD_SECONDS}), coalesce(moved.held_since, ${NEW_HELD_SINCE}),
       ${HELD_FROM},
       :orderingUntil, :now, :now
  FROM (${MOVED_HOLD}) moved
  ${from}
   AND ${isInService('s', 'p')} AND u.deleted_at IS NULL AND (${bookingBlock(':end')}) IS NULL
   AND ${canBeHeld}`

/** SQL: the scooter is of the rider's property. */
export const OF_BOOKABLE_SCOOTER = `
  JOIN scooters s ON s.id = :scooter
  JOIN properties p ON p.id = s.property_id
  JOIN users u ON u.id = :rider AND u.property_id = s.property_id
  ${WITH_RULES}
 WHERE TRUE`

const HOLD = insertHold(OF_BOOKABLE_SCOOTER)

// The last paid row of the ride decides about its end and its scooter. The rider may have moved to another property
// since the ride was booked.
const EXTEND = insertHold(`
  JOIN bookings ride ON ride.id = :ride AND ${isUnreturnedRide('ride')}
  JOIN bookings last ON last.id = ${lastPaidRow(':ride')}
  JOIN scooters s ON s.id = last.scooter_id
  JOIN properties p ON p.id = last.property_id
  JOIN users u ON u.id = ride.user_id
  ${WITH_RULES}
 WHERE ride.user_id = :rider AND s.id = :scooter AND last.end_at = :start
   AND :now < :start + ${EXTENDABLE_SECONDS}`)

const IS_HELD = "EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'held')"

const IS_OTHER_OWN_HOLD = `
${withoutIndex('user_id')} = :rider AND ${isUnpaidHold('bookings')} AND hold_until IS NOT NULL AND id <> :id`

const REPLACE_OWN_HOLDS = `
UPDATE bookings SET ${SET_RELEASED}
 WHERE ${IS_OTHER_OWN_HOLD} AND ${IS_HELD}`

const FREE_REPLACED_CLAIMS = `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND ${IS_HELD}
   AND booking_id IN (SELECT id FROM bookings WHERE ${IS_OTHER_OWN_HOLD})`

/** One that is left out keeps that of the hold; an empty one erases it. */
const KEEP_NEW_NOTE = `
UPDATE bookings SET note_to_staff = nullif(:note, '') WHERE :note IS NOT NULL AND id = (${SELECT_SAME_HOLD})`

const CLAIM = `
INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until)
${WITH_CELLS}
SELECT b.scooter_id, cells.cell, b.id, b.hold_until FROM cells JOIN bookings b ON b.id = :id AND b.state = 'held'
 WHERE NOT EXISTS (SELECT 1 FROM slot_claims WHERE booking_id = :id)`

/** A hold with the steps before and after it. Parameters: `holdParams`. */
export const reserveBatch = (hold: string) => [
  EXPIRE,
  FREE_EXPIRED_CLAIMS,
  hold,
  FREE_REPLACED_CLAIMS,
  REPLACE_OWN_HOLDS,
  CLAIM
]

/**
 * Holds a window for a rider in one batch, so only one of two concurrent requests gets the slot.
 *
 * A retry with the same id finds its own hold; if that was released in between, it stays released. Only the request
 * that inserted the hold creates the provider's order; others wait for `ordering_until`.
 */
export async function reserve(request: HoldRequest, now: Date): Promise<ReserveResult> {
  const { address, ride_id } = request
  const params = {
    ...holdParams(request, now),
    address,
    orderingUntil: secondsOf(now) + ORDER_CREATION_LEASE_SECONDS,
    version: agreedVersion(request.terms_version),
    ...maxHolds()
  }
  const steps = [...reserveBatch(ride_id === undefined ? HOLD : EXTEND), KEEP_NEW_NOTE, recordConsent(IS_HELD)]
  return resultOf(await runIdempotent<AnswerRows>({ steps, ...ANSWERS }, params), request, secondsOf(now))
}

/** The parameters of a hold. Without an address and an order, those of a booking made by hand. */
export function holdParams(request: Omit<HoldRequest, 'address'>, now: Date) {
  const { amount, hours, id, plan, ride_id, scooter_id, terms, user_id } = request
  return {
    ...conflictParams({ ...request, ride: ride_id ?? null, rider: user_id }, now),
    address: null,
    amount,
    hours,
    id,
    kind: ride_id === undefined ? 'ride' : 'extension',
    note: request.note_to_staff ?? null,
    plan: plan?.id ?? null,
    planName: plan?.name ?? null,
    scooter: scooter_id,
    orderingUntil: null,
    terms: terms ? JSON.stringify(terms) : null
  }
}
