import type { Change } from './mutants.ts'

// The changes that `npm run mutants` tries of the batch that moves a ride, of what makes a scooter unrideable, and of
// reports and windows.

export const MOVE_CHANGES: Record<string, readonly Change[]> = {
  'bookings/move-ride.ts': [
    ['c.cell = :firstCell AND used.end_at <= :now', 'c.cell = :firstCell'],
    ['c.cell = :firstCell AND used.end_at <= :now', 'c.cell = :firstCell AND used.end_at < :now'],
    ['c.cell >= :firstCell - ${BUFFER_CELLS}', 'c.cell >= :firstCell'],
    ['c.cell < :endCell + ${BUFFER_CELLS}', 'c.cell < :endCell'],
    ["           AND ${isLiveClaim('c')}\n", ''],
    [' AND c.cell >= :firstCell AND c.cell < :endCell)', ' AND c.cell < :endCell)'],
    [' AND c.cell >= :firstCell AND c.cell < :endCell)', ' AND c.cell >= :firstCell)'],
    ['(other.end_at > :now AND c.cell', '(c.cell'],
    ['((other.end_at > :now AND c.cell >= :firstCell AND c.cell < :endCell)\n                OR ', '('],
    ['(other.user_id <> ride.user_id AND ${BUFFER_CELLS} > 0)', '${BUFFER_CELLS} > 0'],
    ['(other.user_id <> ride.user_id AND ${BUFFER_CELLS} > 0)', 'other.user_id <> ride.user_id'],
    ['\n                OR (other.user_id <> ride.user_id AND ${BUFFER_CELLS} > 0)', ''],
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
    ["\n   AND NOT EXISTS (SELECT 1 ${fromUnrideableProblems('s.id')})", ''],
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
    ["  if (scooter_id !== from) return 'ride_changed'\n", ''],
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
  ],
  'problems/add-problem.ts': [
    [' && agreed === rupeesOf(owed))', ')'],
    ['{ admin, now, owed, reason: note })', '{ admin, now, reason: note })'],
    ['SELECT DISTINCT ride.id', 'SELECT ride.id'],
    ['return isBlocked ? null : rupeesOf', 'return rupeesOf'],
    ['`NOT EXISTS (SELECT 1 FROM problems WHERE id = :id)\n   AND EXISTS', '`EXISTS'],
    ['WHERE id = :scooter AND archived_at IS NULL', 'WHERE id = :scooter'],
    ["iif(:from IS NULL, 'damaged', 'service')", "'service'"],
    [':from IS NULL, :note', '0, :note'],
    ["iif(:from IS NULL, 'known', 'open')", "'open'"],
    ['scooter_id = :scooter AND ${isUnpaidHold', '${isUnpaidHold'],
    ["${isUnpaidHold('bookings')} AND", "state = 'held' AND"],
    ["AND ${overlapsWindow('bookings', ':from', ':to')}\n", '\n'],
    [
      'p.id = :id AND p.scooter',
      'p.scooter',
      'Another open window of the scooter with these times has ended its holds.'
    ],
    [" AND p.scooter_id = :scooter AND p.state = 'open'", " AND p.state = 'open'"],
    [" AND p.state = 'open'\n", '\n'],
    ['p.blocked_from = :from AND ', ''],
    [' AND p.blocked_until = :to)', ')'],
    ['[INSERT, FREE_CLAIMS, RELEASE_HOLDS]', '[INSERT, RELEASE_HOLDS]'],
    [', ${SET_NOT_COUNTED} WHERE', ' WHERE'],
    ['when: IS_NEW }', "when: 'TRUE' }"],
    [" || state !== 'open') return", ') return'],
    ['{ ...params, from: secondsAt(blocked_from), to: secondsAt(blocked_until) }', 'params'],
    ['rides.filter(ride => inside.has(ride.id))', 'rides'],
    ['choice.amount === (await refundOf(ride))', 'choice.amount > 0']
  ],
  'problems/problems.ts': [
    ["b.scooter_id = ${scooter} AND ${overlapsWindow('b'", "${overlapsWindow('b'"],
    [" AND ${overlapsWindow('b', start, end)}\n", '\n'],
    ["b.state = 'confirmed' AND b.end_at", 'b.end_at'],
    [' AND b.end_at > :now AND ${isUnreturnedRide', ' AND ${isUnreturnedRide'],
    [" AND ${isUnreturnedRide('ride')}`", '`']
  ],
  'problems/report-problem.ts': [
    ['   AND p.user_id <> ride.user_id AND', '   AND'],
    [' AND p.created_at > :now - ${TWO_IN_A_ROW_HOURS * HOUR_SECONDS}\n', '\n'],
    ['fine.scooter_id = p.scooter_id AND ', ''],
    ['fine.start_at > p.created_at AND ', ''],
    [' AND fine.start_at <= :now\n', '\n'],
    ["fine.kind = 'ride' AND ", ''],
    ["+fine.state = 'confirmed' AND ", ''],
    [' AND fine.id <> ride.id))', '))'],
    ['iif(:isRideable, NULL, :now), iif', ':now, iif'],
    ['NOT :isRideable AND ${IS_SECOND_IN_A_ROW}', '${IS_SECOND_IN_A_ROW}'],
    [' AND ride.user_id = :rider AND', ' AND', 'The call has found the ride of its rider.'],
    ["AND ${isUnreturnedRide('ride')}\n", '\n'],
    [
      'ride.start_at <= :now + ${REPORT_BEFORE_MINUTES * MINUTE_SECONDS} AND ',
      '',
      'The call has read the start, which never changes.'
    ],
    [" AND ${rideEnd(':ride')} > :now\n", '\n'],
    ['\n   AND (:photo IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}))', ''],
    ['\n    ON CONFLICT DO NOTHING', ''],
    [' AND claimed_at IS NULL\n', '\n', 'The report has its photo only if nobody had claimed it.'],
    ['\n   AND EXISTS (SELECT 1 FROM problems p WHERE p.id = :id AND p.photo_id = :photo)', ''],
    ["status = 'Available'\n   AND ", ''],
    ['p.set_maintenance AND ', ''],
    ['p.set_maintenance AND p.created_at = :now', 'p.set_maintenance'],
    ['p.user_id = :rider\n   AND (p.id', '(p.id'],
    ['p.kind = :kind AND p.state', 'p.state'],
    ["p.kind = :kind AND p.state = 'open'", 'p.kind = :kind'],
    ['\n            AND p.scooter_id = (SELECT scooter_id FROM bookings WHERE id = :ride)', '']
  ]
}
