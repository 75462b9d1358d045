import { CURRENCY } from '#domain/money.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logWithBackoff, stopOnOutage } from '#server/jobs/retries.ts'
import { PAYOUTS_PER_PAGE, provider } from '#server/payments/provider/provider.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'
import { isDeskPayment } from '#server/slots/booking-sql.ts'

// SQL about what the provider has paid out in a month. Parameters: :from and :to, the month; :first, the start of the
// first day that was read; and :late, before which money should have arrived.

/** The lists show no more rows of each; their sums are of all. */
const LISTED = 50

/** SQL: the month counts the payout. */
const isCounted = (payout: string) => `${payout}.counted_at >= :from AND ${payout}.counted_at < :to`

const sumOf = (type: 'payment' | 'refund', paise: string) => `coalesce(sum(iif(x.type = '${type}', ${paise}, 0)), 0)`

/**
 * SQL: sums of the payouts `x`, in paise. `charged` is what the provider keeps, with its tax: received - refunded -
 * charged + other = arrived.
 */
export const PAYOUT_SUMS = `
  ${sumOf('payment', 'x.paise')} AS received,
  ${sumOf('refund', 'x.paise')} AS refunded,
  ${sumOf('payment', 'x.paise - x.credit + x.debit')} + ${sumOf('refund', 'x.debit - x.credit - x.paise')} AS charged,
  coalesce(sum(iif(x.type IN ('payment', 'refund'), x.tax, 0)), 0) AS charged_tax,
  coalesce(sum(iif(x.type IN ('payment', 'refund'), 0, x.credit - x.debit)), 0) AS other,
  coalesce(sum(x.credit - x.debit), 0) AS arrived`

export interface PayoutSums {
  arrived: number
  charged: number
  charged_tax: number
  other: number
  received: number
  refunded: number
}

/** `count` is that of the payouts. */
export const SELECT_SUMS = `SELECT ${PAYOUT_SUMS}, count(*) AS count FROM payouts x WHERE ${isCounted('x')}`

export const SELECT_SETTLEMENTS = `
SELECT x.settlement_id, max(x.utr) AS utr, min(x.settled_at) AS settled_at, sum(x.credit - x.debit) AS paise
  FROM payouts x WHERE ${isCounted('x')} GROUP BY x.settlement_id ORDER BY 3, 1`

export interface Settlement {
  /** What has arrived with it. */
  paise: number
  settled_at: number
  settlement_id: string
  utr: string | null
}

// What does not agree. Rows of refunds are compared by their payment, because two can share a refund of the provider.

/** SQL: what the provider has paid out of the refunds of a payment. */
const bankRefunds = (payment: string) =>
  `(SELECT coalesce(sum(y.paise), 0) FROM payouts y WHERE y.payment_id = ${payment} AND y.type = 'refund')`

const ourRefunds = (payment: string) =>
  `(SELECT coalesce(sum(o.paise), 0) FROM refunds o WHERE o.payment_id = ${payment})`

/** SQL: the provider has sent the refund `r`; it was not paid by other means. */
const isSent = (r: string) => `${r}.status = 'processed' AND ${r}.refund_id IS NOT NULL AND ${r}.processed_at < :late
   AND NOT EXISTS (SELECT 1 FROM audits a WHERE a.subject = ${r}.id AND a.action = 'close_refund')`

const ourPayment = (payout: string) => `
  coalesce((SELECT p.paise FROM payments p
             WHERE p.id = ${payout}.entity_id AND p.status = 'captured' AND p.currency = '${CURRENCY}'), 0)`

/** SQL: the first of these rows, each with the number and sum of all. */
export const listOf = (rows: string) => `
SELECT id, is_refund, paise, count(*) OVER () AS count, sum(abs(paise)) OVER () AS sum
  FROM (${rows}) WHERE paise <> 0 ORDER BY id, is_refund LIMIT ${LISTED}`

/** Paid out for a payment or a refund that is not ours, or not of this amount. */
export const SELECT_UNKNOWN = listOf(`
SELECT x.entity_id AS id, 0 AS is_refund, x.paise - ${ourPayment('x')} AS paise FROM payouts x WHERE ${isCounted('x')} AND x.type = 'payment'
 UNION ALL
SELECT refunded.id, 1, max(0, ${bankRefunds('refunded.id')} - ${ourRefunds('refunded.id')})
  FROM (SELECT DISTINCT x.payment_id AS id FROM payouts x WHERE ${isCounted('x')} AND x.type = 'refund') refunded`)

/** Ours, of which no payout is known. */
export const SELECT_MISSING = listOf(`
SELECT p.id, 0 AS is_refund, p.paise FROM payments p
 WHERE p.status = 'captured' AND p.created_at >= max(:from, :first) AND p.created_at < min(:to, :late)
   AND p.currency = '${CURRENCY}' AND p.paise > 0 AND NOT ${isDeskPayment('p.id')}
   AND NOT EXISTS (SELECT 1 FROM payouts x WHERE x.entity_id = p.id)
 UNION ALL
SELECT refunded.id, 1,
       max(0, (SELECT sum(o.paise) FROM refunds o
                WHERE o.payment_id = refunded.id AND o.processed_at >= :first AND ${isSent('o')})
              - ${bankRefunds('refunded.id')})
  FROM (SELECT DISTINCT r.payment_id AS id FROM refunds r
         WHERE r.processed_at >= max(:from, :first) AND r.processed_at < :to AND ${isSent('r')}) refunded
  JOIN payments p ON p.id = refunded.id AND p.currency = '${CURRENCY}'`)

export interface ListedRow {
  /** Of all rows. */
  count: number
  /** The payment's. */
  id: string
  /** It is about refunds of the payment, not about the payment itself. */
  is_refund: 0 | 1
  paise: number
  sum: number
}

// A month is closed once, by one statement. Its guard is the number and sum of the payouts as shown, so one that came
// meanwhile stops it.

/** SQL: days of the month are known, all of them and one after it are read, and its receipts are issued. */
export const IS_KNOWN = 'EXISTS (SELECT 1 FROM payout_days WHERE day >= :month AND day < :nextDay)'
export const IS_READ = `
(EXISTS (SELECT 1 FROM payout_days WHERE day >= :nextDay)
 AND NOT EXISTS (SELECT 1 FROM payout_days WHERE read_at IS NULL AND tried_at > 0 AND day < :nextDay))`
export const IS_ISSUED = "EXISTS (SELECT 1 FROM runs WHERE job = 'receipts' AND ended_at >= :to)"

/** SQL: it is so, the month is over, and the one before is closed. */
const IS_CLOSABLE = `
:now >= :closableAt AND ${IS_KNOWN} AND ${IS_READ} AND ${IS_ISSUED}
   AND NOT EXISTS (SELECT 1 FROM (SELECT max(day) AS day FROM payout_days WHERE day < :month) before
                    WHERE day IS NOT NULL
                      AND NOT EXISTS (SELECT 1 FROM books b WHERE b.month = substr(before.day, 1, ${'yyyy-mm'.length})))`

const IS_AS_SHOWN = `
(SELECT count(*) = :count AND coalesce(sum(x.credit - x.debit), 0) = :arrived FROM payouts x WHERE ${isCounted('x')})`

/** SQL: before the statement below, under the same condition. */
export const CAN_CLOSE = `${IS_CLOSABLE} AND ${IS_AS_SHOWN} AND NOT EXISTS (SELECT 1 FROM books WHERE month = :month)`

/**
 * SQL: closes the month with these :figures. Parameters: :arrived and :count as shown; :closableAt; :nextDay, the first
 * one after the month; :admin, :difference, :month, :note and :now.
 */
export const CLOSE_MONTH = `
INSERT INTO books (month, ends_at, closed_at, admin_id, figures, difference, note)
SELECT :month, :to, :now, :admin, :figures, :difference, :note
 WHERE ${CAN_CLOSE}
    ON CONFLICT (month) DO NOTHING`

// Reads what the provider has paid out, day by day. Rows of a day can be added later, so each of the last days is read
// again and again, and is unread from then until that succeeds: neither an outage nor the zone of a day loses rows.

const FIRST_DAYS = 5
const REPEATED_DAYS = 5
const REPEATED_AFTER_SECONDS = 20 * HOUR_SECONDS
const DAYS_PER_RUN = 10

// Of the days known before this run, so that after a pause of the cron the days before it are read again, too.
const REPEAT_LAST_DAYS = `
UPDATE payout_days SET read_at = NULL, tried_at = :now
 WHERE day > date((SELECT max(day) FROM payout_days), '-${REPEATED_DAYS} days')
   AND read_at <= :now - ${REPEATED_AFTER_SECONDS}`

const ADD_DAYS = `
INSERT INTO payout_days (day, tried_at)
  WITH RECURSIVE new(day) AS (
       SELECT coalesce((SELECT date(max(day), '+1 day') FROM payout_days), date(:today, '-${FIRST_DAYS} days'))
        UNION ALL SELECT date(day, '+1 day') FROM new WHERE day < :today)
SELECT day, :now FROM new WHERE day <= :today
    ON CONFLICT DO NOTHING`

const SELECT_UNREAD = `
SELECT day FROM payout_days WHERE read_at IS NULL AND tried_at > 0 ORDER BY tried_at, day LIMIT ${DAYS_PER_RUN}`

// What comes after its month was closed counts for the next one.
const SAVE = `
INSERT INTO payouts (entity_id, type, payment_id, dispute_id, paise, credit, debit, tax, settlement_id, utr, settled_at,
                     counted_at)
SELECT r.value ->> 'entity_id', r.value ->> 'type', r.value ->> 'payment_id', r.value ->> 'dispute_id',
       r.value ->> 'paise', r.value ->> 'credit', r.value ->> 'debit', r.value ->> 'tax', r.value ->> 'settlement_id',
       r.value ->> 'utr', r.value ->> 'settled_at',
       max(r.value ->> 'settled_at', coalesce((SELECT max(ends_at) FROM books), 0))
  FROM json_each(:rows) r WHERE true
    ON CONFLICT (entity_id) DO UPDATE SET utr = excluded.utr WHERE payouts.utr IS NULL`

const SET_READ = 'UPDATE payout_days SET read_at = :now WHERE day = :day'

/** Runs every hour. Returns how many days were read. */
export async function readPayouts(now: Date): Promise<number> {
  const { unread } = await runIdempotent<{ unread: { day: string } }>(
    { repeat: REPEAT_LAST_DAYS, add: ADD_DAYS, unread: SELECT_UNREAD },
    { now: secondsOf(now), today: dayOf(now) }
  )
  const shouldStop = stopOnOutage()
  let count = 0
  for (const { day } of unread.results) {
    try {
      await readDay(day, now)
      count += 1
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await logWithBackoff(`payouts: ${error.kind}`, now, () =>
        logError('payouts_failed', { item: day, message: error.message })
      )
      if (shouldStop(error)) break
    }
  }
  return count
}

async function readDay(day: string, now: Date): Promise<void> {
  for (let skip = 0, isLast = false; !isLast; skip += PAYOUTS_PER_PAGE) {
    const rows = await provider().settledOn(day, skip)
    isLast = rows.length < PAYOUTS_PER_PAGE
    await runIdempotent([SAVE], { rows: JSON.stringify(rows) })
  }
  await runIdempotent([SET_READ], { day, now: secondsOf(now) })
}
