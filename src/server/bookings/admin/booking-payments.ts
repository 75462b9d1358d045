import { and, desc, eq, lte } from 'drizzle-orm'
import * as contract from '#contract/bookings/booking-payments.ts'
import { pick } from '#domain/kit/rows.ts'
import { paiseOf, rupeesOf, rupeesText } from '#domain/money.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert, isOwnRepeat } from '#server/activity/activity.ts'
import { moneyOf } from '#server/bookings/ride-payments.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { compensations, payments, type refunds } from '#server/db/schema/payments.ts'
import { consents } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { assertDisputeOverride, disputesOfBooking } from '#server/payments/disputes/admin-disputes.ts'
import { reconcileOrRefuse } from '#server/payments/reconcile.ts'
import { refundsOfBooking } from '#server/payments/refunds/admin-refunds.ts'
import { UNREFUNDED_PAISE } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { adminBookingById, SELECT_HAS_PIN } from './admin-bookings.ts'

// The payments of a booking: an admin looks at them, refunds a part, and notes how a debt was paid.

export async function bookingById(id: string): Promise<BookingRow> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw refusal('booking_not_found')
  return booking
}

export const getBookingPayments = implement(contract.getBookingPayments, async ({ params: { id } }, _, { now }) =>
  loadBookingPayments(await bookingById(id), now)
)

/** Reconciles the booking at once, without waiting for the cron. Throws 502 if the provider does not answer. */
export const reconcileBooking = implement(contract.reconcileBooking, async ({ params: { id } }, _, { now }) => {
  const booking = await bookingById(id)
  await reconcileOrRefuse(booking, 'provider_unreachable', now)
  return loadBookingPayments(booking, now)
})

export async function loadBookingPayments(row: BookingRow, now: Date) {
  const { id, order_id, ride_id } = row
  const [booking, [compensation], hasPin, attempts, [consent], disputes, refunds, money] = await Promise.all([
    adminBookingById(id, now),
    db
      .select()
      .from(compensations)
      .where(eq(compensations.booking_id, ride_id ?? id)),
    prepareNamed(SELECT_HAS_PIN, { id, now: secondsOf(now) }).first<0 | 1>('has_pin'),
    db.select().from(payments).where(eq(payments.booking_id, id)).orderBy(desc(payments.created_at)),
    consentFor(row),
    disputesOfBooking(id, now),
    refundsOfBooking(id, now),
    moneyOf(row)
  ])
  return {
    attempts: attempts.map(({ created_at, currency, paise, payment_id, reason, status }) => ({
      amount: paise === null ? null : rupeesOf(paise),
      created_at: created_at.toISOString(),
      currency,
      payment_id,
      reason,
      status
    })),
    booking,
    ...money,
    compensation: compensation && {
      amount: rupeesOf(compensation.paise),
      note: compensation.note,
      paid_at: compensation.paid_at?.toISOString()
    },
    consent: consent && { agreed_at: consent.agreed_at.toISOString(), version: consent.version },
    disputes,
    has_pin: hasPin === 1,
    order_id,
    refunds
  }
}

/** The terms that the rider had agreed to when the booking was made. */
const consentFor = ({ created_at, user_id }: BookingRow) =>
  db
    .select(pick(consents, 'agreed_at', 'version'))
    .from(consents)
    .where(and(eq(consents.user_id, user_id), lte(consents.agreed_at, created_at)))
    .orderBy(desc(consents.agreed_at))
    .limit(1)

/** SQL: the refund is new, and so much is left of the payment of a paid or cancelled booking. */
const CAN_REFUND = `NOT EXISTS (SELECT 1 FROM refunds WHERE id = :refund)
   AND EXISTS (SELECT 1 FROM bookings WHERE id = :booking AND state IN ('confirmed', 'cancelled') AND payment_id = :payment)
   AND ${UNREFUNDED_PAISE} >= :paise`

const INSERT_GOODWILL = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, note, created_at)
SELECT :refund, :payment, :booking, :paise, 'goodwill', 'due', :note, :now WHERE ${CAN_REFUND}`

const REFUND = 'SELECT booking_id, paise FROM refunds WHERE id = :refund'
type Refund = Pick<typeof refunds.$inferSelect, 'booking_id' | 'paise'>

/** Refunds a part of the payment. The booking does not change. */
export const refundBooking = implement(contract.refundBooking, async ({ body, params: { id } }, admin, { now }) => {
  const booking = await bookingById(id)
  const { payment_id, state } = booking
  if (payment_id === null || (state !== 'confirmed' && state !== 'cancelled')) throw refusal('nothing_to_refund')
  const params = {
    booking: id,
    note: body.reason,
    now: secondsOf(now),
    paise: paiseOf(body.amount),
    payment: payment_id,
    refund: body.id ?? newId()
  }
  if (assertSameRefund(await prepareNamed(REFUND, params).first<Refund>(), params))
    return loadBookingPayments(booking, now)
  const { detail, statements } = await assertDisputeOverride([payment_id], body.despite_dispute, [params.refund])
  const entry = {
    action: 'refund_booking',
    detail: commonText.joinFacts(rupeesText(body.amount), body.reason, detail),
    subject: id
  } as const
  const { made } = await runIdempotent<{ made: Refund }>(
    {
      entry: activityInsert(entry, { admin, now, when: CAN_REFUND }, params),
      insert: [INSERT_GOODWILL, ...statements],
      made: REFUND
    },
    params
  )
  if (assertSameRefund(made.results[0], params)) return loadBookingPayments(booking, now)
  throw refusal('refund_too_high', rupeesText(await unrefundedRupees(payment_id)))
})

/**
 * Whether the refund was made. Throws 409 if its id is another refund's. The notes are not compared, because sending a
 * refund replaces its note.
 */
function assertSameRefund(
  made: Refund | null | undefined,
  { booking, paise }: { booking: string; paise: number }
): boolean {
  if (made && (made.booking_id !== booking || made.paise !== paise)) throw refusal('amount_changed')
  return Boolean(made)
}

async function unrefundedRupees(paymentId: string): Promise<number> {
  const query = prepareNamed(`SELECT ${UNREFUNDED_PAISE} AS paise`, { payment: paymentId })
  return Math.floor(rupeesOf((await query.first<number>('paise')) ?? 0))
}

// What a rider is owed for a ride that was cancelled late is paid outside of the system. An owner notes how.

const IS_OWED = 'booking_id = :ride AND paise = :paise AND paid_at IS NULL'

const PAY_OWED = `UPDATE compensations SET paid_at = :now, note = :note WHERE ${IS_OWED}`

const SELECT_PAID = 'SELECT note, paise FROM compensations WHERE booking_id = :ride AND paid_at IS NOT NULL'

/** Idempotent: a debt that this admin has paid with this note answers the same again. */
export const payCompensation = implement(
  contract.payCompensation,
  async ({ body: { amount, note }, params: { id } }, admin, { now }) => {
    const booking = await bookingById(id)
    const params = { note, now: secondsOf(now), paise: paiseOf(amount), ride: booking.ride_id ?? id }
    const once = { action: 'pay_compensation', refused: 'paid_by_another', subject: params.ride } as const
    const entry = { action: once.action, detail: `${rupeesText(amount)} · ${note}`, subject: once.subject }
    const when = `EXISTS (SELECT 1 FROM compensations WHERE ${IS_OWED})`
    const { logged, paid } = await runIdempotent<{ logged: object; paid: { note: string; paise: number } }>(
      { logged: activityInsert(entry, { admin, now, when }, params), pay: PAY_OWED, paid: SELECT_PAID },
      params
    )
    const [after] = paid.results
    const isSame = after?.note === note && after.paise === params.paise
    if (logged.meta.changes === 0 && !(await isOwnRepeat({ ...once, isSame }, { admin, now })))
      throw refusal('compensation_not_owed')
    return loadBookingPayments(booking, now)
  }
)
