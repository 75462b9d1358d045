import { randomInt } from 'node:crypto'

// The provider's entities, with its own field names. Amounts are in paise, times in Unix seconds.

/** The provider represents empty notes as an empty array. */
export type Notes = Record<string, string> | []

export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_due: number
  amount_paid: number
  attempts: number
  created_at: number
  currency: string
  notes: Notes
  offer_id: null
  receipt: string | null
  status: 'attempted' | 'created' | 'paid'
}

export interface Payment {
  id: string
  entity: 'payment'
  acquirer_data: { rrn: string | null }
  amount: number
  amount_refunded: number
  bank: null
  captured: boolean
  card_id: null
  contact: string
  created_at: number
  currency: string
  description: null
  email: string
  error_code: string | null
  error_description: string | null
  error_reason: string | null
  error_source: string | null
  error_step: string | null
  fee: number | null
  international: boolean
  invoice_id: null
  method: string
  notes: Notes
  order_id: string
  refund_status: 'full' | 'partial' | null
  status: 'authorized' | 'captured' | 'created' | 'failed' | 'refunded'
  tax: number | null
  vpa: string
  wallet: null
}

export interface Refund {
  id: string
  entity: 'refund'
  /** `arn`, `rrn` or `utr`. An empty one is an empty array. */
  acquirer_data: Record<string, unknown> | []
  amount: number
  batch_id: null
  created_at: number
  currency: string
  notes: Notes
  payment_id: string
  receipt: string | null
  speed_processed: string
  speed_requested: string
  status: 'failed' | 'pending' | 'processed'
}

export interface Dispute {
  id: string
  entity: 'dispute'
  amount: number
  amount_deducted: number
  created_at: number
  currency: string
  evidence: { amount: number; submitted_at: number | null; summary: string | null }
  payment_id: string
  phase: 'arbitration' | 'chargeback' | 'fraud' | 'pre_arbitration' | 'retrieval'
  reason_code: string
  reason_description: string
  respond_by: number
  status: 'closed' | 'lost' | 'open' | 'under_review' | 'won'
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newId(prefix: string): string {
  const letters = Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}_${letters.join('')}`
}

export const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_reason: null,
  error_source: null,
  error_step: null
}

export const DECLINED = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment has been declined by the bank',
  error_reason: 'payment_failed',
  error_source: 'bank',
  error_step: 'payment_authorization'
}

export const newPayment = (of: Pick<Payment, 'amount' | 'created_at' | 'currency' | 'order_id'>): Payment => ({
  acquirer_data: { rrn: null },
  amount_refunded: 0,
  bank: null,
  captured: false,
  card_id: null,
  contact: '+919845012345',
  description: null,
  email: 'rider@demo.test',
  entity: 'payment',
  fee: null,
  id: newId('pay'),
  international: false,
  invoice_id: null,
  method: 'upi',
  notes: [],
  refund_status: null,
  status: 'created',
  tax: null,
  vpa: 'rider@upi',
  wallet: null,
  ...NO_ERROR,
  ...of
})
