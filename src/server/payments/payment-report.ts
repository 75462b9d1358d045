import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { prepareNamed } from '#server/db/client.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { ProviderPayment } from './provider/provider.ts'

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
VALUES (:payment, :booking, :payment, 'captured', :paise, :currency, :now)
    ON CONFLICT DO NOTHING`

export function recordPayment({ booking, now, payment }: CaptureReport): D1PreparedStatement {
  const { amount: paise, currency, id } = payment
  return prepareNamed(RECORD, { booking: booking.id, currency, now: secondsOf(now), paise, payment: id })
}
