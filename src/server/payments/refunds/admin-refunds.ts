import { and, eq, type SQL } from 'drizzle-orm'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import * as contract from '#contract/payments/refunds.ts'
import { paiseOf, rupeesOf } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert, isOwnRepeat } from '#server/activity/activity.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { disputes, payments, refunds } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isMine, selectPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { RIDER_COLUMNS, toBookingSummary } from '#server/payments/admin-payments.ts'
import {
  assertDisputeOverride,
  mostUrgentDispute,
  toBlockingDispute
} from '#server/payments/disputes/admin-disputes.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import { isDeskPayment } from '#server/slots/booking-sql.ts'
import { closeRefundManually, SET_PROCESSED } from './refund-records.ts'

// Refunds as admins see them, and the decisions left to them when the provider cannot refund.

export const listRefunds = implement(contract.listRefunds, async ({ query }, _, { now, responseHeaders }) => {
  const { created_at, status } = refunds
  const rows = await selectPage(selectAdminRefunds(query.status && eq(status, query.status)), {
    columns: { created_at },
    query,
    responseHeaders,
    table: refunds
  })
  return rows.map(row => toAdminRefund(row, now))
})

export async function refundsOfBooking(bookingId: string, now: Date) {
  const rows = await selectAdminRefunds(eq(refunds.booking_id, bookingId))
  return rows.map(row => toAdminRefund(row, now))
}

function selectAdminRefunds(condition: SQL | undefined) {
  return db
    .select({
      booking: bookings,
      dispute: disputes,
      paid: payments,
      refund: refunds,
      ...RIDER_COLUMNS
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.booking_id))
    .innerJoin(payments, and(eq(payments.payment_id, refunds.payment_id), eq(payments.status, 'captured')))
    .innerJoin(users, eq(users.id, bookings.user_id))
    .leftJoin(disputes, mostUrgentDispute(refunds.payment_id))
    .where(condition)
}

type Row = Awaited<ReturnType<typeof selectAdminRefunds>>[number]

function toAdminRefund({ booking, dispute, paid, refund, ...rider }: Row, now: Date) {
  return {
    ...rider,
    amount: rupeesOf(refund.paise),
    bank_reference: refund.bank_reference,
    ...toBookingSummary(booking, now),
    booking_amount: booking.amount,
    booking_id: booking.id,
    created_at: refund.created_at.toISOString(),
    currency: paid.currency ?? '',
    dispute: toBlockingDispute(dispute),
    id: refund.id,
    note: refund.note,
    payment_id: refund.payment_id,
    reason: refund.reason,
    refund_id: refund.refund_id,
    status: refund.status
  }
}

/** SQL: the refund is as the admin saw it. */
const IS_IN_REVIEW = "id = :id AND status = 'review' AND paise = :paise"

const IS_OPEN = `EXISTS (SELECT 1 FROM refunds WHERE ${IS_IN_REVIEW})`

const RETRY = `UPDATE refunds SET status = 'due', attempts = 0, refusals = 0, lease_until = NULL WHERE ${IS_IN_REVIEW}`

/**
 * Makes the refund due again for the next cron run. Its refusals count anew. Idempotent: a refund that is due or sent
 * already answers the same again.
 */
export const sendRefund = implement(contract.sendRefund, async ({ body, params: { id } }, admin, { now }) => {
  const refund = await findRefundOf(id, body.amount, now)
  if (deskMethodOf(refund.payment_id)) throw refusal('paid_at_desk')
  if (refund.status === 'due' || refund.status === 'sent') return refund
  const { payment_id } = assertInReview(refund)
  const { statements, detail } = await assertDisputeOverride([payment_id], body.despite_dispute, [id])
  const shown = { id, paise: paiseOf(body.amount) }
  const entry = activityInsert({ action: 'send_refund', detail, subject: id }, { admin, now, when: IS_OPEN }, shown)
  await runIdempotent([entry, RETRY, ...statements], shown)
  return findRefundOf(id, body.amount, now)
})

const CLOSE = `UPDATE refunds SET ${SET_PROCESSED}, note = :note WHERE ${IS_IN_REVIEW}`

/**
 * Closes a refund that was paid by other means than the provider; the note says how. Idempotent: a refund that this
 * admin has closed with this note answers the same again.
 */
export const closeRefund = implement(contract.closeRefund, async ({ body, params: { id } }, admin, { now }) =>
  closeByHand(await findRefundOf(id, body.amount, now), body, { admin, now })
)

type Closing = Pick<ServerInput<typeof contract.closeRefund>['body'], 'amount' | 'despite_dispute' | 'note'>

export async function closeByHand(stored: AdminRefund, body: Closing, { admin, now }: { admin: Admin; now: Date }) {
  const { id } = stored
  if (await isClosedBy(stored, body.note, { admin, now })) return stored
  const { booking_id, payment_id } = assertInReview(stored)
  const disputeOverride = await assertDisputeOverride([payment_id], body.despite_dispute)
  const detail = commonText.joinFacts(body.note, disputeOverride.detail)
  const shown = { id, paise: paiseOf(body.amount) }
  const closing = [
    activityInsert({ action: 'close_refund', detail, subject: id }, { admin, now, when: IS_OPEN }, shown),
    prepareNamed(CLOSE, { ...shown, note: body.note, now: secondsOf(now) })
  ]
  await closeRefundManually({ booking_id, payment_id }, closing, now)
  const refund = await findRefund(id, now)
  if (!(await isClosedBy(refund, body.note, { admin, now }))) throw refusal('refund_not_open')
  return refund
}

async function findRefund(id: string, now: Date) {
  const [row] = await selectAdminRefunds(eq(refunds.id, id))
  if (!row) throw refusal('refund_not_found')
  return toAdminRefund(row, now)
}

type AdminRefund = Awaited<ReturnType<typeof findRefund>>

/** Throws 409 if somebody else has closed it, or with another note. */
const isClosedBy = async (refund: AdminRefund, note: string, context: { admin: Admin; now: Date }) =>
  refund.status === 'processed' &&
  isOwnRepeat(
    { action: 'close_refund', isSame: refund.note === note, refused: 'paid_by_another', subject: refund.id },
    context
  )

/** Throws 409 if the refund's amount differs from what the admin saw. */
export async function findRefundOf(id: string, amount: number, now: Date) {
  const refund = await findRefund(id, now)
  if (refund.amount !== amount) throw refusal('amount_changed')
  return refund
}

function assertInReview(refund: AdminRefund) {
  if (refund.status !== 'review') throw refusal('refund_not_open')
  return refund
}

// Refunds of money that was paid at the desk. They are paid back there, and never sent to the provider.

const REVIEW = `
UPDATE refunds SET status = 'review', note = :note WHERE status = 'due' AND ${isDeskPayment('payment_id')}`

/** Before due refunds are sent: these wait for the desk. */
export const reviewDeskRefunds = () => runIdempotent([REVIEW], { note: deskText.payBackNote })

/** SQL: those that wait, the oldest first. Parameters: :isManager and :mine. A limit can follow. */
export const SELECT_DESK_REFUNDS = `
SELECT r.id, r.booking_id, r.payment_id, r.paise, u.name AS rider_name, b.property_name
  FROM refunds r JOIN bookings b ON b.id = r.booking_id JOIN users u ON u.id = b.user_id
 WHERE :isManager AND r.status IN ('due', 'review') AND ${isDeskPayment('r.payment_id')} AND ${isMine('b.property_id')}
 ORDER BY r.created_at`

export interface DeskRefundRow {
  booking_id: string
  id: string
  paise: number
  payment_id: string
  property_name: string
  rider_name: string
}

export const toDeskRefund = ({ booking_id, id, paise, payment_id, property_name, rider_name }: DeskRefundRow) => ({
  amount: rupeesOf(paise),
  booking_id,
  id,
  pay: deskMethodOf(payment_id) ?? 'cash',
  property_name,
  rider_name
})
