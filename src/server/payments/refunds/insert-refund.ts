import { isCancelledHere } from '#server/slots/booking-sql.ts'

// SQL about what of a payment is to be refunded. Parameters: :payment and :now.

/** SQL: what was or will be refunded of the payment, in paise. */
export const refundedPaise = (payment: string) =>
  `(SELECT coalesce(sum(paise), 0) FROM refunds WHERE payment_id = ${payment})`

/** SQL: what was captured of the payment and is not covered by a refund, in paise. NULL if nothing was captured. */
export const unrefundedPaise = (payment: string) => `
((SELECT paise FROM payments WHERE id = ${payment} AND status = 'captured')
 - ${refundedPaise(payment)})`

export const UNREFUNDED_PAISE = unrefundedPaise(':payment')

/**
 * SQL: the payment still pays for its booking. A refund with the payment's id says that it does not. A free ride is paid
 * with nothing.
 */
export const PAYS_FOR_BOOKING = `
NOT EXISTS (SELECT 1 FROM refunds WHERE id = :payment)
   AND (${UNREFUNDED_PAISE} > 0 OR (SELECT paise FROM payments WHERE id = :payment AND status = 'captured') = 0)`

interface RefundRequest {
  /** SQL: the payment's id, such as a column of bookings; the parameter :payment if missing. */
  payment?: string
  /** SQL: the amount in paise; all that is left if missing. Never more than that. */
  paise?: string
  /** SQL: the reason. */
  reason: string
  status: 'due' | 'review'
  /** SQL: condition on the row of bookings. */
  when: string
}

/**
 * SQL: inserts the automatic refund of a payment, for example after a lost slot. Its id is the payment's, so a second
 * one changes nothing. The returned row tells whether it is new.
 */
export const insertRefund = ({ payment = ':payment', paise, reason, status, when }: RefundRequest) => {
  const left = unrefundedPaise(payment)
  const amount = paise === undefined ? left : `min(${paise}, ${left})`
  return `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
SELECT ${payment}, ${payment}, id, ${amount}, ${reason}, '${status}', :now
  FROM bookings WHERE ${when} AND ${amount} > 0
    ON CONFLICT (id) DO NOTHING
RETURNING id`
}

/**
 * SQL: inserts the refund of a row that this batch has cancelled, never that of another decision. Parameter:
 * :cancellation.
 */
export const refundCancelled = ({ when, ...request }: Pick<RefundRequest, 'paise' | 'payment' | 'when'>) =>
  insertRefund({ ...request, reason: "'cancelled'", status: 'due', when: `${when} AND ${isCancelledHere('bookings')}` })
