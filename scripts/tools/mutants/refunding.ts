import { type Mutant, mutantsOf } from './mutant.ts'

const mutant = mutantsOf('payments/refunds/send-refunds.ts')
const leasedRefund = mutantsOf('payments/refunds/leased-refunds.ts')
const apply = mutantsOf('payments/apply-payment.ts')
const reconciliation = mutantsOf('payments/reconcile.ts')
const dueOrder = mutantsOf('payments/due-orders.ts')
const itemRetry = mutantsOf('jobs/item-retries.ts')
const progress = mutantsOf('payments/provider/current-provider.ts')
const webhooks = mutantsOf('payments/webhooks.ts')

const LEASED = "status IN ('due', 'sent') AND coalesce(lease_until, 0) <= :now"
const AS_LEASED = "'id = :id AND status = :leased_status AND refund_id IS :leased_refund'"
const FAILED = "WHERE payment_id = ?1 AND status = 'sent' AND refund_id = ?2`"
const PAUSE = 'min(:max, max(:min, :now - failing_since))'
const ORDER = 'ORDER BY has_failed, settling DESC, turn, state_rank, next_check_at'
const TURN = 'PARTITION BY user_id ORDER BY has_failed, settling DESC, state_rank, next_check_at'

export const refunding: readonly Mutant[] = [
  leasedRefund('lease_until = :now + ${LEASE_SECONDS}', 'lease_until = :now'),
  leasedRefund('lease_until = :next, attempts = :attempts', 'lease_until = :next, attempts = 0 * :attempts'),
  leasedRefund('attempts = :attempts, refusals = 0', 'attempts = :attempts'),
  leasedRefund('lease_until = :next, refusals = :refusals', 'lease_until = :next, refusals = 0 * :refusals'),
  leasedRefund('SET lease_until = NULL, note = :note', 'SET note = :note'),
  leasedRefund('ORDER BY ${RETRY_AT} IS NOT NULL, lease_until', 'ORDER BY lease_until'),
  leasedRefund('results.toSorted((a, b) => a.has_failed - b.has_failed)', 'results'),
  leasedRefund(LEASED, "status IN ('due', 'sent')"),
  leasedRefund(LEASED, "status = 'due' AND coalesce(lease_until, 0) <= :now"),
  leasedRefund(LEASED, "status = 'sent' AND coalesce(lease_until, 0) <= :now"),
  leasedRefund(LEASED, "status IN ('due', 'review', 'sent') AND coalesce(lease_until, 0) <= :now"),
  leasedRefund('AND coalesce(${RETRY_AT}, 0) <= :now', ''),
  leasedRefund('SET status = :status, refund_id = :refund_id', 'SET refund_id = :refund_id, note = :status'),
  leasedRefund(AS_LEASED, "'id = :id AND :leased_status IS NOT NULL AND refund_id IS :leased_refund'"),
  leasedRefund(AS_LEASED, "'id = :id AND status = :leased_status AND :leased_refund IS :leased_refund'"),
  mutant(FAILED, "WHERE payment_id = ?1 AND status = 'sent' AND ?2 IS NOT NULL`"),
  mutant(FAILED, "WHERE payment_id = ?1 AND status IN ('due', 'sent') AND refund_id = ?2`"),
  mutant(FAILED, 'WHERE payment_id = ?1 AND refund_id = ?2`'),
  leasedRefund('coalesce(:refund_id, refund_id), lease_until', ':refund_id, lease_until'),
  mutant('`rf-${id}-${refund_id}`', '`rf-${id}`'),
  mutant("status === 'sent' && refund_id !== null", 'false'),
  mutant('refund.amount >= lease.paise\n    ? FULLY_REFUNDED', 'refund.amount > 0\n    ? FULLY_REFUNDED'),
  mutant("state === 'pending' ? 'sent' : 'due'", "'sent'"),
  mutant("state === 'pending' ? 'sent' : 'due'", "'due'"),
  mutant('amount: lease.captured_paise, id', 'amount: lease.paise, id'),
  mutant('isWhole(lease) ? null : {', 'true ? null : {'),
  mutant('  if (own) return own\n', ''),
  leasedRefund('(SELECT p.paise FROM payments p', '(SELECT p.paise / 2 FROM payments p'),
  leasedRefund('(SELECT p.paise FROM payments p', '(SELECT p.paise * 2 FROM payments p'),
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
  progress('sumBy(processed, ({ amount }) => amount)', 'sumBy(processed, () => amount)'),
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
  reconciliation("if (payment.status === 'authorized' && isPaid) continue\n", ''),
  reconciliation("isPaid ||= outcome === 'applied'", "isPaid ||= payment.status === 'authorized'"),
  reconciliation("['authorized', 'created']", "['authorized', 'created', 'refunded']"),
  reconciliation(
    'OPEN_STATUSES.includes(payment.status) && matchesOrder(booking, payment)',
    'OPEN_STATUSES.includes(payment.status)'
  ),
  apply('amount === paiseOf(booking.amount) && ', ''),
  reconciliation('if (unreadable.length > 0) throw', 'if (unreadable.length > 99) throw'),
  dueOrder('WHERE next_check_at <= ?1 AND', 'WHERE'),
  dueOrder("AND coalesce(${retryAtSql('orders', 'bookings.id')}, 0) <= ?1)", ')'),
  dueOrder(ORDER, 'ORDER BY settling DESC, turn, place, next_check_at'),
  dueOrder(ORDER, 'ORDER BY has_failed, turn, place, next_check_at'),
  dueOrder(ORDER, 'ORDER BY has_failed, settling DESC, place, next_check_at'),
  dueOrder(ORDER, 'ORDER BY has_failed, settling DESC, turn, next_check_at'),
  dueOrder(TURN, 'PARTITION BY user_id ORDER BY has_failed, place, next_check_at'),
  dueOrder(TURN, 'PARTITION BY user_id ORDER BY has_failed, settling DESC, next_check_at'),
  dueOrder(TURN, 'PARTITION BY id ORDER BY has_failed, settling DESC, place, next_check_at'),
  dueOrder(TURN, 'PARTITION BY user_id ORDER BY settling DESC, place, next_check_at'),
  itemRetry(PAUSE, 'max(:min, :now - failing_since)'),
  itemRetry(PAUSE, 'min(:max, :min)'),
  itemRetry('SET retry_at = :now +', 'SET failing_since = :now, retry_at = :now +'),
  itemRetry('VALUES (:list, :id, :now, :now + :min)', 'VALUES (:list, :id, :now, :now)'),
  itemRetry('WHERE list = :list AND id = :id', 'WHERE list = :list AND id <> :id')
]
