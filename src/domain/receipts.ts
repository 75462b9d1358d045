import type { ScooterKind } from './catalogue/scooters.ts'
import type { Registration, TaxRates } from './operator.ts'
import type { Day } from './time/india-time.ts'

// Receipts and tax invoices of payments, and the notes of their refunds.

export const PAID_KINDS = ['receipt', 'invoice'] as const
const NOTE_KINDS = ['refund_note', 'credit_note'] as const
export const RECEIPT_KINDS = [...PAID_KINDS, ...NOTE_KINDS] as const
export type ReceiptKind = (typeof RECEIPT_KINDS)[number]

export const isNote = (kind: ReceiptKind): boolean => NOTE_KINDS.some(note => note === kind)

const LETTERS: Readonly<Record<ReceiptKind, string>> = {
  credit_note: 'C',
  invoice: 'I',
  receipt: 'R',
  refund_note: 'N'
}

/** India's financial year begins in April: 2026 for a day from 2026-04-01 to 2027-03-31. */
export const bookYearOf = (day: Day): number => Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)

/** The bank should have what was paid online longer ago. */
export const ARRIVES_AFTER_DAYS = 5

/** '2627' for 2026 */
export function financialYear(day: Day): string {
  const year = bookYearOf(day)
  return [year, year + 1].map(each => String(each % 100).padStart(2, '0')).join('')
}

/** 'KAI/2627': what is numbered without a gap. */
export const seriesOf = (prefix: string, kind: ReceiptKind, day: Day): string =>
  `${prefix}${LETTERS[kind]}/${financialYear(day)}`

/** The series of the note of a receipt or an invoice, which keeps its prefix. */
export const noteSeriesOf = (series: string, note: ReceiptKind, day: Day): string =>
  seriesOf(series.slice(0, series.indexOf('/') - 1), note, day)

/** 'KAI/2627/123' */
export const receiptNumber = (series: string, number: number): string => `${series}/${number}`

/** A rate of 18 percent is 1800. */
export const RATE_UNIT = 10_000

/** The tax that an amount includes at this rate, in paise. It is even, so CGST and SGST are the same. */
export function taxIn(paise: number, rate: number): number {
  const taxable = Math.round((paise * RATE_UNIT) / (RATE_UNIT + rate))
  return Math.floor((paise - taxable) / 2) * 2
}

/** The choice of a property that has no registration, although there is one. */
export const NO_REGISTRATION = 'none'

/** The registration of a property by its choice. Null: the only one, if there is one. */
export function registrationOf(choice: string | null, registrations: readonly Registration[]): Registration | null {
  if (choice === null) return registrations.length === 1 ? (registrations[0] ?? null) : null
  return registrations.find(({ gstin }) => gstin === choice) ?? null
}

/** The tax of a day for a kind of scooter; the higher one if the kind is not known. Null: no tax has begun. */
export function taxOn(day: Day, kind: ScooterKind | null, rates: readonly TaxRates[]) {
  const begun = rates.filter(({ from }) => from <= day)
  const last = begun.find(({ from }) => begun.every(other => other.from <= from))
  if (!last) return null
  const percent = kind === null ? Math.max(last.electric, last.petrol) : last[kind]
  return { rate: Math.round((percent * RATE_UNIT) / 100), sac: last.sac }
}
