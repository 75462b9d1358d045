import { type Mutant, mutantsOf } from './mutant.ts'

const mutant = mutantsOf('slots/reserve.ts')
const result = mutantsOf('slots/reserve-result.ts')
const expiry = mutantsOf('slots/hold-expiry.ts')
const rides = mutantsOf('slots/ride-rows.ts')
const claim = mutantsOf('slots/claims.ts')
const limit = mutantsOf('slots/hold-limits.ts')

const BLOCKED_BY_PENDING_HOLD = 'A settling hold of the rider blocks the request by its time, so nothing is held.'
const LOOSE = "NOT (b.user_id = :rider AND ${isUnpaidHold('b')})"

export const slots: readonly Mutant[] = [
  claim("state = 'held' AND hold_until <= ${now}", "state = 'held' AND hold_until < ${now}"),
  mutant('+scooter_id = :scooter OR +user_id = :rider', '+scooter_id = :scooter AND +user_id = :rider'),
  claim('hold_until IS NOT NULL AND hold_until <= ${now}', 'hold_until IS NOT NULL AND hold_until < ${now}'),
  claim('hold_until IS NOT NULL AND hold_until <= ${now}', '${now} = ${now}'),
  claim("EXISTS (SELECT 1 FROM bookings WHERE id = ${booking} AND state = '${state}')", '1 = 1'),
  claim('c.cell >= ${firstCell}', 'c.cell > ${firstCell}'),
  claim('c.cell < ${endCell}', 'c.cell <= ${endCell}'),
  claim('b.user_id <> :rider AND ', ''),
  claim('(${claim}.hold_until IS NULL OR ${claim}.hold_until > ${now})', '${claim}.hold_until IS NULL'),
  claim('(${claim}.hold_until IS NULL OR ${claim}.hold_until > ${now})', '${claim}.hold_until > ${now}'),
  claim('${claim}.hold_until > ${now}', '${claim}.hold_until >= ${now}'),
  result("':endCell + :cellsAfter'", "':endCell'"),
  result("':firstCell - :cellsBefore'", "':firstCell'"),
  mutant('   AND NOT EXISTS (${SELECT_BUFFER_CONFLICTS})\n', ''),
  mutant("${isInService('s', 'p')} AND ", ''),
  mutant(' AND u.property_id = s.property_id', ''),
  mutant(' AND u.deleted_at IS NULL', ''),
  mutant("${isUnreturnedRide('ride')}", 'TRUE'),
  mutant('ride.user_id = :rider AND s.id', 's.id'),
  mutant(' AND last.end_at = :start', ''),
  mutant(' AND :now < :start + ${EXTENDABLE_SECONDS}', ''),
  rides("AND ${row}.state = 'confirmed' AND ${row}.returned_at IS NULL", "AND ${row}.state = 'confirmed'"),
  rides(
    "AND ${row}.state = 'confirmed' AND ${row}.returned_at IS NULL",
    'AND ${row}.returned_at IS NULL',
    'A ride that is not confirmed has no confirmed rows, and so no last one.'
  ),
  rides(' AND last.scooter_id = ${extension}.scooter_id', ''),
  rides('last.end_at = ${extension}.start_at AND ', ''),
  rides(" AND ${isUnreturnedRide('ride')}\n", '\n'),
  rides('ORDER BY paid.end_at DESC', 'ORDER BY paid.end_at'),
  rides(" AND +paid.state = 'confirmed'", ''),
  mutant('   AND NOT EXISTS (${SELECT_SAME_REFERENCE})\n', ''),
  result('c.cell >= :firstCell', 'c.cell > :firstCell'),
  result('c.cell < :endCell', 'c.cell <= :endCell'),
  result(
    LOOSE,
    "NOT (b.user_id = :rider AND b.state = 'held')",
    'A settling hold of the rider blocks the request by its time, whatever it claims.'
  ),
  result(
    LOOSE,
    'NOT (b.user_id = :rider AND b.settling = 0)',
    'A paid ride of the rider blocks the request by its time, whatever it claims.'
  ),
  result(
    "${isLiveUnpaidHold('b')} AND b.id <> :id",
    "${isUnpaidHold('b')} AND b.id <> :id",
    'The batch expires old holds before it looks for the same hold.'
  ),
  result(' AND b.plan_id IS :plan', ''),
  mutant("+user_id = :rider AND ${isUnpaidHold('bookings')}", "+user_id = :rider AND state = 'held'"),
  mutant('hold_until IS NOT NULL AND id <> :id`', 'hold_until IS NOT NULL`'),
  mutant('WHERE ${IS_OTHER_OWN_HOLD} AND ${IS_HELD}`', 'WHERE ${IS_OTHER_OWN_HOLD}`'),
  mutant("bookings WHERE id = :id AND state = 'held')\"", 'bookings WHERE id = :id)"'),
  mutant('hold_until IS NOT NULL AND ${IS_HELD}\n', 'hold_until IS NOT NULL\n'),
  mutant("b.id = :id AND b.state = 'held'", 'b.id = :id'),
  result("WHERE id = :id AND state = 'held'\"", 'WHERE id = :id"'),
  expiry("state = 'held' AND hold_until <= ?1 LIMIT", "state = 'held' AND hold_until > ?1 LIMIT"),
  expiry(
    'c.hold_until IS NOT NULL AND c.hold_until <= ?1 AND',
    'c.hold_until IS NOT NULL AND c.hold_until < ?1 AND',
    'A claim that ends now does not count, whether the cron deletes it now or a minute later.'
  ),
  expiry('c.hold_until IS NOT NULL AND c.hold_until <= ?1 AND', '?1 = ?1 AND'),
  expiry(" AND +b.state <> 'held'", ''),
  mutant('coalesce(moved.hold_until, :now + ${HOLD_SECONDS})', ':now + ${HOLD_SECONDS}'),
  mutant('coalesce(moved.held_since, :now)', ':now'),
  limit("AND ${isLiveUnpaidHold('b')}", "AND b.state = 'held' AND b.hold_until > :now", BLOCKED_BY_PENDING_HOLD),
  limit('AND +b.scooter_id = :scooter AND', 'AND :scooter = :scooter AND'),
  limit('min(coalesce(b.held_since, b.created_at))', 'min(b.held_since)'),
  limit('min(coalesce(b.held_since, b.created_at))', 'min(b.created_at)'),
  limit("state IN ('held', 'released')", "state IN ('released')"),
  limit("state IN ('held', 'released')", "state IN ('held')"),
  limit(" OR (state = 'expired' AND order_id IS NOT NULL)", ''),
  limit("(state = 'expired' AND order_id IS NOT NULL)", "state = 'expired'"),
  limit('held_since > :now - ${UNPAID_HOLD_WINDOW_SECONDS}', 'held_since >= :now - ${UNPAID_HOLD_WINDOW_SECONDS}'),
  limit('  GROUP BY held_since\n', '  GROUP BY id\n'),
  limit(' AND NOT max(settling OR payment_id IS NOT NULL)', ''),
  limit('max(settling OR payment_id IS NOT NULL)', 'max(payment_id IS NOT NULL)'),
  limit('max(settling OR payment_id IS NOT NULL)', 'max(settling)'),
  limit('ORDER BY held_since DESC', 'ORDER BY held_since'),
  limit('OFFSET ${max} - 1', 'OFFSET ${max}'),
  limit("limitedUntilSql('scooter_id = :scooter', ':scooterHoldsMax')", "limitedUntilSql('TRUE', ':scooterHoldsMax')"),
  limit('${SCOOTER_LIMITED_UNTIL} IS NULL AND ', ''),
  limit(' AND ${RIDER_LIMITED_UNTIL} IS NULL\n', '\n'),
  limit('moved.hold_until >= :now', 'moved.hold_until > :now'),
  limit('CASE WHEN moved.hold_until IS NULL', 'CASE WHEN TRUE')
]
