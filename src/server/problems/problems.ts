import * as contract from '#contract/problems/problems.ts'
import type { ScooterStatus } from '#domain/catalogue/scooters.ts'
import { type ProblemKind, type ProblemState, REPORTS_COUNTED_DAYS } from '#domain/problems/problems.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, isoOrNull, secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isUnreturnedRide, overlapsWindow, rideOf } from '#server/slots/booking-sql.ts'
import { endMaintenanceReports } from '#server/slots/unrideable.ts'

// What is wrong with the scooters, and what the staff decide about it.

/** SQL: the paid rides `ride` of a scooter, with each unended row `b`, between these times. Parameter: :now. */
export const fromRidesInside = (scooter: string, start: string, end: string) => `
  FROM bookings b JOIN bookings ride ON ride.id = ${rideOf('b')}
 WHERE b.scooter_id = ${scooter} AND ${overlapsWindow('b', start, end)}
   AND b.state = 'confirmed' AND b.end_at > :now AND ${isUnreturnedRide('ride')}`

// Without the ride that the problem `p` was reported by.
const RIDES_INSIDE = `
SELECT count(DISTINCT ride.id) ${fromRidesInside('p.scooter_id', 'p.blocked_from', 'p.blocked_until')}
   AND ride.id IS NOT p.booking_id`

/** The condition and the order follow. Parameter: :now. */
export const SELECT_PROBLEMS = `
SELECT p.id, p.kind, p.state, p.is_rideable, p.scooter_id, s.name AS scooter_name, s.status AS scooter_status,
       property.name AS property_name, u.name AS user_name, p.words, p.photo_id, p.note, p.blocked_from, p.blocked_until,
       p.created_at, iif(p.state = 'open' AND p.blocked_until > :now, (${RIDES_INSIDE}), 0) AS rides_inside,
       (SELECT count(*) FROM problems mine
         WHERE mine.user_id = p.user_id AND mine.created_at > :now - ${REPORTS_COUNTED_DAYS * DAY_SECONDS}) AS user_reports
  FROM problems p
  JOIN scooters s ON s.id = p.scooter_id
  LEFT JOIN properties property ON property.id = s.property_id
  LEFT JOIN bookings reported ON reported.id = p.booking_id
  LEFT JOIN users u ON u.id = reported.user_id`

export interface ProblemRow {
  id: string
  kind: ProblemKind
  state: ProblemState
  is_rideable: 0 | 1
  scooter_id: string
  scooter_name: string
  scooter_status: ScooterStatus
  property_name: string | null
  user_name: string | null
  words: string | null
  photo_id: string | null
  note: string | null
  blocked_from: number | null
  blocked_until: number | null
  created_at: number
  rides_inside: number
  user_reports: number
}

export const toProblem = ({ blocked_from, blocked_until, created_at, is_rideable, ...row }: ProblemRow) => ({
  ...row,
  blocked_from: isoOrNull(blocked_from),
  blocked_until: isoOrNull(blocked_until),
  created_at: isoFrom(created_at),
  is_rideable: is_rideable === 1
})

export const listProblems = implement(contract.listProblems, async ({ query }, staff, { now, responseHeaders }) => {
  const { property_id: property = null, state = null } = query
  const page = `${SELECT_PROBLEMS}
 WHERE ${isMine('s.property_id')} AND ${state ? 'p.state = :state' : ':state IS NULL'}
   AND (:property IS NULL OR s.property_id = :property)
 ORDER BY p.created_at DESC, p.rowid DESC LIMIT :limit OFFSET :offset`
  const params = { ...rowRange(query), mine: mineOf(staff), now: secondsOf(now), property, state }
  const { results } = await prepareNamed(page, params).all<ProblemRow>()
  return toPage(results, query, responseHeaders).map(toProblem)
})

export async function problemById(id: string, now: Date) {
  const query = prepareNamed(`${SELECT_PROBLEMS} WHERE p.id = :id`, { id, now: secondsOf(now) })
  const row = await query.first<ProblemRow>()
  return row && toProblem(row)
}

/** SQL: the decision changes something. A fixed problem stays fixed, whatever a stale screen sends. */
const IS_NEW = `EXISTS (
SELECT 1 FROM problems p JOIN scooters s ON s.id = p.scooter_id
 WHERE p.id = :id AND p.state <> 'fixed' AND (p.state <> :state OR p.note IS NOT :note OR s.status <> :status))`

const END_MAINTENANCE_REPORTS = `
${endMaintenanceReports('(SELECT scooter_id FROM problems WHERE id = :id)')} AND ${IS_NEW}`

const SET_STATUS = `
UPDATE scooters SET status = :status
 WHERE id = (SELECT scooter_id FROM problems WHERE id = :id) AND archived_at IS NULL AND ${IS_NEW}`

const UPDATE = `
UPDATE problems SET state = :state, note = coalesce(:note, note), updated_at = :now WHERE id = :id AND ${IS_NEW}`

/** A decision that is repeated changes nothing. Throws 409 if the problem was fixed before, and not in this way. */
export const updateProblem = implement(contract.updateProblem, async ({ body, params: { id } }, admin, { now }) => {
  const before = await problemById(id, now)
  if (!before) throw refusal('problem_not_found')
  const { note, scooter_status: status, state } = body
  const params = { id, note: note || null, now: secondsOf(now), state, status: status ?? null }
  const detail = commonText.joinFacts(state, status, note)
  const change = { action: 'update_problem', detail, subject: before.scooter_id } as const
  const { entry } = await runIdempotent<{ entry: object }>(
    {
      entry: activityInsert(change, { admin, now, when: IS_NEW }, params),
      status: status ? [END_MAINTENANCE_REPORTS, SET_STATUS] : [],
      update: UPDATE
    },
    params
  )
  const after = await problemById(id, now)
  const isNew = entry.meta.changes > 0
  const isSame = (!status || after?.scooter_status === status) && (!note || after?.note === note)
  if (after?.state === state && (isNew || isSame)) return after
  throw refusal('problem_fixed')
})
