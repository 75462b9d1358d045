import type { Mutant } from './mutant.ts'

const mutant = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/refunds/send-refunds.ts',
  from,
  to
})

const lease = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/refunds/leased-refunds.ts',
  from,
  to
})

const apply = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/apply-payment.ts',
  from,
  to
})

const recon = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/reconcile.ts',
  from,
  to
})

const due = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/due-orders.ts',
  from,
  to
})

const failing = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'jobs/item-retries.ts',
  from,
  to
})

const progress = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/provider/current-provider.ts',
  from,
  to
})

const webhooks = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'payments/webhooks.ts',
  from,
  to
})

const LEASED = "status IN ('due', 'sent') AND coalesce(lease_until, 0) <= :now"
const AS_LEASED = "'id = :id AND status = :leased_status AND refund_id IS :leased_refund'"
const FAILED = "WHERE payment_id = ?1 AND status = 'sent' AND refund_id = ?2`"
const PAUSE = 'min(:max, max(:min, :now - failing_since))'
const ORDER = 'ORDER BY has_failed, settling DESC, turn, state_rank, next_check_at'
const TURN = 'PARTITION BY user_id ORDER BY has_failed, settling DESC, state_rank, next_check_at'

export const refunding: readonly Mutant[] = [
  lease('lease_until = :now + ${LEASE_SECONDS}', 'lease_until = :now'),
  lease('lease_until = :next, attempts = :attempts', 'lease_until = :next, attempts = 0 * :attempts'),
  lease('attempts = :attempts, refusals = 0', 'attempts = :attempts'),
  lease('lease_until = :next, refusals = :refusals', 'lease_until = :next, refusals = 0 * :refusals'),
  lease('SET lease_until = NULL, note = :note', 'SET note = :note'),
  lease('ORDER BY ${RETRY_AT} IS NOT NULL, lease_until', 'ORDER BY lease_until'),
  lease('results.toSorted((a, b) => a.has_failed - b.has_failed)', 'results'),
  lease(LEASED, "status IN ('due', 'sent')"),
  lease(LEASED, "status = 'due' AND coalesce(lease_until, 0) <= :now"),
  lease(LEASED, "status = 'sent' AND coalesce(lease_until, 0) <= :now"),
  lease(LEASED, "status IN ('due', 'review', 'sent') AND coalesce(lease_until, 0) <= :now"),
  lease('AND coalesce(${RETRY_AT}, 0) <= :now', ''),
  lease('SET status = :status, refund_id = :refund_id', 'SET refund_id = :refund_id, note = :status'),
  lease(AS_LEASED, "'id = :id AND :leased_status IS NOT NULL AND refund_id IS :leased_refund'"),
  lease(AS_LEASED, "'id = :id AND status = :leased_status AND :leased_refund IS :leased_refund'"),
  mutant(FAILED, "WHERE payment_id = ?1 AND status = 'sent' AND ?2 IS NOT NULL`"),
  mutant(FAILED, "WHERE payment_id = ?1 AND status IN ('due', 'sent') AND refund_id = ?2`"),
  mutant(FAILED, 'WHERE payment_id = ?1 AND refund_id = ?2`'),
  lease('coalesce(:refund_id, refund_id), lease_until', ':refund_id, lease_until'),
  mutant('`rf-${id}-${refund_id}`', '`rf-${id}`'),
  mutant("status === 'sent' && refund_id !== null", 'false'),
  mutant('refund.amount >= lease.paise\n    ? FULLY_REFUNDED', 'refund.amount > 0\n    ? FULLY_REFUNDED'),
  mutant("state === 'pending' ? 'sent' : 'due'", "'sent'"),
  mutant("state === 'pending' ? 'sent' : 'due'", "'due'"),
  mutant('amount: lease.captured_paise, id', 'amount: lease.paise, id'),
  mutant('isWhole(lease) ? null : {', 'true ? null : {'),
  mutant('  if (own) return own\n', ''),
  lease('(SELECT p.paise FROM payments p', '(SELECT p.paise / 2 FROM payments p'),
  lease('(SELECT p.paise FROM payments p', '(SELECT p.paise * 2 FROM payments p'),
  mutant(
    "if (state === 'complete') return recordProcessedRefund",
    "if (state !== 'refundable') return recordProcessedRefund"
  ),
  mutant('if (refund) return refund\n', ''),
  mutant("payment.status === 'refunded' ? (await", 'true ? (await'),
  progress("refundedPaise >= amount ? 'complete'", "refundedPaise > 0 ? 'complete'"),
  progress("refundedPaise >= amount ? 'complete'", "refundedPaise > amount ? 'complete'"),
  progress("pending ? 'pending' : 'refundable'", "'pending'"),
  progress("pending ? 'pending' : 'refundable'", "'refundable'"),
  progress("refunds.filter(({ status }) => status === 'processed')", 'refunds'),
  progress('sum + refund.amount', 'sum + amount'),
  progress('refund => refund.id !== fromEvent?.id', '() => true'),
  progress('pending ?? refunds.at(-1)', 'refunds.at(-1)'),
  apply('refund.amount >= payment.amount', 'refund.amount > 0'),
  apply("isComplete: state === 'complete', processed", "isComplete: state !== 'refundable', processed"),
  apply("isComplete: state === 'complete', processed", 'isComplete: false, processed'),
  apply("if (payment.status === 'captured') await applyPayment({ booking, now, payment })\n", ''),
  webhooks(' || !payment.captured', ''),
  apply("if (!payment.captured) return { outcome: 'authorized_late' }\n", ''),
  apply("if (paymentStatusOf(booking, now) !== 'Pending') return { outcome: 'authorized_late' }\n", ''),
  apply("if (!matchesOrder(booking, payment)) return { outcome: 'authorized_mismatch' }\n", ''),
  apply("if (state === 'complete') await", "if (state !== 'refundable') await"),
  recon("if (payment.status === 'authorized' && isPaid) continue\n", ''),
  recon("isPaid ||= outcome === 'applied'", "isPaid ||= payment.status === 'authorized'"),
  recon("['authorized', 'created']", "['authorized', 'created', 'refunded']"),
  recon(
    'OPEN_STATUSES.includes(payment.status) && matchesOrder(booking, payment)',
    'OPEN_STATUSES.includes(payment.status)'
  ),
  apply('amount === paiseOf(booking.amount) && ', ''),
  recon('if (unreadable.length > 0) throw', 'if (unreadable.length > 99) throw'),
  due('WHERE next_check_at <= ?1 AND', 'WHERE'),
  due("AND coalesce(${retryAtSql('orders', 'bookings.id')}, 0) <= ?1)", ')'),
  due(ORDER, 'ORDER BY settling DESC, turn, state_rank, next_check_at'),
  due(ORDER, 'ORDER BY has_failed, turn, state_rank, next_check_at'),
  due(ORDER, 'ORDER BY has_failed, settling DESC, state_rank, next_check_at'),
  due(ORDER, 'ORDER BY has_failed, settling DESC, turn, next_check_at'),
  due(TURN, 'PARTITION BY user_id ORDER BY has_failed, state_rank, next_check_at'),
  due(TURN, 'PARTITION BY user_id ORDER BY has_failed, settling DESC, next_check_at'),
  due(TURN, 'PARTITION BY id ORDER BY has_failed, settling DESC, state_rank, next_check_at'),
  due(TURN, 'PARTITION BY user_id ORDER BY settling DESC, state_rank, next_check_at'),
  failing(PAUSE, 'max(:min, :now - failing_since)'),
  failing(PAUSE, 'min(:max, :min)'),
  failing('SET retry_at = :now +', 'SET failing_since = :now, retry_at = :now +'),
  failing('VALUES (:list, :id, :now, :now + :min)', 'VALUES (:list, :id, :now, :now)'),
  failing('WHERE list = :list AND id = :id', 'WHERE list = :list AND id <> :id')
]
