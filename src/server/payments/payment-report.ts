import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import type { bookings } from '#server/db/schema/bookings.ts'
import type { ProviderPayment } from './provider/provider.ts'

export type BookingRow = typeof bookings.$inferSelect

/** As returned or signed by the provider. */
interface CapturedPayment {
  id: string
  /** Paise; in other currencies the smallest unit. */
  amount: number
  currency: string
}

/** Statements to run in the same atomic batch. */
export type ExtraStatements = readonly D1PreparedStatement[]

/** A report of captured money. What it changes is one batch. */
export interface CaptureReport {
  booking: { id: string }
  payment: CapturedPayment
  /** The time of every change in the batch. */
  now: Date
  /** They run before the changes, for example to record the provider's event as processed. None by default. */
  extraStatements?: ExtraStatements
}

/** A report of a payment in any status, from the browser, a webhook, the cron or an admin. */
export interface PaymentReport extends CaptureReport {
  booking: BookingRow
  payment: ProviderPayment
}

const RECORD = `
INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
VALUES (?1, ?2, ?1, 'captured', ?3, ?4, ?5)
    ON CONFLICT DO NOTHING`

export function recordPayment({ booking, now, payment }: CaptureReport): D1PreparedStatement {
  return d1.prepare(RECORD).bind(payment.id, booking.id, payment.amount, payment.currency, secondsOf(now))
}
