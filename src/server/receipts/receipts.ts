import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/receipts/receipts.ts'
import type { ScooterKind } from '#domain/catalogue/scooters.ts'
import { rupeesOf } from '#domain/money.ts'
import { INVOICING, OPERATOR } from '#domain/operator.ts'
import {
  isNote,
  noteSeriesOf,
  RATE_UNIT,
  receiptNumber,
  registrationOf,
  seriesOf,
  taxIn,
  taxOn
} from '#domain/receipts.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, readRows, runIdempotent } from '#server/db/client.ts'
import type { receipts } from '#server/db/schema/payments.ts'
import { dateFrom, isoFrom, parseStoredJson, type StoredRow, secondsOf, storedReceiptFacts } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { recordRun } from '#server/jobs/retries.ts'
import { refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isRowOf, rideOf } from '#server/slots/booking-sql.ts'
import { isPaidKind, RECEIPTS_SINCE, sumOfNotes } from './receipt-sql.ts'

// Issues the receipt or tax invoice of each payment that paid for a row of a ride, and the notes of its refunds. They
// follow from the money, are dated by it, and never stop it: no batch of money knows of them. Rows never change.
//
// A number is the one after the last of its series, in the statement that inserts it, so a series has no gap.

/** A payment or refund is committed at most so long after its time. */
const OVERLAP_SECONDS = 6 * HOUR_SECONDS
const LOOKS_SINCE = `max(${RECEIPTS_SINCE}, (SELECT min(ended_at, :now) FROM runs WHERE job = 'receipts') - ${OVERLAP_SECONDS})`

/** SQL: the ids of the rows of the ride that has the row :id. */
const ROWS_OF_RIDE = `
SELECT b.id FROM bookings asked JOIN bookings b ON ${isRowOf('b', rideOf('asked'))} WHERE asked.id = :id`

const PER_ROUND = 50
/** The second one issues the notes of what the first one has issued. */
const ROUNDS = 2

/** SQL: payments of rides without a receipt. `when` is a condition on the payment `p` and its row `b`. */
const paidWithout = (when: string) => `
SELECT p.id AS payment_id, p.paise, p.created_at AS at, b.id AS booking_id, b.property_id, b.property_name AS property,
       b.scooter_name AS scooter, b.start_at, coalesce(b.booked_end_at, b.end_at) AS end_at, b.plan_name AS plan,
       s.kind AS scooter_kind, rules.gst_registration AS choice
  FROM payments p JOIN bookings b ON b.id = p.booking_id AND b.payment_id = p.id
  JOIN scooters s ON s.id = b.scooter_id LEFT JOIN property_settings rules ON rules.property_id = b.property_id
 WHERE ${when} AND p.status = 'captured' AND p.paise > 0 AND b.state IN ('confirmed', 'cancelled')
   AND NOT EXISTS (SELECT 1 FROM receipts d WHERE d.payment_id = p.id AND ${isPaidKind('d')})
 ORDER BY p.created_at, p.id LIMIT ${PER_ROUND}`

type StoredReceipt = StoredRow<typeof receipts>

interface PaidRow {
  payment_id: string
  paise: number
  at: number
  booking_id: string
  property_id: string
  property: string
  scooter: string
  start_at: number
  end_at: number
  plan: string | null
  scooter_kind: ScooterKind | null
  choice: string | null
}

/**
 * SQL: receipts of which more is refunded than their notes say. One note has all of it, dated by the last refund. `when`
 * is a condition on the refund `r`.
 */
const refundedWithout = (when: string) => `
SELECT d.*, max(r.created_at) AS at, ${refundedPaise('d.payment_id')} AS refunded,
       ${sumOfNotes('paise', 'd.payment_id')} AS noted, ${sumOfNotes('tax_paise', 'd.payment_id')} AS noted_tax
  FROM refunds r JOIN receipts d ON d.payment_id = r.payment_id AND ${isPaidKind('d')}
 WHERE ${when}
 GROUP BY d.payment_id HAVING refunded > noted ORDER BY at, d.payment_id LIMIT ${PER_ROUND}`

interface RefundedRow extends StoredReceipt {
  at: number
  refunded: number
  noted: number
  noted_tax: number
}

const add = (guard: string) => `
INSERT INTO receipts (series, number, kind, booking_id, payment_id, property_id, registration, paise, tax_rate,
                      tax_paise, facts, issued_at)
SELECT :series, 1 + coalesce((SELECT max(number) FROM receipts WHERE series = :series), 0), :kind, :booking, :payment,
       :property, :registration, :paise, :rate, :tax, :facts, :at
 WHERE ${guard}
    ON CONFLICT DO NOTHING`

/** A payment has one; a unique index checks it. */
const ADD_RECEIPT = add('TRUE')

/** Nobody has issued a note since the sums were read, and nothing was refunded. */
const ADD_NOTE = add(`${sumOfNotes('paise', ':payment')} = :noted AND ${refundedPaise(':payment')} = :refunded`)

function receiptOf(row: PaidRow): D1PreparedStatement {
  const { at, booking_id, choice, paise, payment_id, property_id, scooter_kind, ...ride } = row
  const day = dayOf(dateFrom(at))
  const registration = registrationOf(choice, INVOICING.registrations)
  const tax = registration && taxOn(day, scooter_kind, INVOICING.tax ?? [])
  const invoiced = tax ? registration : null
  const kind = invoiced ? 'invoice' : 'receipt'
  const facts = { address: invoiced?.address ?? OPERATOR.address, sac: tax?.sac ?? null, seller: OPERATOR.legalName }
  const rate = tax?.rate ?? 0
  return prepareNamed(ADD_RECEIPT, {
    at,
    booking: booking_id,
    facts: JSON.stringify({ ...facts, ...ride }),
    kind,
    paise,
    payment: payment_id,
    property: property_id,
    rate,
    registration: invoiced?.gstin ?? null,
    series: seriesOf(invoiced?.prefix ?? INVOICING.receiptPrefix, kind, day),
    tax: taxIn(paise, rate)
  })
}

function noteOf(row: RefundedRow): D1PreparedStatement {
  const { at, booking_id, facts, noted, noted_tax, payment_id, property_id, refunded, registration, tax_rate } = row
  const kind = row.kind === 'invoice' ? 'credit_note' : 'refund_note'
  return prepareNamed(ADD_NOTE, {
    at,
    booking: booking_id,
    facts,
    kind,
    noted,
    paise: refunded - noted,
    payment: payment_id,
    property: property_id,
    rate: tax_rate,
    refunded,
    registration,
    series: noteSeriesOf(row.series, kind, dayOf(dateFrom(at))),
    tax: taxIn(refunded, tax_rate) - noted_tax
  })
}

/** What has no receipt or note yet. */
export interface Unissued {
  paid: PaidRow[]
  refunded: RefundedRow[]
}

/** Returns how many were issued; another run may have issued the others. */
export async function issue({ paid, refunded }: Unissued): Promise<number> {
  const results = await runIdempotent([...paid.map(receiptOf), ...refunded.map(noteOf)])
  return Object.values(results).reduce((sum, { meta }) => sum + (meta.changes ?? 0), 0)
}

/** The queries of what is not issued: of the ride that has the row :id. */
export const UNISSUED_OF_RIDE = {
  paid: paidWithout(`b.id IN (${ROWS_OF_RIDE}) AND p.created_at >= ${RECEIPTS_SINCE}`),
  refunded: refundedWithout(`r.booking_id IN (${ROWS_OF_RIDE})`)
}

const UNISSUED = {
  paid: paidWithout(`p.created_at >= ${LOOKS_SINCE}`),
  refunded: refundedWithout(`r.created_at >= ${LOOKS_SINCE}`)
}

export const hasUnissued = ({ paid, refunded }: Unissued) => paid.length + refunded.length > 0

/**
 * Issues what is missing, and returns how many. A run that finds nothing more is recorded: the next one looks at what
 * came since, however long that was.
 */
export async function issueReceipts(now: Date): Promise<number> {
  let issued = 0
  for (let round = 0; ; round += 1) {
    const unissued = await readRows<{ paid: PaidRow; refunded: RefundedRow }>(UNISSUED, { now: secondsOf(now) })
    if (!hasUnissued(unissued)) break
    if (round === ROUNDS) return issued
    issued += await issue(unissued)
  }
  await recordRun('receipts', 0, now)
  return issued
}

/** The ride once, without a receipt, if it has none. */
const SELECT_OF_RIDE = `
SELECT ride.id AS ride_id, ride.user_id, u.name AS rider_name, d.*
  FROM bookings asked JOIN bookings ride ON ride.id = ${rideOf('asked')} JOIN users u ON u.id = ride.user_id
  LEFT JOIN receipts d ON d.payment_id IN (SELECT b.payment_id FROM bookings b WHERE ${isRowOf('b', 'ride.id')})
 WHERE asked.id = :id ORDER BY d.issued_at, NOT (${isPaidKind('d')}), d.number`

interface Rows {
  ride: { ride_id: string; rider_name: string; user_id: string } & (StoredReceipt | { series: null })
  paid: Unissued['paid'][number]
  refunded: Unissued['refunded'][number]
}

/** Of what a round issues the next one issues the notes. */
const ROUNDS_OF_RIDE = 3

function toReceipt(row: StoredReceipt, paid: StoredReceipt | undefined) {
  const { end_at, plan, property, sac, scooter, start_at, ...seller } = parseStoredJson(
    'receipts.facts',
    storedReceiptFacts,
    row.facts
  )
  return {
    ...seller,
    against: isNote(row.kind) && paid ? numberAndTime(paid) : null,
    end_time: isoFrom(end_at),
    kind: row.kind,
    ...numberAndTime(row),
    plan_name: plan,
    property_name: property,
    registration: row.registration,
    sac,
    scooter_name: scooter,
    start_time: isoFrom(start_at),
    tax: rupeesOf(row.tax_paise),
    tax_rate: (row.tax_rate * 100) / RATE_UNIT,
    total: rupeesOf(row.paise)
  }
}

const numberAndTime = ({ issued_at, number, series }: StoredReceipt) => ({
  issued_at: isoFrom(issued_at),
  number: receiptNumber(series, number)
})

/** What the ride has; for a rider 404 unless it is the rider's own. What is missing is issued first. */
export const listReceipts = implement(contract.listReceipts, async ({ params: { id } }, { id: caller, staff }) => {
  for (let round = 0; ; round += 1) {
    const { ride, ...unissued } = await readRows<Rows>({ ride: SELECT_OF_RIDE, ...UNISSUED_OF_RIDE }, { id })
    const [first] = ride
    if (!first || (staff === null && first.user_id !== caller)) throw refusal('booking_not_found')
    if (hasUnissued(unissued) && round < ROUNDS_OF_RIDE) {
      await issue(unissued)
      continue
    }
    const { ride_id, rider_name } = first
    const stored = ride.filter(row => row.series !== null)
    const paidOf = (payment: string) => stored.find(row => row.payment_id === payment && !isNote(row.kind))
    return { receipts: stored.map(row => toReceipt(row, paidOf(row.payment_id))), ride_id, rider_name }
  }
})
