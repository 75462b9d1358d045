import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import {
  FULL_REFUND_MINUTES,
  LATE_AFTER_MINUTES,
  LATE_NOT_OFFERED_MINUTES,
  type PROBLEM_OUTCOMES,
  TROUBLE_FROM_MINUTES,
  TWO_IN_A_ROW_HOURS
} from '#domain/problems/problems.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { hasEmail } from '#server/db/schema/riders.ts'
import { withoutIndex } from '#server/db/sql.ts'
import { effectiveStart, fromBlocks, hasNotEnded, isUnreturnedRide, rideEnd, rideOf } from './booking-sql.ts'

// Scooters that cannot be ridden although nobody has booked them: one is reported, or the ride before is late.
// Every argument is SQL.

/** SQL: the open reports `p` that say that a scooter cannot be ridden, whether they still block it or not. */
export const fromUnrideableProblems = (scooter: string) => `
FROM problems p
 WHERE p.scooter_id = ${scooter} AND p.state = 'open' AND p.is_rideable = 0 AND p.kind <> 'service'`

/**
 * SQL: the rides `late` that had to end by then and that nobody has returned. Only where a property confirms returns. A
 * ride before its last extension is not late, so the first row's end finds it by an index.
 */
export const fromAllLateRides = (by: string) => `
FROM bookings late CROSS JOIN property_settings rules ON rules.property_id = late.property_id AND rules.return_mode = 'confirmed'
 WHERE ${isUnreturnedRide('late')} AND late.end_at <= ${by} AND ${rideEnd('late.id')} <= ${by}`

export const fromLateRides = (scooter: string, by: string) => `${fromAllLateRides(by)} AND late.scooter_id = ${scooter}`

/**
 * SQL: the ride of each paid row that is ahead, under way or late, so that its scooter is not back; with its rider, its
 * property, and until when a message about it can be true. `of` is a condition on the row. Parameter: :now.
 */
export const selectOpenRides = (of: (row: string) => string) => `
SELECT ${rideOf('b')} AS ride, b.id, b.user_id, b.property_id, b.end_at AS until
  FROM bookings b WHERE ${of('b')} AND ${hasNotEnded('b')} AND b.state = 'confirmed'
 UNION ALL
SELECT late.id, late.id, late.user_id, late.property_id, :now + ${DAY_SECONDS} ${fromAllLateRides(':now')} AND ${of(withoutIndex('late'))}`

type Owner = 'property_id' | 'scooter_id' | 'user_id'

/** SQL: those of a property, a scooter or a rider. */
export const openRidesOf = (owner: Owner, id: string) => selectOpenRides(row => `${row}.${owner} = ${id}`)

export const countOpenRides = (owner: Owner, id: string) =>
  `(SELECT count(DISTINCT ride) FROM (${openRidesOf(owner, id)}))`

/** SQL: the properties whose staff reach a rider: the rider's, and those of paid rides that are not over. */
export const propertiesOfRider = (rider: string) => `
SELECT reached.property_id FROM users reached WHERE reached.id = ${rider}
 UNION ALL
SELECT property_id FROM (${openRidesOf('user_id', rider)})`

/** SQL: from when on the scooter of a late ride is offered. Parameter: :now. */
export const LATE_UNTIL = `:now + ${LATE_NOT_OFFERED_MINUTES * MINUTE_SECONDS}`

/** SQL: the ride of another rider that keeps a scooter from a rider who starts soon. Parameter: :now. */
export const isHeldByLateRide = (scooter: string, rider: string, start: string) => `
(${start} < ${LATE_UNTIL}
 AND EXISTS (SELECT 1 ${fromLateRides(scooter, ':now')} AND late.user_id <> ${rider}))`

const hasTimeLeft = (ride: string) => `
(${isUnreturnedRide(ride)} AND ${ride}.start_at <= :now + ${TROUBLE_FROM_MINUTES * MINUTE_SECONDS} AND ${rideEnd(`${ride}.id`)} > :now)`

/**
 * SQL: the problem `p` counts for the rider of a ride: it is a window of the staff, or a report of another rider, whose
 * own ride had begun and not ended.
 */
const isFromOthers = (ride: string) => `
(p.user_id IS NOT ${ride}.user_id
 AND NOT EXISTS (SELECT 1 FROM bookings theirs
                  WHERE theirs.id = p.booking_id AND (theirs.start_at > :now OR ${rideEnd('theirs.id')} < p.created_at)))`

/** SQL: the reports `two` that have put a scooter into maintenance. Without an open one, the staff have. */
const fromMaintenanceReports = (scooter: string) => `
FROM problems two WHERE two.scooter_id = ${scooter} AND two.state = 'open' AND two.set_maintenance`

/** SQL: the rider has made one of the two reports. */
const hasCausedMaintenance = (ride: string) => `
EXISTS (SELECT 1 ${fromMaintenanceReports(`${ride}.scooter_id`)}
           AND EXISTS (SELECT 1 FROM problems own
                        WHERE own.user_id = ${ride}.user_id AND own.scooter_id = two.scooter_id AND own.is_rideable = 0
                          AND own.created_at BETWEEN two.created_at - ${TWO_IN_A_ROW_HOURS * HOUR_SECONDS} AND two.created_at))`

const isBroken = (ride: string) => `
EXISTS (SELECT 1 FROM problems p JOIN scooters broken ON broken.id = p.scooter_id
         WHERE p.scooter_id = ${ride}.scooter_id AND p.state = 'open' AND p.is_rideable = 0
           AND ((p.blocked_until > max(:now, ${ride}.start_at) AND p.blocked_from < ${rideEnd(`${ride}.id`)} AND ${isFromOthers(ride)})
                OR (broken.status = 'Maintenance' AND p.kind <> 'service'
                    AND (NOT EXISTS (SELECT 1 ${fromMaintenanceReports('broken.id')})
                         OR (p.blocked_from IS NOT NULL AND ${isFromOthers(ride)} AND NOT ${hasCausedMaintenance(ride)})))))`

/** SQL: the trouble of a paid ride that starts soon or runs; null: none. Parameter: :now. */
export const troubleOf = (ride: string) => `
CASE WHEN NOT ${hasTimeLeft(ride)} THEN NULL
     WHEN ${effectiveStart(ride)} > :now - ${FULL_REFUND_MINUTES * MINUTE_SECONDS}
      AND EXISTS (SELECT 1 ${fromLateRides(`${ride}.scooter_id`, `:now - ${LATE_AFTER_MINUTES * MINUTE_SECONDS}`)}
                     AND late.user_id <> ${ride}.user_id) THEN 'late'
     WHEN ${isBroken(ride)} THEN 'broken'
     WHEN EXISTS (SELECT 1 ${fromUnrideableProblems(`${ride}.scooter_id`)} AND p.booking_id = ${ride}.id) THEN 'reported' END`

/** SQL: what a ride with trouble allows; if only its own rider has reported it, under a condition. */
export const inTrouble = (ride: string, isAllowedByReport: string) => `
CASE ${troubleOf(ride)} WHEN 'late' THEN 1 WHEN 'broken' THEN 1 WHEN 'reported' THEN ${isAllowedByReport} ELSE 0 END`

/** SQL: the next rider should hear that the scooter may not be ready, whatever the own report says. */
export const isNotReady = (ride: string) => `(${troubleOf(ride)}) IN ('late', 'broken')`

/**
 * SQL: what the rider of :ride has reported blocks nothing more, if the ride was cancelled before its start. The columns
 * are null then, as those of a report that has never blocked anything.
 */
export const END_BLOCKS = `
UPDATE problems SET blocked_from = NULL, blocked_until = NULL, updated_at = :now
 WHERE booking_id = :ride AND state = 'open'
   AND EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.state = 'cancelled' AND r.start_at > :now)`

/** SQL, before the staff set the :status of a scooter: what they set from then on is not the reports'. */
export const endMaintenanceReports = (scooter: string) => `
UPDATE problems SET set_maintenance = 0
 WHERE scooter_id = ${scooter} AND state = 'open' AND set_maintenance
   AND EXISTS (SELECT 1 FROM scooters s WHERE s.id = problems.scooter_id AND s.status <> :status)`

/** SQL: what the rider of :ride has got instead of the reported scooter. Parameter: :now. */
export const recordOutcome = (outcome: (typeof PROBLEM_OUTCOMES)[number], when: string) => `
UPDATE problems SET outcome = '${outcome}', updated_at = :now
 WHERE booking_id = :ride AND state = 'open' AND is_rideable = 0 AND ${when}`

const fromPresentBlocks = (scooter: string) => fromBlocks(scooter, ':now', ':now + 1')

/** SQL: until when an open problem blocks a scooter now; null if none does. Parameter: :now. */
export const blockedUntil = (scooter: string) => `(SELECT max(p.blocked_until) ${fromPresentBlocks(scooter)})`

export const blockKind = (scooter: string) =>
  `(SELECT p.kind ${fromPresentBlocks(scooter)} ORDER BY p.blocked_until DESC LIMIT 1)`

/** SQL: what riders are told about a scooter, so that they need not report it; null: nothing. */
export const knownDamage = (scooter: string) => `
(SELECT group_concat(p.note, ', ' ORDER BY p.created_at) FROM problems p
  WHERE p.scooter_id = ${scooter} AND p.state = 'known' AND p.note IS NOT NULL)`

// Who has a scooter now, and the status that follows: the one truth of the stats, the lists, Home and the PINs. Every
// argument is SQL. Parameter: :now.

/** SQL: the rows of paid rides of a scooter that run. A row lasts a day at most: the second bound limits the scan. */
const fromRunningRows = (scooter: string) => `FROM bookings b
  WHERE b.scooter_id = ${scooter} AND b.start_at <= :now AND b.start_at > :now - ${LONGEST_ROW_SECONDS}
    AND b.end_at > :now AND b.state = 'confirmed'`

/** SQL: when the paid ride of a scooter that is under way ends, with its extensions; null if there is none. */
export const ridingUntil = (scooter: string) => `(SELECT max(${rideEnd(rideOf('b'))}) ${fromRunningRows(scooter)})`

const isRidden = (scooter: string) => `EXISTS (SELECT 1 ${fromRunningRows(scooter)})`

const lateRide = (scooter: string) =>
  `(SELECT late.id ${fromLateRides(scooter, ':now')} ORDER BY late.end_at DESC LIMIT 1)`

/** SQL: the id of the paid ride that has a scooter: the one under way, else the one that is late. Null: nobody has it. */
export const rideNow = (scooter: string) => `
coalesce((SELECT ${rideOf('b')} ${fromRunningRows(scooter)} LIMIT 1), ${lateRide(scooter)})`

export const isLateNow = (scooter: string) => `(NOT ${isRidden(scooter)} AND ${lateRide(scooter)} IS NOT NULL)`

export const riderNow = (scooter: string) => `(SELECT r.user_id FROM bookings r WHERE r.id = ${rideNow(scooter)})`

export const riderNameNow = (scooter: string) => `(SELECT u.name FROM users u WHERE u.id = ${riderNow(scooter)})`

/** SQL: the phone of the rider who has the scooter, if the rider has no email. */
export const guestPhoneNow = (scooter: string) =>
  `(SELECT u.phone FROM users u WHERE u.id = ${riderNow(scooter)} AND NOT ${hasEmail('u')})`

/** SQL: the same rule as `effectiveStatus`, for the alias of a scooter. */
export const statusNow = (scooter: string) => `
CASE WHEN ${scooter}.status <> 'Available' THEN ${scooter}.status
     WHEN ${isRidden(`${scooter}.id`)} THEN 'Booked'
     WHEN ${blockedUntil(`${scooter}.id`)} IS NOT NULL THEN 'Maintenance'
     WHEN ${lateRide(`${scooter}.id`)} IS NOT NULL THEN 'Booked'
     ELSE 'Available' END`
