import type { Notes } from './bank/entities.ts'
import { Refusal } from './refusal.ts'

// The provider's validation of request bodies, which runs before anything else.

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(body: unknown, allowed: readonly string[]): Fields {
  if (body === undefined) return {}
  if (!isFields(body)) throw new Refusal('The request body is not valid JSON')
  const extra = Object.keys(body).filter(name => !allowed.includes(name))
  if (extra.length > 0) throw new Refusal(`${extra.join(', ')} is/are not required and should not be sent`)
  return body
}

export const MIN_PAISE = 100

function amountIn({ amount }: Fields): number {
  if (amount === undefined) throw new Refusal('The amount field is required.', { field: 'amount' })
  if (typeof amount !== 'number' || !Number.isInteger(amount))
    throw new Refusal('The amount must be an integer.', { field: 'amount' })
  if (amount < MIN_PAISE) throw new Refusal('The amount must be at least INR 1.00', { field: 'amount' })
  return amount
}

function currencyIn({ currency }: Fields): string {
  if (currency === undefined) throw new Refusal('The currency field is required.', { field: 'currency' })
  if (currency !== 'INR') throw new Refusal('Currency is not supported', { field: 'currency' })
  return currency
}

const MAX_RECEIPT = 40

function receiptIn({ receipt = null }: Fields): string | null {
  if (receipt !== null && typeof receipt !== 'string')
    throw new Refusal('The receipt must be a string.', { field: 'receipt' })
  if (receipt !== null && receipt.length > MAX_RECEIPT)
    throw new Refusal('The receipt may not be greater than 40 characters.', { field: 'receipt' })
  return receipt
}

const MAX_NOTES = 15
const MAX_NOTE = 256

function notesIn({ notes = {} }: Fields): Notes {
  if (!isFields(notes)) throw new Refusal('notes must be an array', { field: 'notes' })
  const pairs = Object.entries(notes)
  if (pairs.length > MAX_NOTES) throw new Refusal('Number of fields in notes should be less than or equal to 15')
  const isShort = ([name, text]: [string, unknown]) =>
    typeof text === 'string' && name.length <= MAX_NOTE && text.length <= MAX_NOTE
  if (!pairs.every(isShort)) throw new Refusal('notes values should not be more than 256 characters')
  return pairs.length === 0 ? [] : (notes as Record<string, string>)
}

/**
 * Minutes from a payment's creation: up to `automatic`, the provider captures it; up to `manual`, it can be captured.
 */
export interface CapturePeriods {
  automatic: number
  manual: number
}

/** The account's default: automatic capture for three days. */
const ACCOUNT: CapturePeriods = { automatic: 4_320, manual: 7_200 }
const MIN_AUTOMATIC = 12
const MAX_MANUAL = 7_200

function parseCapturePeriods({ payment }: Fields): CapturePeriods {
  if (payment === undefined) return ACCOUNT
  const { capture, capture_options } = fieldsOf(payment, ['capture', 'capture_options'])
  if (capture === 'manual') return { ...ACCOUNT, automatic: 0 }
  if (capture !== 'automatic') throw new Refusal('The selected capture is invalid.', { field: 'capture' })
  return optionsIn(capture_options)
}

function optionsIn(options: unknown): CapturePeriods {
  const names = ['automatic_expiry_period', 'manual_expiry_period', 'refund_speed']
  const { automatic_expiry_period: automatic, manual_expiry_period: manual, refund_speed } = fieldsOf(options, names)
  if (!isMinutes(automatic) || automatic < MIN_AUTOMATIC)
    throw new Refusal('The automatic expiry period must be at least 12.', { field: 'automatic_expiry_period' })
  if (manual !== undefined && (!isMinutes(manual) || manual < automatic || manual > MAX_MANUAL))
    throw new Refusal('The manual expiry period is invalid.', { field: 'manual_expiry_period' })
  if (refund_speed !== 'normal') throw new Refusal('The selected refund speed is invalid.', { field: 'refund_speed' })
  return { automatic, manual: manual ?? MAX_MANUAL }
}

const isMinutes = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

export function parseOrder(body: unknown) {
  const fields = fieldsOf(body, ['amount', 'currency', 'notes', 'payment', 'receipt'])
  return {
    amount: amountIn(fields),
    currency: currencyIn(fields),
    notes: notesIn(fields),
    periods: parseCapturePeriods(fields),
    receipt: receiptIn(fields)
  }
}

export function parseCapture(body: unknown) {
  const fields = fieldsOf(body, ['amount', 'currency'])
  return { amount: amountIn(fields), currency: currencyIn(fields) }
}

export interface RefundRequest {
  amount?: number | undefined
  notes: Notes
  receipt: string | null
  speed: string
}

export function parseRefund(body: unknown): RefundRequest {
  const fields = fieldsOf(body, ['amount', 'notes', 'receipt', 'speed'])
  const { amount, speed = 'normal' } = fields
  if (speed !== 'normal' && speed !== 'optimum') throw new Refusal('The selected speed is invalid.', { field: 'speed' })
  return {
    amount: amount === undefined ? undefined : amountIn(fields),
    notes: notesIn(fields),
    receipt: receiptIn(fields),
    speed
  }
}

/** Null if there is no header. */
export function parseRefundKey(header: string | null): string | null {
  if (header === null) return null
  if (header.length < 10) throw new Refusal('The idempotency key must be at least 10 characters long.')
  if (!/^[\w-]+$/.test(header))
    throw new Refusal('The idempotency key must only contain alphanumeric characters, underscores, and hyphens')
  return header
}
