import type { Mutant } from './mutant.ts'

const mutantsOf =
  (file: string) =>
  (from: string, to: string, equivalent?: string): Mutant => ({ equivalent, file, from, to })

const mutant = mutantsOf('payments/settle.ts')
const refundMutant = mutantsOf('payments/refunds/settle-refund.ts')
const cancelMutant = mutantsOf('bookings/cancel-as-admin.ts')

const IS_SETTLEABLE = "state IN ('held', 'expired', 'released')\n   AND (("
const EXTRA = "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT ?1"
const CLAIMABLE = 'WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}) b'
const REFUND_DUE = "AND state IN ('held', 'expired', 'released') AND ${HAS_NO_REFUND}`"

export const settling: readonly Mutant[] = [
  mutant('hold_until > ?2)) OR', 'hold_until >= ?2)) OR'),
  mutant('settling = 1 OR hold_until > ?2', 'hold_until > ?2'),
  mutant('?2 < start_at)\n', '?2 <= start_at)\n'),
  mutant(' OR ?2 < start_at)\n', ')\n'),
  mutant("AND NOT ${isDeleted('bookings')} AND", 'AND'),
  mutant(" AND NOT ${hasOwnRide('bookings')}", ''),
  mutant(' AND id <> ?1 AND +scooter_id', ' AND +scooter_id'),
  mutant(' AND +scooter_id = ${SCOOTER}`', '`'),
  mutant('    d1.prepare(EXPIRE).bind(booking.id, at),\n', ''),
  mutant("h.state = 'held' AND h.settling = 0 AND", "h.state = 'held' AND"),
  mutant(" AND ${overlap('h', 'b')}\n", '\n'),
  mutant("WHERE b.id = ?1 AND b.state = 'confirmed'`", 'WHERE b.id = ?1`'),
  mutant('    d1.prepare(FREE_UNPAYABLE_CLAIMS).bind(booking.id),\n', ''),
  mutant('hold_until = NULL, held_since = NULL, updated_at = ?2', 'hold_until = NULL, updated_at = ?2'),
  mutant("CASE WHEN ${hasOwnRide('bookings')} THEN 'own_ride' ELSE 'slot_lost' END", "'slot_lost'"),
  mutant(IS_SETTLEABLE, "state IN ('held', 'expired')\n   AND (("),
  mutant(IS_SETTLEABLE, "state IN ('held', 'released')\n   AND (("),
  mutant("'NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = ?3)'", "'?3 IS NOT NULL'"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded') AND payment_id IS NOT ?1"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'cancelled') AND payment_id IS NOT ?1"),
  mutant(EXTRA, "state IN ('confirmed', 'refunded', 'cancelled') AND payment_id IS NOT ?1"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id <> ?1"),
  mutant(EXTRA, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled')"),
  mutant(
    '\n   AND booking_id <> ?1`',
    '`',
    'Its own dead claims are made again in the next statement, or are not needed any more.'
  ),
  mutant(
    CLAIMABLE,
    'WHERE id = ?1 AND ${HAS_NO_REFUND}) b',
    'What was claimed too much is freed with the slot that is lost; what is paid has its claims.'
  ),
  mutant(
    'RECLAIM).bind(booking.id, at, payment.id, firstCell',
    'RECLAIM).bind(booking.id, at, payment.id, firstCell + 1'
  ),
  mutant('AND cell >= ?4 AND cell < ?5) = ?5 - ?4', 'AND cell >= ?4 AND cell < ?5) <= ?5 - ?4'),
  mutant('WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}\n', 'WHERE id = ?1 AND ${HAS_NO_REFUND}\n'),
  mutant('WHERE id = ?1 AND ${CAN_BE_CONFIRMED} AND ${HAS_NO_REFUND}\n', 'WHERE id = ?1 AND ${CAN_BE_CONFIRMED}\n'),
  mutant("AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'confirmed')", ''),
  mutant(REFUND_DUE, "AND state IN ('held', 'expired') AND ${HAS_NO_REFUND}`"),
  mutant(REFUND_DUE, "AND state IN ('held', 'released') AND ${HAS_NO_REFUND}`"),
  mutant(REFUND_DUE, "AND state IN ('held', 'expired', 'released')`"),
  mutant("freeClaimsOf('?1', 'refund_due')", "freeClaimsOf('?1', 'refunded')"),
  mutant(
    "state = 'refund_due' AND payment_id = ?1\n",
    "state = 'refund_due'\n",
    'Another payment has its row of a second payment by then.'
  ),
  refundMutant("WHERE payment_id = ?1 AND status <> 'processed'`", "WHERE payment_id = ?1 AND status = 'due'`"),
  refundMutant("WHERE id = ?1 AND state = 'confirmed' AND payment_id = ?2", "WHERE id = ?1 AND state = 'confirmed'"),
  refundMutant(
    "WHERE id = ?1 AND state = 'confirmed' AND payment_id = ?2",
    "WHERE id = ?1 AND state = 'refunded' AND payment_id = ?2"
  ),
  refundMutant("freeClaimsOf('?1', 'cancelled')", "freeClaimsOf('?1', 'refunded')"),
  cancelMutant("freeClaimsOf('?1', 'cancelled')", "freeClaimsOf('?1', 'refunded')"),
  refundMutant("WHERE id = ?1 AND state = 'refund_due' AND payment_id = ?2", "WHERE id = ?1 AND state = 'refund_due'"),
  cancelMutant("(?3 = 1 AND state = 'confirmed')", "(state = 'confirmed')"),
  cancelMutant("state = 'held' AND hold_until > ?2))`", "state = 'held'))`"),
  cancelMutant(
    "'cancelled', 'due', ?2 FROM bookings\n WHERE id = ?1 AND state = 'cancelled'",
    "'cancelled', 'due', ?2 FROM bookings\n WHERE id = ?1 AND state = 'refunded'"
  ),
  cancelMutant(
    "'cancelled', 'due', ?2 FROM bookings\n WHERE id = ?1 AND state = 'cancelled'",
    "'cancelled', 'due', ?2 FROM bookings\n WHERE id = ?1"
  )
]
