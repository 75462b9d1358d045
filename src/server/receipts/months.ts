import * as v from 'valibot'
import * as contract from '#contract/receipts/months.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { paiseOf, rupeesOf } from '#domain/money.ts'
import { ARRIVES_AFTER_DAYS } from '#domain/receipts.ts'
import { type Day, dayOf, instantAt, isDayInRange, monthAfter, monthBefore } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MIDNIGHT, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as booksText from '#messages/admin/books.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, readRows, runIdempotent } from '#server/db/client.ts'
import { isoFrom, isoOrNull, parseStoredJson, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import * as payouts from '#server/payments/payouts.ts'
import { env, razorpayConfig } from '#server/runtime/env.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { isTestKey } from '#server/runtime/variable-rules.ts'
import { secondsOfMonth } from './books.ts'
import { isPaidKind, sumOfNotes } from './receipt-sql.ts'

// A month of the books with what the provider has paid out, and its closing.

/** A month is closed from this day of the next one on: by then its last payments have arrived. */
const CLOSABLE_FROM_DAY = '07'
/** The job issues a note within minutes. */
const NOTE_AFTER_SECONDS = 10 * MINUTE_SECONDS

const REFUNDED = `(SELECT coalesce(sum(o.paise), 0) FROM refunds o WHERE o.payment_id = d.payment_id AND o.created_at < :noted)`

const SELECT_WITHOUT_NOTE = payouts.listOf(`
SELECT d.payment_id AS id, 1 AS is_refund, max(0, ${REFUNDED} - ${sumOfNotes('paise', 'd.payment_id')}) AS paise
  FROM (SELECT DISTINCT r.payment_id FROM refunds r WHERE r.created_at >= :from AND r.created_at < min(:to, :noted)) refunded
  JOIN receipts d ON d.payment_id = refunded.payment_id AND ${isPaidKind('d')}`)

const SELECT_DAYS = `
SELECT (SELECT min(day) FROM payout_days) AS first, (SELECT max(read_at) FROM payout_days) AS as_of,
       ${payouts.IS_KNOWN} AS is_known, ${payouts.IS_READ} AS is_read, ${payouts.IS_ISSUED} AS is_issued,
       (SELECT max(day) FROM payout_days WHERE day < :month) AS before`

const SELECT_CLOSED = 'SELECT month, closed_at, figures, note FROM books WHERE month = :month OR month = :last'

interface State {
  closed: { closed_at: number; figures: string; month: string; note: string | null }
  days: {
    as_of: number | null
    before: Day | null
    first: Day | null
    is_issued: 0 | 1
    is_known: 0 | 1
    is_read: 0 | 1
  }
}

interface Found {
  missing: payouts.ListedRow
  settlements: payouts.Settlement
  sums: payouts.PayoutSums & { count: number }
  unknown: payouts.ListedRow
  without_note: payouts.ListedRow
}

const SELECT_FOUND = {
  missing: payouts.SELECT_MISSING,
  settlements: payouts.SELECT_SETTLEMENTS,
  sums: payouts.SELECT_SUMS,
  unknown: payouts.SELECT_UNKNOWN,
  without_note: SELECT_WITHOUT_NOTE
}

function rangeOf(month: string) {
  const isMonth = month.length === 'yyyy-mm'.length && isDayInRange(`${month}-01`)
  if (!isMonth) throw invalidField('month', booksText.chooseMonth)
  const [from, to] = secondsOfMonth(month)
  const nextDay = `${monthAfter(month)}-01`
  return { from, last: monthBefore(month), month, nextDay, to }
}

type Range = ReturnType<typeof rangeOf>

const closableDay = ({ nextDay }: Range): Day => `${nextDay.slice(0, 8)}${CLOSABLE_FROM_DAY}`

/** Why it cannot be closed; null if it can. */
function openBecause(range: Range, days: State['days'], isLastClosed: boolean, now: Date): string | null {
  if (dayOf(now) < closableDay(range)) return booksText.closableFrom(range.month, closableDay(range))
  if (!days.is_known) return booksText.payoutsUnknown
  if (days.before !== null && !isLastClosed) return booksText.closeFirst(range.last)
  if (!days.is_issued) return booksText.receiptsMissing
  return days.is_read ? null : booksText.daysUnread
}

/** What a closed month keeps: `books.figures`. */
const figuresOfMonth = v.omit(contract.monthBooks, ['closed_at', 'month', 'note', 'open_because'])
type Figures = v.InferOutput<typeof figuresOfMonth>

const isTestMode = () => env.PAYMENT_PROVIDER === 'razorpay' && isTestKey(razorpayConfig().keyId)

/** Of a query that always gives one. */
function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A query of sums gave no row')
  return row
}

const toList = (rows: readonly payouts.ListedRow[]) => ({
  count: rows[0]?.count ?? 0,
  rows: rows.map(({ id, is_refund, paise }) => ({ amount: rupeesOf(paise), id, is_refund: is_refund === 1 })),
  sum: rupeesOf(rows[0]?.sum ?? 0)
})

async function readFigures(range: Range, { as_of, first, is_known }: State['days'], now: Date) {
  const at = secondsOf(now)
  const found = await readRows<Found>(SELECT_FOUND, {
    first: first === null ? null : secondsOf(instantAt(first, MIDNIGHT)),
    from: range.from,
    late: at - ARRIVES_AFTER_DAYS * DAY_SECONDS,
    noted: at - NOTE_AFTER_SECONDS,
    to: range.to
  })
  const { count, ...sums } = onlyRow(found.sums)
  const differencePaise = sumBy([found.missing, found.unknown, found.without_note], ([row]) => row?.sum ?? 0)
  const figures: Figures = {
    arrived: rupeesOf(sums.arrived),
    as_of: isoOrNull(as_of),
    charged: rupeesOf(sums.charged),
    charged_tax: rupeesOf(sums.charged_tax),
    difference: rupeesOf(differencePaise),
    is_known: is_known === 1,
    is_test: isTestMode(),
    lists: {
      missing: toList(found.missing),
      unknown: toList(found.unknown),
      without_note: toList(found.without_note)
    },
    other: rupeesOf(sums.other),
    received: rupeesOf(sums.received),
    refunded: rupeesOf(sums.refunded),
    settlements: found.settlements.map(({ paise, settled_at, settlement_id, utr }) => ({
      amount: rupeesOf(paise),
      id: settlement_id,
      settled_at: isoFrom(settled_at),
      utr
    }))
  }
  return { count, differencePaise, figures, paise: sums.arrived }
}

/** What a closed month says comes from its closing alone. */
async function readMonth(range: Range, now: Date) {
  const { last, month, nextDay, to } = range
  const { closed, days } = await readRows<State>(
    { closed: SELECT_CLOSED, days: SELECT_DAYS },
    { last, month, nextDay, to }
  )
  const state = onlyRow(days)
  const closing = closed.find(each => each.month === month)
  if (closing) {
    const figures = parseStoredJson('books.figures', figuresOfMonth, closing.figures)
    return {
      closing: null,
      shown: { ...figures, closed_at: isoFrom(closing.closed_at), month, note: closing.note, open_because: null }
    }
  }
  const read = await readFigures(range, state, now)
  const because = openBecause(range, state, closed.length > 0, now)
  return { closing: read, shown: { ...read.figures, closed_at: null, month, note: null, open_because: because } }
}

export const getMonth = implement(contract.getMonth, async ({ params: { month } }, _, { now }) => {
  const { shown } = await readMonth(rangeOf(month), now)
  return shown
})

export const closeMonth = implement(contract.closeMonth, async ({ body, params: { month } }, admin, { now }) => {
  const range = rangeOf(month)
  const { closing, shown } = await readMonth(range, now)
  if (closing === null) return shown
  if (shown.open_because !== null) throw refusal('month_open', shown.open_because)
  if (paiseOf(body.arrived) !== closing.paise || paiseOf(body.difference) !== closing.differencePaise)
    throw refusal('amount_changed')
  const note = body.note || null
  if (closing.differencePaise !== 0 && note === null) throw invalidField('note', booksText.sayWhy)
  const params = {
    ...range,
    admin: admin.id,
    arrived: closing.paise,
    closableAt: secondsOf(instantAt(closableDay(range), MIDNIGHT)),
    count: closing.count,
    difference: closing.differencePaise,
    figures: JSON.stringify(closing.figures),
    note,
    now: secondsOf(now)
  }
  const entry = { action: 'close_month', detail: note ?? undefined, subject: month } as const
  await runIdempotent([
    activityInsert(entry, { admin, now, when: payouts.CAN_CLOSE }, params),
    prepareNamed(payouts.CLOSE_MONTH, params)
  ])
  const after = await readMonth(range, now)
  if (after.closing !== null) throw refusal('amount_changed')
  return after.shown
})
