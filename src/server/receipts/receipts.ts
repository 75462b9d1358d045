import * as contract from '#contract/receipts/receipts.ts'
import { rupeesOf } from '#domain/money.ts'
import { isNote, RATE_UNIT, type ReceiptKind, receiptNumber } from '#domain/receipts.ts'
import { readRows } from '#server/db/client.ts'
import { isoFrom, parseStoredJson, storedReceiptFacts } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isRowOf, rideOf } from '#server/slots/booking-sql.ts'
import { hasUnissued, issue, UNISSUED_OF_RIDE, type Unissued } from './issue.ts'
import { isPaidKind } from './receipt-sql.ts'

/** The ride once, without a receipt, if it has none. */
const SELECT_OF_RIDE = `
SELECT ride.id AS ride_id, ride.user_id, u.name AS rider_name, d.*
  FROM bookings asked JOIN bookings ride ON ride.id = ${rideOf('asked')} JOIN users u ON u.id = ride.user_id
  LEFT JOIN receipts d ON d.payment_id IN (SELECT b.payment_id FROM bookings b WHERE ${isRowOf('b', 'ride.id')})
 WHERE asked.id = :id ORDER BY d.issued_at, NOT (${isPaidKind('d')}), d.number`

interface StoredReceipt {
  series: string
  number: number
  kind: ReceiptKind
  payment_id: string
  registration: string | null
  paise: number
  tax_rate: number
  tax_paise: number
  /** JSON */
  facts: string
  issued_at: number
}

interface Rows {
  ride: { ride_id: string; rider_name: string; user_id: string } & (StoredReceipt | { series: null })
  paid: Unissued['paid'][number]
  refunded: Unissued['refunded'][number]
}

/** Of what a round issues the next one issues the notes. */
const ROUNDS = 3

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
    if (hasUnissued(unissued) && round < ROUNDS) {
      await issue(unissued)
      continue
    }
    const { ride_id, rider_name } = first
    const stored = ride.filter(row => row.series !== null)
    const paidOf = (payment: string) => stored.find(row => row.payment_id === payment && !isNote(row.kind))
    return { receipts: stored.map(row => toReceipt(row, paidOf(row.payment_id))), ride_id, rider_name }
  }
})
