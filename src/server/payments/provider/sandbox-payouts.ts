import { type Day, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import type { sandbox_payments, sandbox_refunds } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { Payout } from './provider.ts'

// How the sandbox pays out. The demo has its past payouts by the same rules.

export const SETTLED_AFTER_DAYS = 2
const FEE_PERCENT = 2
const TAX_PERCENT = 18
const percentOf = (paise: number, percent: number) => Math.round((paise * percent) / 100)

type Row =
  | Pick<typeof sandbox_payments.$inferSelect, 'amount' | 'id'>
  | Pick<typeof sandbox_refunds.$inferSelect, 'amount' | 'id' | 'payment_id'>

/** Refunds cost nothing. */
export function toPayout(row: Row, day: Day): Payout {
  const refunded = 'payment_id' in row ? row : null
  const fee = refunded ? 0 : percentOf(row.amount, FEE_PERCENT)
  const tax = percentOf(fee, TAX_PERCENT)
  return {
    credit: refunded ? 0 : row.amount - fee - tax,
    debit: refunded ? row.amount : 0,
    dispute_id: null,
    entity_id: row.id,
    paise: row.amount,
    payment_id: refunded?.payment_id ?? null,
    settled_at: secondsOf(instantAt(day, MIDNIGHT)),
    settlement_id: `setl_${day}`,
    tax,
    type: refunded ? 'refund' : 'payment',
    utr: `SANDBOX${day.replaceAll('-', '')}`
  }
}
