import { NON_BLOCKING_STATUSES } from '#domain/payments/statuses.ts'
import { sqlStringList } from '#server/db/sql.ts'

// SQL conditions: how disputes block refunds.

/**
 * SQL: the payment has a matching dispute and no admin has allowed its refund. The rider may get this money from the
 * bank.
 */
const hasBlockingDispute = (paymentId: string, condition: string) => `
EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = ${paymentId} AND d.refund_allowed = 0 AND ${condition})`

/** SQL: the cron must not send this refund. */
export const IS_BLOCKED_BY_DISPUTE = hasBlockingDispute(
  'refunds.payment_id',
  `d.status NOT IN ${sqlStringList(NON_BLOCKING_STATUSES)}`
)

/** SQL: the rider already has the money from the bank, so an admin decides about the refund. */
export const HAS_LOST_DISPUTE = hasBlockingDispute('refunds.payment_id', "d.status = 'lost'")
