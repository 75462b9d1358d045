import * as reportContract from '#contract/overview/report.ts'
import type { Stats } from '#contract/overview/stats.ts'
import * as contract from '#contract/overview/stats.ts'
import { type AvailableScooter, type ReportCell, reportOf } from '#domain/admin/report.ts'
import { REVENUE_DAYS, STATS_COUNT_MAX } from '#domain/constants.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MIDNIGHT } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, readRows, runIdempotent } from '#server/db/client.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { countNeeds } from '#server/overview/needs.ts'
import { refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { secondsOfMonth } from '#server/receipts/books.ts'
import { hasNotEnded } from '#server/slots/booking-sql.ts'
import { statusNow } from '#server/slots/scooter-state.ts'

// The counts of what the portal has are one statement of constant cost, independent of history. Rows of bookings and
// riders are never deleted, so the highest rowid is the count of all; count(*) would read every row. Those of some
// properties are counted up to STATS_COUNT_MAX. What waits is counted as the list of it is read (needs.ts).

// The list of bookings that the overview's count opens has the same condition
// (server/bookings/admin/booking-query.ts).
const IS_ACTIVE = `state = 'confirmed' AND ${hasNotEnded('bookings')}`

const OF_MINE = 'property_id IN (SELECT value FROM json_each(:mine))'
const countOfMine = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${STATS_COUNT_MAX}))`

const ARE_LOCKS_SET = "EXISTS (SELECT 1 FROM first_steps WHERE step = 'locks')"

const STATS = `
SELECT (SELECT count(*) FROM properties WHERE archived_at IS NULL AND ${isMine('id')}) AS total_properties,
       (SELECT count(*) FROM scooters WHERE archived_at IS NULL AND ${isMine('property_id')}) AS total_scooters,
       (SELECT count(*) FROM scooters s
         WHERE s.archived_at IS NULL AND ${isMine('s.property_id')} AND ${statusNow('s')} = 'Available'
           AND NOT EXISTS (SELECT 1 FROM properties p WHERE p.id = s.property_id AND p.archived_at IS NOT NULL))
         AS available_scooters,
       iif(:mine IS NULL,
           (SELECT coalesce(max(rowid), 0) FROM users) - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL),
           ${countOfMine(`users WHERE ${OF_MINE} AND deleted_at IS NULL`)})
         AS total_users,
       iif(:mine IS NULL, (SELECT coalesce(max(rowid), 0) FROM bookings),
           ${countOfMine(`bookings WHERE ${OF_MINE}`)}) AS total_bookings,
       (SELECT count(*) FROM bookings WHERE ${IS_ACTIVE} AND ${isMine(withoutIndex('property_id'))}) AS active_bookings,
       ${ARE_LOCKS_SET} AS are_locks_set,
       iif(:mine IS NOT NULL OR (${ARE_LOCKS_SET} AND EXISTS (SELECT 1 FROM bookings WHERE payment_id IS NOT NULL)), NULL,
           (SELECT count(*) FROM legacy_pricing) + (SELECT count(*) FROM pricing_plans WHERE is_active = 1)) AS prices`

interface StatsRow extends Omit<Stats, 'first_steps'> {
  are_locks_set: 0 | 1
  /** Null: no first steps are left. */
  prices: number | null
}

export const getStats = implement(contract.getStats, async (_, admin, { now }) => {
  const query = prepareNamed(STATS, { mine: mineOf(admin), now: secondsOf(now) })
  const [row, needs] = await Promise.all([query.first<StatsRow>(), countNeeds(admin, now)])
  if (!row) throw new Error('A SELECT without FROM gave no row')
  const { are_locks_set, prices, ...stats } = row
  return {
    ...stats,
    ...(prices !== null && { first_steps: { are_locks_set: Boolean(are_locks_set), prices } }),
    needs
  }
})

const CHANGES_LOCKS = `:locks <> ${ARE_LOCKS_SET}`

export const setFirstSteps = implement(contract.setFirstSteps, async ({ body: { locks } }, admin, { now }) => {
  const params = { locks: Number(locks), now: secondsOf(now) }
  const message = locks ? dashboardText.firstSteps.locksSet : dashboardText.firstSteps.locksNotSet
  await runIdempotent(
    {
      entry: activityInsert(
        { action: 'set_locks', detail: message, subject: 'locks' },
        { admin, now, when: CHANGES_LOCKS },
        params
      ),
      change: locks
        ? "INSERT INTO first_steps (step, done_at) VALUES ('locks', :now) ON CONFLICT DO NOTHING"
        : "DELETE FROM first_steps WHERE step = 'locks'"
    },
    params
  )
  return { message }
})

// Reads the payments of the last days through an index, so the cost does not depend on the history. India has no
// daylight saving time, so every day has the same length. D1 binds numbers as REAL, hence the CAST.

const REVENUE = `
SELECT (p.created_at - CAST(:since AS INTEGER)) / ${DAY_SECONDS} AS day_index, sum(p.paise) AS received,
       sum(${refundedPaise('p.id')}) AS refunded
  FROM payments p
 WHERE p.status = 'captured' AND p.created_at >= :since AND p.currency = '${CURRENCY}'
   AND ${isMine('(SELECT b.property_id FROM bookings b WHERE b.id = p.booking_id)')}
 GROUP BY day_index`

const wholeRupees = (paise = 0) => Math.round(rupeesOf(paise))

export const getRevenue = implement(contract.getRevenue, async (_, admin, { now }) => {
  const firstDay = addDays(dayOf(now), 1 - REVENUE_DAYS)
  const since = secondsOf(instantAt(firstDay, MIDNIGHT))
  const { results } = await prepareNamed(REVENUE, { mine: mineOf(admin), since }).all<{
    day_index: number
    received: number
    refunded: number
  }>()
  return Array.from({ length: REVENUE_DAYS }, (_day, index) => {
    const row = results.find(({ day_index }) => day_index === index)
    return { day: addDays(firstDay, index), received: wholeRupees(row?.received), refunded: wholeRupees(row?.refunded) }
  })
})

// The report of a month, read through the index of each property's rides. India has no daylight saving time, so every
// day has the same length. D1 binds numbers as REAL, hence the CAST. Parameters: :mine, :property, :from and :to.

const FROM_PROPERTIES = `FROM properties mine`
const OF_CALLER = `${isMine('mine.id')} AND (:property IS NULL OR mine.id = :property)`

const CELLS = `
SELECT b.scooter_id, b.scooter_name, coalesce(b.plan_name, '') AS plan,
       (b.start_at - CAST(:from AS INTEGER)) / ${DAY_SECONDS} AS day,
       sum(b.state = 'confirmed' AND b.kind = 'ride') AS rides,
       sum(iif(b.state = 'confirmed', b.end_at - b.start_at, 0)) AS seconds,
       sum(p.paise) AS paid, sum(${refundedPaise('p.id')}) AS refunded
  ${FROM_PROPERTIES} CROSS JOIN bookings b ON b.property_id = mine.id AND b.start_at >= :from AND b.start_at < :to
  JOIN payments p ON p.id = b.payment_id
 WHERE ${OF_CALLER} AND ${withoutIndex('b.state')} IN ('confirmed', 'cancelled')
 GROUP BY b.scooter_id, plan, day`

// Of the whole month, like the rides, which can be ahead.
const AVAILABLE = `
SELECT s.id, s.name, min(:to, coalesce(s.archived_at, :to)) - max(:from, s.created_at) AS seconds
  ${FROM_PROPERTIES} CROSS JOIN scooters s ON s.property_id = mine.id
 WHERE ${OF_CALLER} AND s.created_at < :to AND coalesce(s.archived_at, :to) > :from`

export const getReport = implement(reportContract.getReport, async ({ query: { month, property_id } }, staff) => {
  const [from, to] = secondsOfMonth(month)
  const { available, cells } = await readRows<{ available: AvailableScooter; cells: ReportCell }>(
    { available: AVAILABLE, cells: CELLS },
    { from, mine: mineOf(staff), property: property_id ?? null, to }
  )
  return reportOf(cells, { available, days: (to - from) / DAY_SECONDS, firstDay: `${month}-01` })
})
