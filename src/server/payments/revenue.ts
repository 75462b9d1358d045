import * as contract from '#contract/payments/revenue.ts'
import { REVENUE_DAYS } from '#domain/constants.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MIDNIGHT } from '#domain/time/time-units.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refundedPaise } from './refunds/insert-refund.ts'

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
