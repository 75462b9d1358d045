import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import type { ProviderState } from './provider-state.ts'

// The report of what the provider has paid out to the bank account, by day.

export interface Settled {
  entity_id: string
  type: string
  amount: number
  credit: number
  debit: number
  currency: 'INR'
  fee: number
  tax: number
  on_hold: false
  settled: true
  created_at: number
  settled_at: number
  settlement_id: string
  description: string | null
  notes: string
  /** Null for a payment, whose id is the `entity_id`. */
  payment_id: string | null
  settlement_utr: string | null
  order_id: string | null
  method: string | null
  dispute_id: string | null
}

export interface SettleRequest {
  /** 'yyyy-mm-dd', under which it is reported. */
  day: string
  /** Of a payment that this bank does not know, or of an adjustment, where a negative one is taken from the account. */
  amount?: number
  /** What the provider charges, with its tax; 2 % of a payment and nothing of a refund if missing. */
  fee?: number
  /** The part of `fee` that is tax; 18 % of the rest if missing. */
  tax?: number
  utr?: string | null
  settled_at?: number
  settlement_id?: string
  /** Of a refund that this bank does not know, or of an adjustment. */
  payment_id?: string | null
  dispute_id?: string | null
}

const FEE = 0.02
const TAX = 0.18

/** Adds a payment, a refund or an adjustment to the report of a day. */
export function settle(book: ProviderState, entity_id: string, request: SettleRequest): Settled {
  const { day, dispute_id = null, settlement_id = `setl_${day}`, utr = `UTR${day}` } = request
  const { amount, payment_id, type } = subjectOf(book, entity_id, request)
  const isDebit = type === 'refund' || amount < 0
  const paise = Math.abs(amount)
  const fee = request.fee ?? (type === 'payment' ? Math.round(paise * FEE * (1 + TAX)) : 0)
  const row: Settled = {
    entity_id,
    type,
    amount: paise,
    credit: isDebit ? 0 : paise - fee,
    debit: isDebit ? paise + fee : 0,
    currency: 'INR',
    fee,
    tax: request.tax ?? Math.round((fee * TAX) / (1 + TAX)),
    on_hold: false,
    settled: true,
    created_at: book.now(),
    settled_at: request.settled_at ?? Date.parse(`${day}T12:00:00+05:30`) / 1000,
    settlement_id,
    description: null,
    notes: '',
    payment_id,
    settlement_utr: utr,
    order_id: null,
    method: type === 'payment' ? 'upi' : null,
    dispute_id
  }
  book.settled.set(day, [...(book.settled.get(day) ?? []), row])
  return row
}

function subjectOf(book: ProviderState, id: string, { amount = 0, payment_id = null }: SettleRequest) {
  const refund = book.refunds.get(id)
  if (refund) return { amount: refund.amount, payment_id: refund.payment_id, type: 'refund' }
  if (id.startsWith('rfnd_')) return { amount, payment_id, type: 'refund' }
  if (id.startsWith('pay_'))
    return { amount: book.payments.get(id)?.amount ?? amount, payment_id: null, type: 'payment' }
  return { amount, payment_id, type: 'adjustment' }
}

const MAX_COUNT = 1000

/** A page of the report of a day. */
export function reportOf(book: ProviderState, query: Record<string, string>): Settled[] {
  const { count = '10', day, month, skip = '0', year } = query
  if (!(year && month && day)) throw new Refusal('The year field is required.', { field: 'year' })
  if (Number(count) > MAX_COUNT) throw new Refusal('The count may not be greater than 1000.', { field: 'count' })
  const rows = book.settled.get(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? []
  return rows.slice(Number(skip), Number(skip) + Number(count))
}
