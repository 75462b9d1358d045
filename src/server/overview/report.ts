import * as contract from '#contract/overview/report.ts'
import { type AvailableScooter, type ReportCell, reportOf } from '#domain/admin/report.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import { readRows } from '#server/db/client.ts'
import { withoutIndex } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { secondsOfMonth } from '#server/receipts/books.ts'

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

export const getReport = implement(contract.getReport, async ({ query: { month, property_id } }, staff) => {
  const [from, to] = secondsOfMonth(month)
  const { available, cells } = await readRows<{ available: AvailableScooter; cells: ReportCell }>(
    { available: AVAILABLE, cells: CELLS },
    { from, mine: mineOf(staff), property: property_id ?? null, to }
  )
  return reportOf(cells, { available, days: (to - from) / DAY_SECONDS, firstDay: `${month}-01` })
})
