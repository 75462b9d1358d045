import { type Mutant, mutantsOf } from './mutant.ts'

const mutant = mutantsOf('slots/hold-deadlines.ts')
const order = mutantsOf('payments/orders.ts')

const SHORTEN = "WHERE id = :id AND ${isLiveUnpaidHold('bookings')}"

const RELEASE = "SET ${SET_RELEASED} WHERE id = :id AND ${isUnpaidHold('bookings')}"

export const holds: readonly Mutant[] = [
  mutant(
    'min(hold_until, :until), updated_at = :now\n WHERE id = :id',
    'max(hold_until, :until), updated_at = :now\n WHERE id = :id'
  ),
  mutant(SHORTEN, "WHERE id = :id AND state = 'held' AND hold_until > :now"),
  mutant(SHORTEN, 'WHERE id = :id AND settling = 0 AND hold_until > :now', 'Only a held booking has a deadline.'),
  mutant('max(hold_until, :until)', 'min(hold_until, :until)'),
  mutant(
    'max(hold_until, :until)',
    ':until',
    'A hold waits for the provider’s answer for a day, which is longer than any other deadline.'
  ),
  mutant('SET settling = 1, hold_until', 'SET hold_until'),
  mutant(
    "WHERE id = :id AND state = 'held' AND hold_until > :now`\n\ntype Settling",
    "WHERE id = :id AND state = 'held' AND :now = :now`\n\ntype Settling"
  ),
  mutant('SET settling = 0, updated_at = :now, hold_until', 'SET hold_until'),
  mutant('max(min(hold_until, coalesce', 'max(max(hold_until, coalesce'),
  mutant(
    '), :now) END',
    '), min(hold_until, :now)) END',
    'They differ only for a hold that has waited for a whole day. Both deadlines of such a hold have passed.'
  ),
  mutant('min(hold_until, coalesce(held_since, created_at) + ${HOLD_SECONDS})', 'hold_until'),
  mutant('coalesce(held_since, created_at) + ${HOLD_SECONDS})', 'created_at + ${HOLD_SECONDS})'),
  mutant("${isDeleted('bookings')} OR ", ''),
  mutant(" OR ${hasOwnRide('bookings')}", ''),
  mutant(
    "SET ${SET_NOT_COUNTED} WHERE id = :id AND state = 'released' AND order_id IS NULL",
    'SET id = id WHERE id = :id'
  ),
  mutant(RELEASE, "SET ${SET_RELEASED} WHERE id = :id AND state = 'held'"),
  mutant(RELEASE, 'SET ${SET_RELEASED} WHERE id = :id AND settling = 0'),
  mutant("freeClaimsOf(':id', 'released')", "freeClaimsOf(':id', 'expired')"),
  mutant("AND EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'held')`", '`'),
  mutant('`${RELEASE_HOLD} AND order_id IS NULL`', 'RELEASE_HOLD'),
  order(' WHERE id = :id AND order_id IS NULL`', ' WHERE id = :id`'),
  order("state = 'held' AND order_id IS NULL AND", "state = 'held' AND"),
  order('coalesce(ordering_until, 0) <= :now', 'coalesce(ordering_until, 0) > :now'),
  order('coalesce(ordering_until, 0) <= :now', 'ordering_until IS NOT NULL AND :now = :now'),
  order('SET ordering_until = :now + ${ORDER_CREATION_LEASE_SECONDS}', 'SET ordering_until = :now')
]
