import * as contract from '#contract/problems/report-problem.ts'
import {
  asksIfRideable,
  BLOCKED_SCOOTERS_HOURS,
  BLOCKED_SCOOTERS_MAX,
  KEPT_REPORT_HOURS,
  REPORT_BEFORE_MINUTES,
  REPORT_BLOCKS_MINUTES,
  TWO_IN_A_ROW_HOURS
} from '#domain/problems/problems.ts'
import { addMinutes, parseInstant } from '#domain/time/india-time.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { findOwnRide } from '#server/bookings/ride-payments.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type SqlParams, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitProblems } from '#server/http/throttle.ts'
import { PROBLEM_MESSAGE } from '#server/outbox/timed-messages.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'
import { fromUnrideableProblems } from '#server/slots/scooter-state.ts'
import { assertClaimablePhoto, claimPhoto, IS_CLAIMABLE_PHOTO } from '#server/uploads/claims.ts'

// A rider reports what is wrong with the scooter of a ride: one batch, safe to repeat. If it cannot be ridden, the
// staff are told, and nobody can book it for a while. Two riders in a row who say so put it into maintenance.
//
// Parameters: :id, :ride, :rider, :kind, :isRideable, :words, :photo, :now, and :pressed, when a report that a phone has
// kept was pressed, or null.

const BEFORE_SECONDS = REPORT_BEFORE_MINUTES * MINUTE_SECONDS

/** SQL: the ride that is reported about, on the scooter that it had when the button was pressed. */
const FROM_RIDE = `
  FROM (SELECT b.id, b.user_id, b.state, b.start_at, b.returned_at, b.property_id,
               coalesce((SELECT m.from_scooter_id FROM moves m WHERE m.ride_id = b.id AND m.created_at > :pressed
                          ORDER BY m.revision LIMIT 1), b.scooter_id) AS scooter_id
          FROM bookings b WHERE b.id = :ride AND b.user_id = :rider) ride
  LEFT JOIN property_settings rules ON rules.property_id = ride.property_id`

/** SQL: the ride starts soon or runs, or is late. */
const IS_REPORTABLE = `
(ride.returned_at IS NULL AND ride.start_at <= :now + ${BEFORE_SECONDS}
 AND (${rideEnd(':ride')} > :now OR rules.return_mode = 'confirmed'))`

const OVER_AT = `coalesce(ride.returned_at, ${rideEnd(':ride')})`

/** SQL: so it was when the button was pressed, and the report is not much later. */
const WAS_REPORTABLE = `
(:pressed >= ride.start_at - ${BEFORE_SECONDS} AND :pressed <= ${OVER_AT} AND :now <= ${OVER_AT} + ${KEPT_REPORT_HOURS * HOUR_SECONDS})`

const CAN_REPORT = `ride.state = 'confirmed' AND (${IS_REPORTABLE} OR ${WAS_REPORTABLE})`

/** SQL: nobody can book the scooter for a while. */
const IS_BLOCKING = `
(NOT :isRideable
 AND (SELECT count(DISTINCT other.scooter_id) FROM problems other
       WHERE other.user_id = ride.user_id AND other.created_at > :now - ${BLOCKED_SCOOTERS_HOURS * HOUR_SECONDS}
         AND other.state = 'open' AND other.is_rideable = 0 AND other.scooter_id <> ride.scooter_id) < ${BLOCKED_SCOOTERS_MAX})`

/** SQL: another rider's report of the last day is open and has blocked it, and nobody has ridden the scooter since. */
const IS_SECOND_IN_A_ROW = `EXISTS (
SELECT 1 ${fromUnrideableProblems('ride.scooter_id')}
   AND p.blocked_from IS NOT NULL AND p.user_id <> ride.user_id AND p.created_at > :now - ${TWO_IN_A_ROW_HOURS * HOUR_SECONDS}
   AND NOT EXISTS (SELECT 1 FROM bookings fine
                    WHERE fine.scooter_id = p.scooter_id AND fine.start_at > p.created_at AND fine.start_at <= :now
                      AND fine.kind = 'ride' AND ${withoutIndex('fine.state')} = 'confirmed' AND fine.id <> ride.id))`

/** SQL: nobody decides about a scooter that was deleted before a kept report has arrived. */
const STATE = `iif(EXISTS (SELECT 1 FROM scooters s WHERE s.id = ride.scooter_id AND s.archived_at IS NOT NULL), 'fixed', 'open')`

const REPORT = `
INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, words, photo_id, state, blocked_from,
                      blocked_until, set_maintenance, created_at, updated_at)
SELECT :id, ride.scooter_id, ride.id, ride.user_id, :kind, :isRideable, :words, :photo, ${STATE},
       iif(${IS_BLOCKING}, :now, NULL), iif(${IS_BLOCKING}, :now + ${REPORT_BLOCKS_MINUTES * MINUTE_SECONDS}, NULL),
       ${IS_BLOCKING} AND ${IS_SECOND_IN_A_ROW}
       AND EXISTS (SELECT 1 FROM scooters s WHERE s.id = ride.scooter_id AND s.status = 'Available'), :now, :now
  ${FROM_RIDE}
 WHERE ${CAN_REPORT}
   AND (:photo IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}))
    ON CONFLICT DO NOTHING`

const CLAIM_PHOTO = claimPhoto('SELECT 1 FROM problems p WHERE p.id = :id AND p.photo_id = :photo')

const SET_MAINTENANCE = `
UPDATE scooters SET status = 'Maintenance'
 WHERE status = 'Available'
   AND id = (SELECT p.scooter_id FROM problems p WHERE p.id = :id AND p.set_maintenance AND p.created_at = :now)`

/** Whether it is taken, and this report, or the open one of its ride, kind and scooter. */
const SELECT_REPORT = `
SELECT (${CAN_REPORT}) AS can_report,
       (SELECT p.id FROM problems p
         WHERE p.user_id = :rider
           AND (p.id = :id
                OR (p.booking_id = :ride AND p.kind = :kind AND p.state = 'open' AND p.scooter_id = ride.scooter_id))
         ORDER BY p.id = :id DESC LIMIT 1) AS id
  ${FROM_RIDE}`

const findReport = (params: SqlParams) =>
  prepareNamed(SELECT_REPORT, params).first<{ can_report: 0 | 1 | null; id: string | null }>()

/** Idempotent: a problem that was reported answers with its first report. */
export const reportProblem = implement(contract.reportProblem, async ({ body, params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const { kind, photo_id, words } = body
  const params = {
    id: body.id,
    isRideable: Number(asksIfRideable(kind) && body.is_rideable === true),
    kind,
    now: secondsOf(now),
    photo: photo_id || null,
    pressed: body.pressed_at ? secondsOf(parseInstant(body.pressed_at)) : null,
    ride: ride.rideRow.id,
    rider: rider.id,
    words: words || null
  }
  const first = await findReport(params)
  if (first?.id) return { id: first.id }
  if (!first?.can_report)
    throw refusal(now < addMinutes(ride.rideRow.start_at, -REPORT_BEFORE_MINUTES) ? 'problem_too_early' : 'ride_over')
  await limitProblems(rider.id, now)
  await runIdempotent([REPORT, CLAIM_PHOTO, SET_MAINTENANCE, PROBLEM_MESSAGE], params)
  const report = await findReport(params)
  if (report?.id) return { id: report.id }
  await assertClaimablePhoto(params.photo, rider.id)
  throw refusal('ride_changed')
})
