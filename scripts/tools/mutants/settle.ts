import { type Mutant, mutantsOf } from './mutant.ts'

const mutant = mutantsOf('payments/settle.ts')
const refundMutant = mutantsOf('payments/refunds/refund-records.ts')
const insertMutant = mutantsOf('payments/refunds/insert-refund.ts')
const cancelMutant = mutantsOf('bookings/admin/cancel-as-admin.ts')
const riderCancelMutant = mutantsOf('bookings/cancel-booking.ts')
const rideMutant = mutantsOf('bookings/rides/cancelled-ride.ts')

const IS_UNPAID = "`${isPayable('bookings')}\n   AND (("
const EXTRA = "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT :payment"
const CLAIMABLE = 'WHERE id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}) b'
const REFUND_DUE = "AND ${isPayable('bookings')} AND ${PAYS_FOR_BOOKING}`"

export const settle: readonly Mutant[] = [
  mutant("((${isLiveHold('bookings')}) OR :now", '(:now'),
  mutant(":now < iif(kind = 'extension', end_at, start_at))", ":now <= iif(kind = 'extension', end_at, start_at))"),
  mutant(":now < iif(kind = 'extension', end_at, start_at))", ':now < start_at)'),
  mutant(" OR :now < iif(kind = 'extension', end_at, start_at))", ')'),
  mutant("\n   AND (kind = 'ride' OR ${continuesRide('bookings')})", ''),
  mutant('  CHANGE_RIDE,\n', ''),
  mutant("AND NOT ${isDeleted('bookings')} AND", 'AND'),
  mutant(" AND NOT ${hasOwnRide('bookings')}", ''),
  mutant(' AND id <> :id AND +scooter_id', ' AND +scooter_id'),
  mutant(' AND +scooter_id = ${SCOOTER}`', '`'),
  mutant('  EXPIRE,\n  FREE_EXPIRED_CLAIMS,\n', '  FREE_EXPIRED_CLAIMS,\n'),
  mutant("${isUnpaidHold('h')} AND", "h.state = 'held' AND"),
  mutant(" AND ${overlap('h', 'b')}\n", '\n'),
  mutant("WHERE b.id = :id AND b.state = 'confirmed'`", 'WHERE b.id = :id`'),
  mutant('  FREE_UNPAYABLE_CLAIMS,\n', ''),
  mutant('SET ${SET_RELEASED}, ${SET_NOT_COUNTED}', 'SET ${SET_RELEASED}'),
  mutant("CASE WHEN ${hasOwnRide('bookings')} THEN 'own_ride' ELSE 'slot_lost' END", "'slot_lost'"),
  mutant(IS_UNPAID, "`state IN ('held', 'expired')\n   AND (("),
  mutant(IS_UNPAID, "`state IN ('held', 'released')\n   AND (("),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded') AND payment_id IS NOT :payment"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'cancelled') AND payment_id IS NOT :payment"),
  mutant(EXTRA, "state IN ('confirmed', 'refunded', 'cancelled') AND payment_id IS NOT :payment"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id <> :payment"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled')"),
  mutant(
    '\n   AND booking_id <> :id`',
    '`',
    'The next statement inserts its own deleted claims again, or they are not needed any more.'
  ),
  mutant(
    CLAIMABLE,
    'WHERE id = :id AND ${PAYS_FOR_BOOKING}) b',
    'A lost slot frees its additional claims, and a paid booking keeps its claims.'
  ),
  mutant("${withCells(':firstCell', ':endCell')}", "${withCells(':firstCell + 1', ':endCell')}"),
  mutant(
    'AND cell >= :firstCell AND cell < :endCell) = :endCell - :firstCell',
    'AND cell >= :firstCell AND cell < :endCell) <= :endCell - :firstCell'
  ),
  mutant('`id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}\n', '`id = :id AND ${PAYS_FOR_BOOKING}\n'),
  mutant('`id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}\n', '`id = :id AND ${CAN_BE_CONFIRMED}\n'),
  mutant("AND EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'confirmed')", ''),
  mutant(REFUND_DUE, "AND state IN ('held', 'expired') AND ${PAYS_FOR_BOOKING}`"),
  mutant(REFUND_DUE, "AND state IN ('held', 'released') AND ${PAYS_FOR_BOOKING}`"),
  mutant(REFUND_DUE, "AND ${isPayable('bookings')}`"),
  mutant("freeClaimsOf(':id', 'refund_due')", "freeClaimsOf(':id', 'refunded')"),
  mutant(
    "state = 'refund_due' AND payment_id = :payment\"",
    "state = 'refund_due'\"",
    'By then the other payment has a row as a second payment.'
  ),
  refundMutant("status <> 'processed' AND paise <= :paise AND (", "status = 'due' AND paise <= :paise AND ("),
  refundMutant(' AND paise <= :paise AND (refund_id', ' AND (refund_id'),
  refundMutant('(refund_id = :refundId OR id = :receipt)', 'id = :receipt'),
  refundMutant('(refund_id = :refundId OR id = :receipt)', 'refund_id = :refundId'),
  refundMutant(' AND paise <= :paise AND ${IS_UNKNOWN}', ' AND ${IS_UNKNOWN}'),
  refundMutant(' AND paise <= :paise AND ${IS_UNKNOWN}', ' AND paise <= :paise'),
  refundMutant(' AND paise > :paise AND ${IS_UNKNOWN}', ' AND paise > :paise'),
  refundMutant('SET paise = paise - :paise WHERE', 'SET paise = paise WHERE'),
  refundMutant("status IN ('due', 'review') ORDER BY", "status = 'due' ORDER BY"),
  refundMutant("status IN ('due', 'review') ORDER BY", "status = 'review' ORDER BY"),
  refundMutant(':paise - (SELECT coalesce(sum(paise), 0)', ':paise - (SELECT 0 * count(*)'),
  refundMutant('isComplete ? [prepareNamed(ALL_PROCESSED, shared)] : []', '[]'),
  refundMutant("payment_id = :payment AND status = 'processed')`", 'payment_id = :payment)`'),
  refundMutant("\n   AND EXISTS (SELECT 1 FROM refunds WHERE payment_id = :payment AND reason = 'elsewhere')", ''),
  refundMutant("AND state = 'confirmed' AND payment_id = :payment", "AND state = 'confirmed'"),
  refundMutant("AND state = 'confirmed' AND payment_id = :payment", "AND state = 'refunded' AND payment_id = :payment"),
  refundMutant("freeClaimsOf(':booking', 'cancelled')", "freeClaimsOf(':booking', 'refunded')"),
  refundMutant("AND state = 'refund_due' AND payment_id = :payment", "AND state = 'refund_due'"),
  refundMutant('    CANCEL_FOLLOWING_ROWS,\n', ''),
  refundMutant('    REFUND_FOLLOWING_ROWS,\n', ''),
  refundMutant('    FREE_FOLLOWING_CLAIMS,\n', ''),
  refundMutant(' AND b.start_at > refunded.start_at\n', '\n'),
  cancelMutant("freeClaimsOf(':id', 'cancelled')", "freeClaimsOf(':id', 'refunded')"),
  cancelMutant("${isLiveHold('bookings')}", "state = 'held'"),
  cancelMutant('    ...freeCancelledRide(id, now),\n', ''),
  rideMutant(' AND ride.revision = :revision', ''),
  rideMutant('\n   AND ${REFUNDED_OF_RIDE} = :refunded', ''),
  rideMutant("AND +state = 'confirmed' AND ${IS_RIDE_UNCHANGED}", 'AND ${IS_RIDE_UNCHANGED}'),
  rideMutant("(SELECT ride.cancelled_by FROM bookings ride WHERE ride.id = :ride) = 'rider'", 'FALSE'),
  rideMutant("(SELECT ride.cancelled_by FROM bookings ride WHERE ride.id = :ride) = 'rider'", 'TRUE'),
  rideMutant("b.state IN ('cancelled', 'released')", "b.state = 'cancelled'"),
  rideMutant("b.state IN ('cancelled', 'released')", "b.state = 'released'"),
  riderCancelMutant(' AND ride.user_id = :rider', '', 'An earlier query has checked the rider.'),
  riderCancelMutant(' AND ride.start_at > :now', '', 'An earlier query has checked the start with the same time.'),
  cancelMutant("state = 'cancelled' AND payment_id = :payment", "state = 'refunded' AND payment_id = :payment"),
  cancelMutant("state = 'cancelled' AND payment_id = :payment", 'payment_id = :payment'),
  insertMutant('NOT EXISTS (SELECT 1 FROM refunds WHERE id = :payment) AND ', ''),
  insertMutant(' AND ${UNREFUNDED_PAISE} > 0`', '`'),
  insertMutant('(SELECT coalesce(sum(paise), 0)', '(SELECT 0 * count(*)')
]
