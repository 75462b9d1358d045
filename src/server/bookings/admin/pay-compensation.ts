import * as contract from '#contract/bookings/booking-payments.ts'
import { paiseOf, rupeesText } from '#domain/money.ts'
import { activityInsert, isOwnRepeat } from '#server/activity/activity.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { bookingById, loadBookingPayments } from './booking-actions.ts'

// What a rider is owed for a ride that was cancelled late is paid outside of the system. An owner notes how.

const IS_OWED = 'booking_id = :ride AND paise = :paise AND paid_at IS NULL'

const PAY = `UPDATE compensations SET paid_at = :now, note = :note WHERE ${IS_OWED}`

const SELECT_PAID = 'SELECT note, paise FROM compensations WHERE booking_id = :ride AND paid_at IS NOT NULL'

/** Idempotent: a debt that this admin has paid with this note answers the same again. */
export const payCompensation = implement(
  contract.payCompensation,
  async ({ body: { amount, note }, params: { id } }, admin, { now }) => {
    const booking = await bookingById(id)
    const params = { note, now: secondsOf(now), paise: Math.round(paiseOf(amount)), ride: booking.ride_id ?? id }
    const once = { action: 'pay_compensation', refused: 'paid_by_another', subject: params.ride } as const
    const entry = { action: once.action, detail: `${rupeesText(amount)} · ${note}`, subject: once.subject }
    const when = `EXISTS (SELECT 1 FROM compensations WHERE ${IS_OWED})`
    const { logged, paid } = await runIdempotent<{ logged: object; paid: { note: string; paise: number } }>(
      { logged: activityInsert(entry, { admin, now, when }, params), pay: PAY, paid: SELECT_PAID },
      params
    )
    const [after] = paid.results
    const isSame = after?.note === note && after.paise === params.paise
    if (logged.meta.changes === 0 && !(await isOwnRepeat({ ...once, isSame }, { admin, now })))
      throw refusal('compensation_not_owed')
    return loadBookingPayments(booking, now)
  }
)
