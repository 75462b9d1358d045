import type * as v from 'valibot'
import * as contract from '#contract/problems/problems.ts'
import type { ScooterStatus } from '#domain/catalogue/scooters.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { isWindowAllowed, REPORTS_COUNTED_DAYS } from '#domain/problems/problems.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { rangeText } from '#domain/time/time-texts.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import { activityInsert, offlinePressDetail, offlinePressTime } from '#server/activity/activity.ts'
import { cancelRideAsAdmin, moveRideByStaff } from '#server/bookings/admin/ride-actions.ts'
import { targetsOf } from '#server/bookings/move-ride.ts'
import { endOf, findRide, owedPaise, paidRowsOf, type Ride } from '#server/bookings/ride-payments.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import type { problems } from '#server/db/schema/bookings.ts'
import { isoFrom, isoOrNull, type SqlParams, type StoredRow, secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { isDisputed } from '#server/payments/disputes/admin-disputes.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import {
  isUnpaidHold,
  isUnreturnedRide,
  overlapsWindow,
  rideOf,
  SET_NOT_COUNTED,
  SET_RELEASED
} from '#server/slots/booking-sql.ts'
import { endMaintenanceReports } from '#server/slots/scooter-state.ts'

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

type OfProblem = Omit<
  StoredRow<typeof problems>,
  'booking_id' | 'outcome' | 'set_maintenance' | 'updated_at' | 'user_id'
>

export interface ProblemRow extends OfProblem {
  property_name: string | null
  rides_inside: number
  scooter_name: string
  scooter_status: ScooterStatus
  user_name: string | null
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
const IS_CHANGE = `EXISTS (
SELECT 1 FROM problems p JOIN scooters s ON s.id = p.scooter_id
 WHERE p.id = :id AND p.state <> 'fixed' AND (p.state <> :state OR p.note IS NOT :note OR s.status <> :status))`

const END_MAINTENANCE_REPORTS = `
${endMaintenanceReports('(SELECT scooter_id FROM problems WHERE id = :id)')} AND ${IS_CHANGE}`

const SET_STATUS = `
UPDATE scooters SET status = :status
 WHERE id = (SELECT scooter_id FROM problems WHERE id = :id) AND archived_at IS NULL AND ${IS_CHANGE}`

const UPDATE = `
UPDATE problems SET state = :state, note = coalesce(:note, note), updated_at = :now WHERE id = :id AND ${IS_CHANGE}`

/** A decision that is repeated changes nothing. Throws 409 if the problem was fixed before, and not in this way. */
export const updateProblem = implement(contract.updateProblem, async ({ body, params: { id } }, admin, { now }) => {
  const before = await problemById(id, now)
  if (!before) throw refusal('problem_not_found')
  const { note, scooter_status: status, state } = body
  const params = { id, note: note || null, now: secondsOf(now), state, status: status ?? null }
  const pressed = state === 'fixed' ? offlinePressTime(body.pressed_at, parseInstant(before.created_at), now) : null
  const detail = commonText.joinFacts(state, status, note, offlinePressDetail(pressed, now))
  const change = { action: 'update_problem', detail, subject: before.scooter_id } as const
  const { entry } = await runIdempotent<{ entry: object }>(
    {
      entry: activityInsert(change, { admin, now, when: IS_CHANGE }, params),
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

// What the staff note about a scooter: a damage that riders are told of, or a window in which it is blocked. A window
// ends unpaid holds. Each paid ride inside has a batch of its own, so that the same call goes on where a crash has
// ended it. Parameters: :id, :scooter, :from, :to, :now.

const SELECT_RIDES_INSIDE = `
SELECT DISTINCT ride.id, ride.start_at, (SELECT u.name FROM users u WHERE u.id = ride.user_id) AS user_name
${fromRidesInside(':scooter', ':from', ':to')}
 ORDER BY ride.start_at LIMIT ${PAGE_SIZE}`

async function refundOf(ride: Ride): Promise<number | null> {
  const rows = paidRowsOf(ride)
  const isBlocked = await isDisputed(rows.flatMap(({ payment_id }) => payment_id ?? []))
  return isBlocked ? null : rupeesOf(sumBy(rows, ({ unrefundedPaise }) => unrefundedPaise))
}

const selectRidesInside = async (params: SqlParams) =>
  (await prepareNamed(SELECT_RIDES_INSIDE, params).all<{ id: string; start_at: number; user_name: string }>()).results

async function ridesInside(params: SqlParams, now: Date): Promise<contract.RideInside[]> {
  const rows = await selectRidesInside(params)
  return Promise.all(
    rows.map(async ({ id, start_at, user_name }) => {
      const ride = await findRide(id)
      const [refund, targets] = await Promise.all([refundOf(ride), targetsOf(ride, now)])
      return {
        end_time: endOf(ride).toISOString(),
        id,
        owed: rupeesOf(owedPaise(ride, now)),
        refund,
        start_time: isoFrom(start_at),
        targets,
        user_name
      }
    })
  )
}

export const listRidesInside = implement(contract.listRidesInside, async ({ query }, _, { now }) => {
  const { from, scooter_id: scooter, to } = query
  if (!isWindowAllowed({ end: to, start: from }, now)) throw invalidField('from', problemsText.windowInvalid)
  return ridesInside({ from: secondsOf(from), now: secondsOf(now), scooter, to: secondsOf(to) }, now)
})

const IS_NEW = `NOT EXISTS (SELECT 1 FROM problems WHERE id = :id)
   AND EXISTS (SELECT 1 FROM scooters WHERE id = :scooter AND archived_at IS NULL)`

const INSERT = `
INSERT INTO problems (id, scooter_id, kind, is_rideable, note, state, blocked_from, blocked_until, created_at, updated_at)
SELECT :id, :scooter, iif(:from IS NULL, 'damaged', 'service'), :from IS NULL, :note, iif(:from IS NULL, 'known', 'open'),
       :from, :to, :now, :now
 WHERE ${IS_NEW}`

// Not counted, because their riders have not caused it.
const HOLDS_INSIDE = `
scooter_id = :scooter AND ${isUnpaidHold('bookings')} AND ${overlapsWindow('bookings', ':from', ':to')}
   AND EXISTS (SELECT 1 FROM problems p WHERE p.id = :id AND p.scooter_id = :scooter AND p.state = 'open'
                  AND p.blocked_from = :from AND p.blocked_until = :to)`

const FREE_CLAIMS = `
DELETE FROM slot_claims WHERE booking_id IN (SELECT id FROM bookings WHERE ${HOLDS_INSIDE})`

const RELEASE_HOLDS = `UPDATE bookings SET ${SET_RELEASED}, ${SET_NOT_COUNTED} WHERE ${HOLDS_INSIDE}`

export const addProblem = implement(contract.addProblem, async ({ body }, admin, { now }) => {
  const { from, id, note, rides, scooter_id: scooter, to } = body
  const window = from && to && { end: to, start: from }
  const isRefused = window && !isWindowAllowed(window, now)
  // A repeated request can be later than the start of its window.
  if (isRefused && (await problemById(id, now)) === null) throw invalidField('from', problemsText.windowInvalid)
  const params = {
    from: window ? secondsOf(window.start) : null,
    id,
    note,
    now: secondsOf(now),
    scooter,
    to: window ? secondsOf(window.end) : null
  }
  const entry = window
    ? ({
        action: 'block_scooter',
        detail: commonText.joinFacts(rangeText(window.start, window.end, now), note)
      } as const)
    : ({ action: 'update_problem', detail: commonText.joinFacts('known', note) } as const)
  const logged = activityInsert({ ...entry, subject: scooter }, { admin, now, when: IS_NEW }, params)
  await runIdempotent([logged, INSERT, FREE_CLAIMS, RELEASE_HOLDS], params)
  const added = await problemById(id, now)
  if (added?.scooter_id !== scooter) throw refusal('scooter_not_found')
  const { blocked_from, blocked_until, state } = added
  if (blocked_from === null || blocked_until === null || state !== 'open') return { hits: [], problem: added }
  // A repeated request with other times changes nothing outside of the first ones.
  const secondsAt = (iso: string) => secondsOf(parseInstant(iso))
  const stored = { ...params, from: secondsAt(blocked_from), to: secondsAt(blocked_until) }
  const inside = new Set(rides.length === 0 ? [] : (await selectRidesInside(stored)).map(ride => ride.id))
  for (const choice of rides.filter(ride => inside.has(ride.id))) await decide(choice, { admin, note, now, scooter })
  const [problem, hits] = await Promise.all([problemById(id, now), ridesInside(stored, now)])
  return { hits, problem: problem ?? added }
})

interface Decision {
  admin: Admin
  note: string
  now: Date
  scooter: string
}

/** Leaves a ride that has changed, and one whose other scooter is taken. */
async function decide(
  choice: v.InferOutput<typeof contract.addProblem.body>['rides'][number],
  { admin, note, now, scooter }: Decision
): Promise<void> {
  const ride = await findRide(choice.id)
  if ('move_to' in choice)
    await moveRideByStaff(ride, { from: scooter, reason: note, to: choice.move_to }, { admin, now })
  else {
    const owed = owedPaise(ride, now)
    // A portal from before the rule sends none.
    const agreed = choice.owed ?? rupeesOf(owed)
    if (choice.amount === (await refundOf(ride)) && agreed === rupeesOf(owed))
      await cancelRideAsAdmin(ride, { statements: [] }, { admin, now, owed, reason: note })
  }
}
