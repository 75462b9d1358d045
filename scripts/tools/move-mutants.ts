import type { Change } from './mutants.ts'

// The changes that `npm run mutants` tries of the batch that moves a ride, and of what makes a scooter unrideable.

export const MOVE_CHANGES: Record<string, readonly Change[]> = {
  'bookings/move-ride.ts': [
    ['c.cell = :firstCell AND used.end_at <= :now', 'c.cell = :firstCell'],
    ['c.cell = :firstCell AND used.end_at <= :now', 'c.cell = :firstCell AND used.end_at < :now'],
    ['c.cell >= :firstCell - ${BUFFER_CELLS}', 'c.cell >= :firstCell'],
    ['c.cell < :endCell + ${BUFFER_CELLS}', 'c.cell < :endCell'],
    ["           AND ${isLiveClaim('c')}\n", ''],
    ['iif(c.cell >= :firstCell AND c.cell < :endCell, other', 'iif(c.cell < :endCell, other'],
    ['iif(c.cell >= :firstCell AND c.cell < :endCell, other', 'iif(c.cell >= :firstCell, other'],
    ['other.end_at > :now, other.user_id', 'TRUE, other.user_id'],
    ['other.end_at > :now, other.user_id <> ride.user_id', 'other.end_at > :now, TRUE'],
    ['other.end_at > :now, other.user_id <> ride.user_id', 'other.end_at > :now, FALSE'],
    ['s.property_id = ride.property_id AND s.id', 's.id'],
    [' AND s.id <> ride.scooter_id\n', '\n', 'The claims of the ride itself take its scooter.'],
    [
      "ride.id = :ride AND ${isUnreturnedRide('ride')} AND",
      'ride.id = :ride AND',
      'Without paid rows a ride has no end, and that of a returned one has passed.'
    ],
    [" AND ${rideEnd(':ride')} = :end AND", ' AND', 'A change of the end raises the revision.'],
    [' AND :end > :now\n', '\n', 'After the end, the first cell is not before the end.'],
    ["   AND ${isInService('s', 'p')}\n", ''],
    ["   AND (s.needs_license <= old.needs_license OR (${bookingBlock(':end')}) IS NULL)\n", ''],
    [
      "(s.needs_license <= old.needs_license OR (${bookingBlock(':end')}) IS NULL)",
      "(${bookingBlock(':end')}) IS NULL"
    ],
    [
      "(s.needs_license <= old.needs_license OR (${bookingBlock(':end')}) IS NULL)",
      's.needs_license <= old.needs_license'
    ],
    ['AND NOT ${IS_TAKEN} AND', 'AND'],
    [" AND :firstCell + ${isFirstCellUsed('s.id')} < :endCell", ''],
    ["   AND NOT ${isHeldByLateRide('s.id', 'ride.user_id', 'ride.start_at')}\n", ''],
    ["   AND NOT EXISTS (SELECT 1 ${fromBlocks('s.id', 'max(ride.start_at, :now)', ':end')})\n", ''],
    ['max(ride.start_at, :now)', 'ride.start_at'],
    ["'max(ride.start_at, :now)'", "':now'"],
    ["\n   AND NOT EXISTS (SELECT 1 ${fromUnrideableReports('s.id')})", ''],
    ['   AND ${MAY_MOVE}\n', ''],
    ['< ${OWN_MOVES_MAX}', '<= ${OWN_MOVES_MAX}'],
    ["WHEN 'late' THEN 1", "WHEN 'late' THEN 0"],
    ["WHEN 'broken' THEN 1", "WHEN 'broken' THEN 0"],
    ['s.id = :to AND ride', 'ride'],
    [' AND ride.scooter_id = :from AND', ' AND', 'Every move raises the revision.'],
    [' AND ride.revision = :revision`', '`'],
    ["moved.state = 'confirmed' AND moved", 'moved', 'A cancellation raises the revision.'],
    [' AND moved.revision = ${revision}', ''],
    ['m.revision = :revision + 1 AND m.to', 'm.to'],
    [
      ' AND m.to_scooter_id = :to AND',
      ' AND',
      'Another move has raised the revision, and its ride has claims and a message.'
    ],
    [
      ' AND m.created_at = :now)',
      ')',
      'An earlier batch has raised the revision, and its ride has claims and a message.'
    ],
    ["isRowOf('bookings', ':ride')} AND +state = 'confirmed'", "isRowOf('bookings', ':ride')}"],
    ['(SELECT id FROM bookings WHERE ${PAID_ROWS}) AND ${IS_DECIDED}', '(SELECT id FROM bookings WHERE ${PAID_ROWS})'],
    ['WHERE ${PAID_ROWS} AND ${IS_DECIDED}', 'WHERE ${PAID_ROWS}'],
    ['pin_seen_at = NULL,', ''],
    ['iif(start_at > :now, NULL, min', 'iif(FALSE, NULL, min'],
    ['min(end_at, (:firstCell', 'max(0, (:firstCell'],
    ["(:firstCell + ${isFirstCellUsed(':to')})", ':firstCell'],
    ['revision + (id = :ride)', 'revision + 1'],
    ['revision + (id = :ride)', 'revision'],
    ['coalesce(b.claimed_from, b.start_at)', 'b.start_at'],
    [" AND +b.state = 'confirmed' AND ${IS_MOVED}", ' AND ${IS_MOVED}'],
    [' AND ${IS_MOVED}\n', '\n', 'Without a decision, the paid rows have their claims.'],
    ['\n   AND NOT EXISTS (SELECT 1 FROM slot_claims own WHERE own.booking_id = b.id)', ''],
    ["ride_id = :ride AND state = 'released'", 'ride_id = :ride'],
    ['    prepare(`${EXPIRE_PASSED_HOLDS} AND +scooter_id = :to`),\n', ''],
    ["    prepare(freeExpiredClaims(':to')),\n", ''],
    ['activity(`EXISTS (SELECT 1 ${FROM_TARGET})`', 'activity(`TRUE`'],
    ['    rotateMovedPin(id, IS_DECIDED, params),\n', ''],
    ["CLAIM, releaseUnpaidExtension(':ride'), ", 'CLAIM, '],
    ["releaseUnpaidExtension(':ride'), FREE_RELEASED_CLAIMS]", "releaseUnpaidExtension(':ride')]"],
    ['movedMessages(IS_MOVED)', "movedMessages('TRUE')"],
    ["  if (scooter_id !== from) throw refusal('ride_changed')\n", ''],
    [' && after.revision === revision', '']
  ],
  'slots/booking-sql.ts': [
    ["p.state = 'open' AND p.blocked_until", 'p.blocked_until'],
    ['p.blocked_until > ${start}', 'p.blocked_until >= ${start}'],
    ['p.blocked_from < ${end}', 'p.blocked_from <= ${end}']
  ],
  'slots/unrideable.ts': [
    ["p.state = 'open' AND p.is_rideable = 0 AND p.kind", 'p.is_rideable = 0 AND p.kind'],
    ["p.state = 'open' AND p.is_rideable = 0 AND p.kind", "p.state = 'open' AND p.kind"],
    [" AND p.is_rideable = 0 AND p.kind <> 'service'", ' AND p.is_rideable = 0'],
    [" AND r.return_mode = 'confirmed'\n", '\n'],
    ["WHERE ${isUnreturnedRide('late')} AND late", 'WHERE late'],
    [' AND late.end_at <= ${by}', '', 'For the index. The last row of a ride ends last.'],
    [" AND ${rideEnd('late.id')} <= ${by}", ''],
    ['${start} < ${LATE_UNTIL}\n AND ', ''],
    ["':now')} AND late.user_id <> ${rider}", "':now')}"]
  ]
}
