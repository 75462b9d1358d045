// The changes that `npm run mutants` tries: those of the two batches that nothing may race, and of the SQL in them.

export interface Mutant {
  /** Relative to src/server. */
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** Why the change has no effect, if no test can detect it. */
  equivalent?: string
}

type Change = readonly [from: string, to: string, equivalent?: string]

const OTHER_PAYMENT = "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id IS NOT :payment"

const CHANGES: Record<string, readonly Change[]> = {
  'payments/settle.ts': [
    ["\n   AND (NOT ${isBlocked('bookings')} OR (${isLiveHold('bookings')}))", ''],
    ["(NOT ${isBlocked('bookings')} OR (${isLiveHold('bookings')}))", "NOT ${isBlocked('bookings')}"],
    ["\n   AND (kind = 'ride' OR ${continuesRide('bookings')})", ''],
    ['  CHANGE_RIDE,\n', ''],
    ["AND NOT ${isScooterDeleted('bookings')} AND", 'AND'],
    [" AND NOT ${hasOwnRide('bookings')}", ''],
    [" AND id <> :id AND ${withoutIndex('scooter_id')}", " AND ${withoutIndex('scooter_id')}"],
    [" AND ${withoutIndex('scooter_id')} = ${SCOOTER}`", '`'],
    ['  EXPIRE,\n  FREE_EXPIRED_CLAIMS,\n', '  FREE_EXPIRED_CLAIMS,\n'],
    ["${isUnpaidHold('h')} AND", "h.state = 'held' AND"],
    [" AND ${overlap('h', 'b')}\n", '\n'],
    ["WHERE b.id = :id AND b.state = 'confirmed'`", 'WHERE b.id = :id`'],
    ['  FREE_UNPAYABLE_CLAIMS,\n', ''],
    ["CASE WHEN ${hasOwnRide('bookings')} THEN 'own_ride' ELSE 'slot_lost' END", "'slot_lost'"],
    [OTHER_PAYMENT, "state IN ('confirmed', 'refund_due', 'refunded') AND payment_id IS NOT :payment"],
    [OTHER_PAYMENT, "state IN ('confirmed', 'refund_due', 'cancelled') AND payment_id IS NOT :payment"],
    [OTHER_PAYMENT, "state IN ('confirmed', 'refunded', 'cancelled') AND payment_id IS NOT :payment"],
    [OTHER_PAYMENT, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled') AND payment_id <> :payment"],
    [OTHER_PAYMENT, "state IN ('confirmed', 'refund_due', 'refunded', 'cancelled')"],
    [
      '\n   AND booking_id <> :id`',
      '`',
      'The next statement inserts its own deleted claims again, or they are not needed any more.'
    ],
    [
      'WHERE id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}) b',
      'WHERE id = :id AND ${PAYS_FOR_BOOKING}) b',
      'A lost slot frees its additional claims, and a paid booking keeps its claims.'
    ],
    [
      'AND cell >= :firstCell AND cell < :endCell) = :endCell - :firstCell',
      'AND cell >= :firstCell AND cell < :endCell) <= :endCell - :firstCell'
    ],
    ['`id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}\n', '`id = :id AND ${PAYS_FOR_BOOKING}\n'],
    ['`id = :id AND ${CAN_BE_CONFIRMED} AND ${PAYS_FOR_BOOKING}\n', '`id = :id AND ${CAN_BE_CONFIRMED}\n'],
    ["AND EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'confirmed')", ''],
    [
      "AND ${isPayable('bookings')} AND ${PAYS_FOR_BOOKING}`",
      "AND state IN ('held', 'expired') AND ${PAYS_FOR_BOOKING}`"
    ],
    [
      "AND ${isPayable('bookings')} AND ${PAYS_FOR_BOOKING}`",
      "AND state IN ('held', 'released') AND ${PAYS_FOR_BOOKING}`"
    ],
    ["AND ${isPayable('bookings')} AND ${PAYS_FOR_BOOKING}`", "AND ${isPayable('bookings')}`"],
    ["freeClaimsOf(':id', 'refund_due')", "freeClaimsOf(':id', 'refunded')"],
    [
      "state = 'refund_due' AND payment_id = :payment\"",
      "state = 'refund_due'\"",
      'By then the other payment has a row as a second payment.'
    ]
  ],
  'slots/reserve.ts': [
    ["${withoutIndex('scooter_id')} = :scooter OR ", "${withoutIndex('scooter_id')} = :scooter AND "],
    ["${isInService('s', 'p')} AND ", ''],
    [' AND u.property_id = s.property_id', ''],
    [' AND u.deleted_at IS NULL', ''],
    ["${isUnreturnedRide('ride')}", 'TRUE'],
    ['ride.user_id = :rider AND s.id', 's.id'],
    [' AND last.end_at = :start', ''],
    [' AND :now < :start + ${EXTENDABLE_SECONDS}', ''],
    ['\n   AND NOT EXISTS (${SELECT_SAME_REFERENCE})', ''],
    [":rider AND ${isUnpaidHold('bookings')} AND hold_until", ":rider AND state = 'held' AND hold_until"],
    ['hold_until IS NOT NULL AND id <> :id`', 'hold_until IS NOT NULL`'],
    ['WHERE ${IS_OTHER_OWN_HOLD} AND ${IS_HELD}`', 'WHERE ${IS_OTHER_OWN_HOLD}`'],
    ["bookings WHERE id = :id AND state = 'held')\"", 'bookings WHERE id = :id)"'],
    ['hold_until IS NOT NULL AND ${IS_HELD}\n', 'hold_until IS NOT NULL\n'],
    ["b.id = :id AND b.state = 'held'", 'b.id = :id'],
    ['coalesce(moved.hold_until, :now + ${HOLD_SECONDS})', ':now + ${HOLD_SECONDS}'],
    ['coalesce(moved.held_since, ${NEW_HELD_SINCE})', '${NEW_HELD_SINCE}'],
    ['coalesce(moved.held_since, ${NEW_HELD_SINCE})', 'coalesce(moved.held_since, :now)'],
    ["lastPaidRow(':ride')", "':ride'"],
    ['JOIN scooters s ON s.id = last.scooter_id', 'JOIN scooters s ON s.id = ride.scooter_id'],
    [' AND s.id = :scooter AND last', ' AND last'],
    [':now < :start + ${EXTENDABLE_SECONDS}', ':now <= :start + ${EXTENDABLE_SECONDS}'],
    [
      "${isLiveUnpaidHold('b')} AND b.id <> :id",
      "${isUnpaidHold('b')} AND b.id <> :id",
      'The batch expires old holds before it looks for the same hold.'
    ],
    [' AND b.plan_id IS :plan', ''],
    ["WHERE id = :id AND state = 'held'\"", 'WHERE id = :id"'],
    [' AND b.kind = :kind', '']
  ],
  'slots/conflicts.ts': [
    ['(${isOpen}\n AND NOT', '(NOT'],
    [' AND NOT EXISTS (${selectBufferConflicts(scooter)})\n', ''],
    [' AND NOT EXISTS (${selectUnrideable(scooter)})\n', ''],
    [' AND :start < ${LATE_UNTIL}', ''],
    [' AND :ride IS NULL', ''],
    ['late.user_id <> :rider AND', ''],
    ['cellsBefore: ride === null ? bufferCells : 0', 'cellsBefore: bufferCells'],
    [' + :cellsAfter\n', '\n'],
    [':firstCell - :cellsBefore', ':firstCell'],
    ['c.cell >= :firstCell -', 'c.cell > :firstCell -'],
    ['c.cell < :endCell +', 'c.cell <= :endCell +'],
    ['b.user_id <> :rider AND ', ''],
    ['c.cell >= :firstCell AND', 'c.cell > :firstCell AND'],
    ['c.cell < :endCell AND', 'c.cell <= :endCell AND'],
    ["NOT (b.user_id = :rider AND ${isUnpaidHold('b')})", "NOT (b.user_id = :rider AND b.state = 'held')"],
    ["NOT (b.user_id = :rider AND ${isUnpaidHold('b')})", 'NOT (b.user_id = :rider AND b.settling = 0)'],
    [
      " AND ${isLiveClaim('c')}\n ORDER BY c.cell LIMIT 1`\n\n// The rider's",
      " ORDER BY c.cell LIMIT 1`\n\n// The rider's"
    ],
    [" AND ${isLiveClaim('b')} LIMIT 1`", ' LIMIT 1`'],
    [
      ' AND NOT EXISTS (${selectConflicts(scooter)})\n',
      '',
      'A claim of another rider is also a buffer conflict, and one of the own rider belongs to an own ride.'
    ],
    ['\n AND NOT EXISTS (${SELECT_OWN_RIDE}))`', ')`']
  ],
  'slots/hold-limits.ts': [
    [
      ":scooter AND ${isLiveUnpaidHold('b')}",
      ":scooter AND b.state = 'held' AND b.hold_until > :now",
      'A settling hold of the rider blocks the request by its time, so nothing is held.'
    ],
    ["AND ${withoutIndex('b.scooter_id')} = :scooter AND", 'AND :scooter = :scooter AND'],
    ['min(coalesce(b.held_since, b.created_at))', 'min(b.held_since)'],
    ['min(coalesce(b.held_since, b.created_at))', 'min(b.created_at)'],
    ["state IN ('held', 'released')", "state IN ('released')"],
    ["state IN ('held', 'released')", "state IN ('held')"],
    [" OR (state = 'expired' AND order_id IS NOT NULL)", ''],
    ["(state = 'expired' AND order_id IS NOT NULL)", "state = 'expired'"],
    ['held_since > :now - ${UNPAID_HOLD_WINDOW_SECONDS}', 'held_since >= :now - ${UNPAID_HOLD_WINDOW_SECONDS}'],
    ['  GROUP BY held_since\n', '  GROUP BY id\n'],
    [' OR ${IS_GIVEN_BACK})`', ')`'],
    ["state IN ('refund_due', 'refunded')\n  OR ", "state = 'refund_due'\n  OR "],
    ["state IN ('refund_due', 'refunded')\n  OR ", "state = 'refunded'\n  OR "],
    ["kind = 'ride' AND ", ''],
    ["cancelled_by IS 'rider' AND ", ''],
    [' AND amount * refund_percent > (amount - 1) * 100', ''],
    ['amount * refund_percent > (amount - 1) * 100', 'refund_percent = 100'],
    [' AND NOT max(settling OR (payment_id IS NOT NULL AND NOT ${IS_GIVEN_BACK}))', ''],
    [' AND NOT ${IS_GIVEN_BACK}))', '))'],
    ['max(settling OR (payment_id', 'max((payment_id'],
    ['settling OR (payment_id IS NOT NULL AND NOT ${IS_GIVEN_BACK})', 'settling'],
    ['ORDER BY held_since DESC', 'ORDER BY held_since'],
    ['OFFSET ${max} - 1', 'OFFSET ${max}'],
    ["limitedUntilSql('scooter_id = :scooter', ':scooterHoldsMax')", "limitedUntilSql('TRUE', ':scooterHoldsMax')"],
    ['${SCOOTER_LIMITED_UNTIL} IS NULL AND ', ''],
    [' AND ${RIDER_LIMITED_UNTIL} IS NULL AND', ' AND'],
    [' AND ${ADDRESS_LIMITED_UNTIL} IS NULL\n', '\n'],
    [" AND paid.state = 'confirmed')", ')'],
    ['moved.held_from WHEN', ':address WHEN'],
    ['WHEN NOT ${HAS_PAID_RIDE} THEN :address', 'WHEN TRUE THEN :address'],
    ['CASE WHEN NOT ${HAS_PAID_RIDE} THEN\n', 'CASE WHEN TRUE THEN\n'],
    ["b.user_id <> :rider AND ${isLiveUnpaidHold('b')}\n  ORDER", "${isLiveUnpaidHold('b')}\n  ORDER"],
    ["b.user_id <> :rider AND ${isLiveUnpaidHold('b')}\n  ORDER", 'b.user_id <> :rider\n  ORDER'],
    ['OFFSET :addressHoldsMax - 1', 'OFFSET :addressHoldsMax'],
    ['moved.hold_until >= :now', 'moved.hold_until > :now'],
    ['CASE WHEN moved.hold_until IS NULL', 'CASE WHEN TRUE']
  ]
}

export const MUTANTS = Object.entries(CHANGES).flatMap(([file, changes]) =>
  changes.map(([from, to, equivalent]): Mutant => ({ equivalent, file, from, to }))
)
