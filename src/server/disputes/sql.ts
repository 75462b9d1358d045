import { NON_BLOCKING_STATUSES } from '#domain/disputes.ts'

// What a dispute means for giving its payment back, in SQL.

/** `('won', 'lost')`: words of the domain, never anything that was sent. */
export const sqlStringList = (words: readonly string[]) => `(${words.map(word => `'${word}'`).join(', ')})`

/** A dispute by which the rider gets the money from his bank, or may get it, and no admin has allowed a refund as well. */
const hasBlockingDispute = (payment_id: string, condition: string) => `
EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = ${payment_id} AND d.refund_allowed = 0 AND ${condition})`

/** The payment is not given back by itself. */
export const IS_BLOCKED_BY_DISPUTE = hasBlockingDispute(
  'refunds.payment_id',
  `d.status NOT IN ${sqlStringList(NON_BLOCKING_STATUSES)}`
)

/** The rider has the money: whether it is given back as well is for an admin to say. */
export const HAS_LOST_DISPUTE = hasBlockingDispute('refunds.payment_id', "d.status = 'lost'")
