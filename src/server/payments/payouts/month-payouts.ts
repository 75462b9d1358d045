import { CURRENCY } from '#domain/money.ts'
import { isDeskPayment } from '#server/slots/desk-sql.ts'

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

/** SQL: days of the month are known and read, its receipts are issued, it is over, and the one before is closed. */
const IS_CLOSABLE = `
:now >= :closableAt
   AND EXISTS (SELECT 1 FROM runs WHERE job = 'receipts' AND ended_at >= :to)
   AND EXISTS (SELECT 1 FROM payout_days WHERE day >= :month AND day < :nextDay)
   AND EXISTS (SELECT 1 FROM payout_days WHERE day >= :nextDay)
   AND NOT EXISTS (SELECT 1 FROM payout_days WHERE read_at IS NULL AND tried_at > 0 AND day < :nextDay)
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
