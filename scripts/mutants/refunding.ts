import type { Mutant } from './mutant.ts'

const mutant = (from: string, to: string, equivalent?: string): Mutant => ({ equivalent, file: 'refunds.ts', from, to })

const recon = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'reconcile.ts',
  from,
  to
})

const LEASED = "status IN ('due', 'sent') AND coalesce(lease_until, 0) <= ?1"
const REFUSED = "(status = 'sent' OR (status = 'due' AND (?2 IS NULL OR refund_id IS NOT ?2)))"

export const refunding: readonly Mutant[] = [
  mutant('lease_until = ?1 + ${LEASE_SECONDS}', 'lease_until = ?1'),
  mutant('SET attempts = attempts + 1', 'SET attempts = attempts'),
  mutant(LEASED, "status IN ('due', 'sent')"),
  mutant(LEASED, "status = 'due' AND coalesce(lease_until, 0) <= ?1"),
  mutant(LEASED, "status = 'sent' AND coalesce(lease_until, 0) <= ?1"),
  mutant(LEASED, "status IN ('due', 'review', 'sent') AND coalesce(lease_until, 0) <= ?1"),
  mutant("note = NULL\n WHERE payment_id = ?1 AND status IN ('due', 'sent')", 'note = NULL\n WHERE payment_id = ?1'),
  mutant("SET status = 'sent', refund_id = ?2", 'SET refund_id = ?2'),
  mutant(REFUSED, "status = 'sent'"),
  mutant(REFUSED, "status IN ('due', 'sent')"),
  mutant(REFUSED, "status <> 'review'"),
  mutant(
    "note = ?3 WHERE payment_id = ?1 AND status IN ('due', 'sent')",
    'note = ?3 WHERE payment_id = ?1',
    'A note and a lease say nothing of what is processed; what is in review is not asked for.'
  ),
  mutant('coalesce(?2, refund_id), lease_until', '?2, lease_until'),
  mutant('`rf-${payment_id}-${refund_id}`', '`rf-${payment_id}`'),
  mutant("status === 'sent' && refund_id !== null", 'false'),
  recon("if (!payment.captured) return { outcome: 'promised_late' }\n", ''),
  recon("if (paymentStatusOf(booking, now) !== 'Pending') return { outcome: 'promised_late' }\n", ''),
  recon("if (refund?.status === 'processed') ", 'if (refund) '),
  recon('if (isPromise && isPaid) continue\n', ''),
  recon("['authorized', 'created']", "['authorized', 'created', 'refunded']"),
  recon('payment.amount !== paiseOf(booking.amount) || ', '')
]
