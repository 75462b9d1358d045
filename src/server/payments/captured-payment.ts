import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'

/** As returned or signed by the provider. */
export interface CapturedPayment {
  id: string
  /** Paise; in other currencies the smallest unit. */
  amount: number
  currency: string
}

/** Statements to run in the same atomic batch. */
export type ExtraStatements = readonly D1PreparedStatement[]

const RECORD = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
VALUES (?1, ?2, ?1, 'captured', ?3, ?4, ?5)
    ON CONFLICT DO NOTHING`

export function recordPayment({ id }: { id: string }, payment: CapturedPayment, now: Date): D1PreparedStatement {
  return d1.prepare(RECORD).bind(payment.id, id, payment.amount, payment.currency, secondsOf(now))
}
