import { csvLine, csvStart } from '#contract/kit/csv.ts'
import * as contract from '#contract/receipts/books.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { stateOf, stateText } from '#domain/gst.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { INVOICING } from '#domain/operator.ts'
import { DESK_METHODS, type DeskMethod } from '#domain/payments.ts'
import {
  isNote,
  NO_REGISTRATION,
  RATE_UNIT,
  type ReceiptKind,
  receiptNumber,
  registrationOf
} from '#domain/receipts.ts'
import { addDays, type Day, dayOf, daysBetween, instantAt, monthAfter } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import * as booksText from '#messages/admin/books.ts'
import * as receiptsText from '#messages/receipts.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, readRows } from '#server/db/client.ts'
import type { receipts } from '#server/db/schema/payments.ts'
import { dateFrom, isoFrom, type StoredRow, secondsOf } from '#server/db/sql.ts'
import { csvResponse, implement } from '#server/http/operation.ts'
import { PAYOUT_SUMS, type PayoutSums } from '#server/payments/payouts.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { deskMethod, isDeskPayment, rideOf } from '#server/slots/booking-sql.ts'
import { isPaidKind } from './receipt-sql.ts'
import { issueReceipts } from './receipts.ts'

// What the owner's accountant needs: the months of a year, all receipts, and the figures of a registration.

const startOf = (day: Day) => secondsOf(instantAt(day, MIDNIGHT))
/** From its first second to before its end. */
export const secondsOfMonth = (month: string) => [startOf(`${month}-01`), startOf(`${monthAfter(month)}-01`)] as const

function monthsOf(year: number): string[] {
  const months = [`${year}-04`]
  while (months.length < 12) months.push(monthAfter(months.at(-1) ?? ''))
  return months
}

/** SQL: a month of :months, which are JSON of their seconds, is that of an instant. */
const inMonth = (instant: string) => `${instant} >= m.value ->> 0 AND ${instant} < m.value ->> 1`

const PAID = `
SELECT m.key AS month, iif(${isDeskPayment('p.id')}, ${deskMethod('p.id')}, '') AS pay, sum(p.paise) AS received,
       sum(iif(d.payment_id IS NULL, p.paise, 0)) AS without_receipt
  FROM json_each(:months) m CROSS JOIN payments p ON p.status = 'captured' AND ${inMonth('p.created_at')}
  LEFT JOIN receipts d ON d.payment_id = p.id AND ${isPaidKind('d')}
 WHERE p.currency = '${CURRENCY}' GROUP BY m.key, pay`

const ISSUED = `
SELECT m.key AS month, sum(iif(${isPaidKind('d')}, 0, d.paise)) AS given_back,
       sum(iif(${isPaidKind('d')}, d.tax_paise, -d.tax_paise)) AS tax
  FROM json_each(:months) m CROSS JOIN receipts d ON ${inMonth('d.issued_at')} GROUP BY m.key`

const REFUNDED_WITHOUT = `
SELECT m.key AS month, sum(r.paise) AS given_back
  FROM json_each(:months) m CROSS JOIN refunds r ON ${inMonth('r.created_at')}
  JOIN payments p ON p.id = r.payment_id AND p.currency = '${CURRENCY}'
 WHERE NOT EXISTS (SELECT 1 FROM receipts d WHERE d.payment_id = r.payment_id AND ${isPaidKind('d')}) GROUP BY m.key`

const PAID_OUT = `
SELECT m.key AS month, ${PAYOUT_SUMS}
  FROM json_each(:months) m CROSS JOIN payouts x ON ${inMonth('x.counted_at')} GROUP BY m.key`

const CLOSED = `
SELECT m.key AS month, books.closed_at, books.difference FROM json_each(:months) m JOIN books ON books.ends_at = m.value ->> 1`

const PROPERTIES = `
SELECT rules.gst_registration AS choice,
       (SELECT count(*) FROM scooters s
         WHERE s.property_id = properties.id AND s.archived_at IS NULL AND s.kind IS NULL) AS kindless
  FROM properties LEFT JOIN property_settings rules ON rules.property_id = properties.id
 WHERE properties.archived_at IS NULL`

interface BooksRows {
  closed: { closed_at: number; difference: number; month: number }
  paidOut: PayoutSums & { month: number }
  issued: { given_back: number; month: number; tax: number }
  /** `pay`: '' for what the provider has received. */
  paid: { month: number; pay: DeskMethod | ''; received: number; without_receipt: number }
  properties: { choice: string | null; kindless: number }
  refunded: { given_back: number; month: number }
}

/** What is to be done before the invoices are right. */
function gapsIn(properties: readonly BooksRows['properties'][]) {
  const { registrations } = INVOICING
  const invoiced = properties.filter(({ choice }) => registrationOf(choice, registrations) !== null)
  const without = properties.filter(({ choice }) => choice !== NO_REGISTRATION).length - invoiced.length
  return {
    properties_without_registration: registrations.length > 0 ? without : 0,
    scooters_without_kind: sumBy(invoiced, ({ kindless }) => kindless)
  }
}

const paidOutOf = (sums: PayoutSums | undefined) =>
  sums && {
    arrived: rupeesOf(sums.arrived),
    charged: rupeesOf(sums.charged),
    charged_tax: rupeesOf(sums.charged_tax)
  }

const deskOf = (paid: readonly BooksRows['paid'][]) =>
  DESK_METHODS.flatMap(pay => {
    const received = paid.find(row => row.pay === pay)?.received
    return received ? [{ amount: rupeesOf(received), pay }] : []
  })

const closingOf = (closed: BooksRows['closed'] | undefined) =>
  closed && { closed_at: isoFrom(closed.closed_at), difference: rupeesOf(closed.difference) }

export const getBooks = implement(contract.getBooks, async ({ query: { year } }, _, { now }) => {
  if (`${year}-04-01` > dayOf(now)) throw invalidField('year', booksText.chooseYear)
  const names = monthsOf(year)
  const { closed, issued, paid, paidOut, properties, refunded } = await readRows<BooksRows>(
    {
      closed: CLOSED,
      issued: ISSUED,
      paid: PAID,
      paidOut: PAID_OUT,
      properties: PROPERTIES,
      refunded: REFUNDED_WITHOUT
    },
    { months: JSON.stringify(names.map(secondsOfMonth)) }
  )
  const paidIn = (index: number) => paid.filter(({ month }) => month === index)
  const of = <Row extends { month: number }>(rows: readonly Row[], index: number) =>
    rows.find(({ month }) => month === index)
  const months = names.map((month, index) => ({
    desk: deskOf(paidIn(index)),
    given_back: rupeesOf((of(issued, index)?.given_back ?? 0) + (of(refunded, index)?.given_back ?? 0)),
    month,
    received: rupeesOf(sumBy(paidIn(index), row => row.received)),
    tax: rupeesOf(of(issued, index)?.tax ?? 0),
    without_receipt: rupeesOf(sumBy(paidIn(index), row => row.without_receipt)),
    ...paidOutOf(of(paidOut, index)),
    ...closingOf(of(closed, index))
  }))
  return { months, ...gapsIn(properties) }
})

const DAYS_MAX = 366
/** Rows per query and chunk. */
const ROWS_PER_BATCH = 1000

const SELECT_ISSUED = `
SELECT d.series, d.number, d.kind, d.payment_id, d.registration, d.paise, d.tax_paise, d.tax_rate, d.issued_at,
       d.facts ->> 'sac' AS sac, d.facts ->> 'property' AS property, d.facts ->> 'scooter' AS scooter,
       ${rideOf('b')} AS ride, paid.series || '/' || paid.number AS against
  FROM receipts d JOIN bookings b ON b.id = d.booking_id
  JOIN receipts paid ON paid.payment_id = d.payment_id AND ${isPaidKind('paid')}
 WHERE d.issued_at >= :from AND d.issued_at < :until AND (d.issued_at, d.series, d.number) > (:at, :series, :number)
 ORDER BY d.issued_at, d.series, d.number LIMIT ${ROWS_PER_BATCH}`

interface IssuedRow extends Omit<StoredRow<typeof receipts>, 'booking_id' | 'facts' | 'property_id'> {
  against: string
  property: string
  ride: string
  sac: string | null
  scooter: string
}

const { csv } = booksText
const AMOUNTS = [csv.taxable, csv.cgst, csv.sgst, csv.total] as const
const COLUMNS = [
  ...[csv.number, csv.date, csv.kind, csv.against, csv.gstin, csv.state, csv.sac, csv.rate],
  ...AMOUNTS,
  ...[csv.property, csv.scooter, csv.reference, csv.payment]
]

/** Taxable value, the two halves of the tax, and the total. */
const amountCells = (paise: number, tax: number) => [paise - tax, tax / 2, tax / 2, paise].map(rupeesOf)
const percentOf = (rate: number) => (rate * 100) / RATE_UNIT

/** A note has negative amounts, so that the columns add up. */
function issuedLine(row: IssuedRow): string {
  const sign = isNote(row.kind) ? -1 : 1
  const gstin = row.registration ?? ''
  return csvLine([
    receiptNumber(row.series, row.number),
    dayOf(dateFrom(row.issued_at)),
    receiptsText.KIND_WORDS[row.kind],
    isNote(row.kind) ? row.against : '',
    gstin,
    stateOf(gstin),
    row.sac ?? '',
    percentOf(row.tax_rate),
    ...amountCells(sign * row.paise, sign * row.tax_paise),
    row.property,
    row.scooter,
    bookingReference(row.ride),
    row.payment_id
  ])
}

async function* issuedLines(from: Day, to: Day): AsyncGenerator<string> {
  yield csvStart(COLUMNS)
  const range = { from: startOf(from), until: startOf(addDays(to, 1)) }
  let cursor = { at: 0, number: 0, series: '' }
  for (;;) {
    const { results } = await prepareNamed(SELECT_ISSUED, { ...range, ...cursor }).all<IssuedRow>()
    yield results.map(issuedLine).join('')
    const last = results.at(-1)
    if (!last || results.length < ROWS_PER_BATCH) return
    cursor = { at: last.issued_at, number: last.number, series: last.series }
  }
}

export const exportReceipts = implement(
  contract.exportReceipts,
  async ({ query: { from, to } }, admin, { now, responseHeaders }) => {
    const days = daysBetween(from, to) + 1
    if (days < 1 || days > DAYS_MAX) throw invalidField('to', booksText.chooseDays)
    const entry = { action: 'export_receipts', detail: booksText.daysText(from, to), subject: 'receipts' } as const
    await activityInsert(entry, { admin, now }).run()
    await issueReceipts(now)
    return csvResponse(issuedLines(from, to), `receipts-${from}-${to}.csv`, responseHeaders)
  }
)

const OF_MONTH = 'registration = :gstin AND issued_at >= :from AND issued_at < :until'

const RATES = `
SELECT tax_rate, facts ->> 'sac' AS sac, sum(iif(kind = 'invoice', paise, -paise)) AS paise,
       sum(iif(kind = 'invoice', tax_paise, -tax_paise)) AS tax
  FROM receipts WHERE ${OF_MONTH} GROUP BY 1, 2`

/** Consecutive numbers of a series. One with a late number of an earlier month has several ranges. */
const DOCUMENTS = `
SELECT series, kind, min(number) AS first, max(number) AS last, count(*) AS count
  FROM (SELECT series, kind, number, number - row_number() OVER (PARTITION BY series ORDER BY number) AS run
          FROM receipts WHERE ${OF_MONTH})
 GROUP BY series, kind, run ORDER BY series, first`

interface GstRows {
  documents: { count: number; first: number; kind: ReceiptKind; last: number; series: string }
  rates: { paise: number; sac: string; tax: number; tax_rate: number }
}

/** GSTR-1: tables 7, 12 and 13. */
function* gstLines(gstin: string, { documents, rates }: { [Name in keyof GstRows]: GstRows[Name][] }) {
  yield csvStart([booksText.gstSections.rates])
  yield csvLine([csv.place, csv.rate, ...AMOUNTS])
  for (const rate of [...new Set(rates.map(({ tax_rate }) => tax_rate))]) {
    const rows = rates.filter(({ tax_rate }) => tax_rate === rate)
    const [paise, tax] = [sumBy(rows, row => row.paise), sumBy(rows, row => row.tax)]
    yield csvLine([stateText(gstin), percentOf(rate), ...amountCells(paise, tax)])
  }
  yield csvLine([booksText.gstSections.services])
  yield csvLine([csv.sac, csv.rate, ...AMOUNTS])
  for (const { paise, sac, tax, tax_rate } of rates)
    yield csvLine([sac, percentOf(tax_rate), ...amountCells(paise, tax)])
  yield csvLine([booksText.gstSections.documents])
  yield csvLine([csv.kind, csv.first, csv.last, csv.count])
  for (const { count, first, kind, last, series } of documents)
    yield csvLine([receiptsText.KIND_WORDS[kind], receiptNumber(series, first), receiptNumber(series, last), count])
}

async function* inOne(lines: Iterable<string>): AsyncGenerator<string> {
  yield [...lines].join('')
}

export const exportGst = implement(
  contract.exportGst,
  async ({ query: { month, registration: gstin } }, admin, { now, responseHeaders }) => {
    const [from, until] = secondsOfMonth(month)
    if (until > secondsOf(now)) throw invalidField('month', booksText.chooseMonth)
    if (!INVOICING.registrations.some(each => each.gstin === gstin)) throw refusal('gst_registration_not_found')
    const entry = { action: 'export_receipts', detail: `${gstin} · ${month}`, subject: 'receipts' } as const
    await activityInsert(entry, { admin, now }).run()
    await issueReceipts(now)
    const rows = await readRows<GstRows>({ documents: DOCUMENTS, rates: RATES }, { from, gstin, until })
    return csvResponse(inOne(gstLines(gstin, rows)), `gst-${gstin}-${month}.csv`, responseHeaders)
  }
)
