import { type Bend, bendsOf } from '#domain/bookings/bends.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { readRows } from '#server/db/client.ts'
import { dateFrom } from '#server/db/sql.ts'
import {
  conflictParams,
  isFree,
  SELECT_OWN_RIDE,
  selectBufferConflicts,
  selectConflicts,
  selectUnrideable
} from './conflicts.ts'
import { IS_OPEN, openingFrom } from './opening.ts'
import {
  type BlockRow,
  type ConflictRow,
  type HoldRequest,
  holdParams,
  IS_NEW,
  insertHold,
  OF_OWN_PROPERTY,
  SELECT_BLOCK,
  stepsWith
} from './reserve.ts'

// HOLD for a booking that the staff make by hand (server/bookings/admin/desk-booking.ts): without the limits on unpaid
// holds, and against rules that may be bent. Its payment follows in the same batch.

const HOLD = insertHold(OF_OWN_PROPERTY, `${isFree(':scooter', `(:isClosedBent OR ${IS_OPEN})`)} AND ${IS_NEW}`)

/** The first steps of the batch. Parameters: `deskHoldParams`. */
export const DESK_HOLD_STEPS = stepsWith(HOLD)

/** SQL: this batch holds the booking :id, because the hold of a rider has an order, or waits for it. */
export const IS_HELD_AT_DESK =
  "id = :id AND state = 'held' AND created_at = :now AND order_id IS NULL AND ordering_until IS NULL"

/** A bent buffer is one of 0 minutes. */
export const deskHoldParams = (request: Omit<HoldRequest, 'address'>, bends: readonly Bend[], now: Date) => ({
  ...holdParams({ ...request, buffer_minutes: bends.includes('buffer') ? 0 : request.buffer_minutes }, now),
  isClosedBent: Number(bends.includes('closed'))
})

const SELECT_RIDER = `
SELECT u.id FROM users u JOIN scooters s ON s.property_id = u.property_id
 WHERE u.id = :rider AND s.id = :scooter AND u.deleted_at IS NULL`

const CHECKS = {
  block: SELECT_BLOCK,
  bufferConflict: selectBufferConflicts(':scooter'),
  conflict: selectConflicts(':scooter'),
  ownRide: SELECT_OWN_RIDE,
  rider: SELECT_RIDER,
  unrideable: selectUnrideable(':scooter')
}

interface CheckedRows {
  block: BlockRow
  bufferConflict: ConflictRow
  conflict: ConflictRow
  ownRide: { id: string }
  rider: { id: string }
  unrideable: ConflictRow
}

type DeskCheck =
  | { outcome: 'bookable'; bends: Bend[] }
  | { outcome: 'blocked'; block: BookingBlock }
  | { outcome: 'conflict'; window: TimeWindow }
  | { outcome: 'no_rider' }
  | { outcome: 'own_ride' }

interface Wanted extends Pick<HoldRequest, 'buffer_minutes' | 'hours' | 'scooter_id' | 'user_id' | 'window'> {
  rules: { max_days_ahead: number; max_ride_hours: number }
}

/** What prevents the booking; if nothing does, the rules that it bends. */
export async function checkDeskHold(wanted: Wanted, now: Date): Promise<DeskCheck> {
  const { buffer_minutes, hours, rules, scooter_id: scooter, user_id: rider, window } = wanted
  const params = { ...conflictParams({ buffer_minutes, ride: null, rider, window }, now), id: '', scooter }
  const { block, bufferConflict, conflict, ownRide, ...rows } = await readRows<CheckedRows>(CHECKS, params)
  const [[checked], [taken = rows.unrideable[0]]] = [block, conflict]
  if (!checked || rows.rider.length === 0) return { outcome: 'no_rider' }
  if (checked.block) return { block: checked.block, outcome: 'blocked' }
  if (taken) return { outcome: 'conflict', window: { end: dateFrom(taken.end_at), start: dateFrom(taken.start_at) } }
  if (ownRide.length > 0) return { outcome: 'own_ride' }
  const ride = { hours, isInBuffer: bufferConflict.length > 0, start: window.start }
  return { bends: bendsOf(ride, { ...rules, opening: openingFrom(checked) }, now), outcome: 'bookable' }
}
