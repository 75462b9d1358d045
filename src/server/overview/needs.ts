import { asc } from 'drizzle-orm'
import * as contract from '#contract/overview/needs.ts'
import type { Stats } from '#contract/overview/stats.ts'
import { PIN_NEED_HOURS, worstFirst } from '#domain/admin/needs.ts'
import { mayActAs } from '#domain/admin/roles.ts'
import { NEED_SCREENS, tabOf } from '#domain/admin/screens.ts'
import { PAPER_URGENT_DAYS, type PaperKind } from '#domain/catalogue/scooters.ts'
import { NEEDS_MAX, PAGE_SIZE } from '#domain/constants.ts'
import { rupeesOf } from '#domain/money.ts'
import type { HealthCheck } from '#domain/monitoring.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { selectStaffRides } from '#server/bookings/admin/admin-bookings.ts'
import { LIST_PIN_CHANGES, type PinChangeRow, toPinChange } from '#server/catalogue/pins.ts'
import { readRows } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { isoFrom, isoOrNull, type SqlParams, secondsOf, sqlNamed } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { readHealth } from '#server/monitoring/health.ts'
import { IS_UNANSWERED } from '#server/payments/disputes/admin-disputes.ts'
import { type DeskRefundRow, SELECT_DESK_REFUNDS, toDeskRefund } from '#server/payments/refunds/admin-refunds.ts'
import { type ProblemRow, SELECT_PROBLEMS, toProblem } from '#server/problems/problems.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { isDeskPayment } from '#server/slots/booking-sql.ts'
import { fromAllLateRides } from '#server/slots/scooter-state.ts'
import { toTodayRide } from '#server/staff/today.ts'

// What waits for the caller, from rows that are few: each statement searches an index of open rows, or reads a small
// table. One row more than is shown says that there are more. Parameters: :mine, :now, :isManager, :isOwner and
// :renewUntil.

const LIMIT = `LIMIT ${NEEDS_MAX + 1}`

const selectLate = (params: SqlParams) =>
  selectStaffRides()
    .where(
      sqlNamed(
        `bookings.id IN (SELECT late.id ${fromAllLateRides(':now')} AND ${isMine('late.property_id')} ORDER BY late.end_at ${LIMIT})`,
        params
      )
    )
    .orderBy(asc(bookings.end_at))

const PROBLEMS = `${SELECT_PROBLEMS}
 WHERE p.state = 'open' AND p.is_rideable = 0 AND p.kind <> 'service' AND s.archived_at IS NULL AND ${isMine('s.property_id')}
 ORDER BY p.created_at ${LIMIT}`

const PINS = `
SELECT c.*, (SELECT min(b.start_at) FROM bookings b
              WHERE b.scooter_id = c.scooter_id AND b.start_at > :now AND b.start_at <= :now + ${PIN_NEED_HOURS * HOUR_SECONDS}
                AND b.kind = 'ride' AND b.state = 'confirmed') AS next_start
  FROM (${LIST_PIN_CHANGES}) c ORDER BY next_start IS NULL, next_start, c.scooter_name ${LIMIT}`

const isRideAhead = (row: string) =>
  `${row}.state = 'confirmed' AND ${row}.kind = 'ride' AND ${row}.start_at > :now AND ${row}.start_at < :now + ${DAY_SECONDS} AND ${isMine(`${row}.property_id`)}`

const LICENCES = `
SELECT u.id, u.name, min(b.start_at) AS start_at
  FROM bookings b CROSS JOIN users u ON u.id = b.user_id
 WHERE :isManager AND ${isRideAhead('b')} AND u.license_waits_since > 0 AND u.deleted_at IS NULL
 GROUP BY u.id ORDER BY min(b.start_at) ${LIMIT}`

const WAITING = `
SELECT * FROM (
  SELECT p.id, p.name, (SELECT count(*) FROM (SELECT 1 FROM users u WHERE u.property_id = p.id AND u.license_waits_since > 0
                                                 AND u.deleted_at IS NULL LIMIT ${PAGE_SIZE})) AS count
    FROM property_settings rules CROSS JOIN properties p ON p.id = rules.property_id AND p.archived_at IS NULL
   WHERE :isManager AND rules.book_before_review = 0 AND ${isMine('p.id')})
 WHERE count > 0 ORDER BY count DESC ${LIMIT}`

const DISPUTES = `
SELECT dispute_id AS id, paise, respond_by FROM disputes WHERE :isOwner AND ${IS_UNANSWERED} ORDER BY respond_by ${LIMIT}`

const REFUNDS = `
SELECT id, paise FROM refunds WHERE :isOwner AND status = 'review' AND NOT ${isDeskPayment('payment_id')} ORDER BY created_at ${LIMIT}`

const OWED = `
SELECT c.booking_id AS id, c.paise, u.name FROM compensations c JOIN bookings b ON b.id = c.booking_id JOIN users u ON u.id = b.user_id
 WHERE :isOwner AND c.paid_at IS NULL ORDER BY c.created_at ${LIMIT}`

const PAPERS = `
SELECT p.kind, p.expires_on, s.id, s.name FROM scooter_papers p JOIN scooters s ON s.id = p.scooter_id AND s.archived_at IS NULL
 WHERE :isManager AND p.expires_on <= :renewUntil AND ${isMine('s.property_id')} ORDER BY p.expires_on, s.name ${LIMIT}`

const NEXT = `SELECT min(b.start_at) AS at, count(*) AS rides FROM bookings b WHERE ${isRideAhead('b')}`

/** The rows that have a kind of their own. */
const SHOWN_CHECKS: readonly HealthCheck[] = [
  'refunds_in_review',
  'compensations_owed',
  'disputes_near_deadline',
  'disputes_unanswered',
  'papers_expiring'
]

interface Rows {
  deskRefunds: DeskRefundRow
  disputes: { id: string; paise: number; respond_by: number | null }
  licences: { id: string; name: string; start_at: number }
  next: { at: number | null; rides: number }
  owed: { id: string; name: string; paise: number }
  papers: { expires_on: string; id: string; kind: PaperKind; name: string }
  pins: PinChangeRow & { next_start: number | null }
  problems: ProblemRow
  refunds: { id: string; paise: number }
  waiting: { count: number; id: string; name: string }
}

/** The worst first. */
async function readNeeds(staff: Staff, now: Date) {
  const isOwner = mayActAs(staff.role, 'owner')
  const params = {
    isManager: Number(mayActAs(staff.role, 'manager')),
    isOwner: Number(isOwner),
    mine: mineOf(staff),
    now: secondsOf(now),
    renewUntil: addDays(dayOf(now), PAPER_URGENT_DAYS)
  }
  const [late, { next, ...lists }, checks] = await Promise.all([
    selectLate(params),
    readRows<Rows>(
      {
        deskRefunds: `${SELECT_DESK_REFUNDS} ${LIMIT}`,
        disputes: DISPUTES,
        licences: LICENCES,
        next: NEXT,
        owed: OWED,
        papers: PAPERS,
        pins: PINS,
        problems: PROBLEMS,
        refunds: REFUNDS,
        waiting: WAITING
      },
      params
    ),
    isOwner ? readHealth(now).then(health => health.checks) : []
  ])
  const shown = <Row>(rows: readonly Row[]) => rows.slice(0, NEEDS_MAX)
  const rows = [
    ...shown(late).map(row => ({ kind: 'late' as const, ride: toTodayRide(row, now) })),
    ...shown(lists.problems).map(row => ({ kind: 'problem' as const, problem: toProblem(row) })),
    ...shown(lists.pins).map(({ next_start, ...row }) => ({
      kind: 'pin' as const,
      change: toPinChange(row),
      next_start: isoOrNull(next_start)
    })),
    ...shown(lists.licences).map(({ id, name, start_at }) => ({
      kind: 'licence' as const,
      rider_id: id,
      rider_name: name,
      start_time: isoFrom(start_at)
    })),
    ...shown(lists.waiting).map(({ count, id, name }) => ({
      kind: 'waiting' as const,
      count,
      property_id: id,
      property_name: name
    })),
    ...shown(lists.disputes).map(({ id, paise, respond_by }) => ({
      kind: 'dispute' as const,
      amount: rupeesOf(paise),
      id,
      respond_by: isoOrNull(respond_by)
    })),
    ...shown(lists.deskRefunds).map(row => ({ kind: 'desk_back' as const, ...toDeskRefund(row) })),
    ...shown(lists.refunds).map(({ id, paise }) => ({ kind: 'refund' as const, amount: rupeesOf(paise), id })),
    ...shown(lists.owed).map(({ id, name, paise }) => ({
      kind: 'owed' as const,
      amount: rupeesOf(paise),
      id,
      rider_name: name
    })),
    ...shown(lists.papers).map(({ expires_on, id, kind, name }) => ({
      kind: 'paper' as const,
      expires_on,
      paper: kind,
      scooter_id: id,
      scooter_name: name
    })),
    ...checks
      .filter(({ name }) => !SHOWN_CHECKS.includes(name))
      .map(({ count, name }) => ({
        kind: 'check' as const,
        check: name,
        sentence: systemStatusText.problemText(name, count)
      }))
  ]
  const [{ at, rides } = { at: null, rides: 0 }] = next
  return {
    has_more: [late, ...Object.values(lists)].some(list => list.length > NEEDS_MAX),
    next: at === null ? null : { at: isoFrom(at), rides },
    rows: worstFirst(rows, now)
  }
}

export const getNeeds = implement(contract.getNeeds, async (_, staff, { now }) => {
  const { rows, ...more } = await readNeeds(staff, now)
  return {
    ...more,
    rows: rows.map(row => (row.kind === 'check' ? { kind: row.kind, sentence: row.sentence } : row))
  }
})

/** How many rows are done in each tab. */
export async function countNeeds(staff: Staff, now: Date): Promise<NonNullable<Stats['needs']>> {
  const { has_more, rows } = await readNeeds(staff, now)
  const byTab = Map.groupBy(rows, ({ kind }) => tabOf(NEED_SCREENS[kind]))
  const isFull = (kinds: readonly { kind: string }[]) =>
    has_more && kinds.some(({ kind }) => kinds.filter(other => other.kind === kind).length === NEEDS_MAX)
  return Object.fromEntries([...byTab].map(([tab, done]) => [tab, { count: done.length, has_more: isFull(done) }]))
}
