import { and, desc, eq, lte } from 'drizzle-orm'
import * as contract from '#contract/bookings/admin-bookings.ts'
import * as bookingPayments from '#contract/bookings/booking-payments.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { pick } from '#domain/kit/sort-rows.ts'
import { paiseOf, rupeesOf, rupeesText } from '#domain/money.ts'
import { activityInsert, isOwnRepeat } from '#server/activity/activity.ts'
import {
  ARE_ROWS_UNCHANGED,
  freeCancelledRide,
  IS_RIDE_UNCHANGED,
  RAISE_REVISION
} from '#server/bookings/cancel-booking.ts'
import { findRide, moneyOf, owedPaise, paidRowsOf, type Ride, type RideRow } from '#server/bookings/ride-payments.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { compensations, payments, type refunds } from '#server/db/schema/payments.ts'
import { consents } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import {
  assertDisputeOverride,
  type DisputeOverride,
  disputesOfBooking
} from '#server/payments/disputes/admin-disputes.ts'
import { reconcileOrRefuse } from '#server/payments/reconcile.ts'
import { refundsOfBooking } from '#server/payments/refunds/admin-refunds.ts'
import { refundCancelled, UNREFUNDED_PAISE } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { freeClaimsOf, isLiveHold, SET_UNPAID_CANCELLED, setCancelled } from '#server/slots/booking-sql.ts'
import { adminBookingById } from './admin-bookings.ts'
import { SELECT_HAS_PIN } from './slip.ts'

// What an admin does with one booking: look at its payments, cancel it, refund a part of it.

export async function bookingById(id: string): Promise<BookingRow> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw refusal('booking_not_found')
  return booking
}

export const getBookingPayments = implement(
  bookingPayments.getBookingPayments,
  async ({ params: { id } }, _, { now }) => loadBookingPayments(await bookingById(id), now)
)

/** Reconciles the booking at once, without waiting for the cron. Throws 502 if the provider does not answer. */
export const reconcileBooking = implement(bookingPayments.reconcileBooking, async ({ params: { id } }, _, { now }) => {
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

// The booking is cancelled as it was shown: a hold, or a paid ride with its extensions, which is refunded in full.

// A settling hold stays pending after its time (domain/bookings/booking-status.ts).
const IS_PENDING_HOLD = `id = :id AND ${isLiveHold('bookings')}`

const CANCEL_HOLD = `
UPDATE bookings SET ${SET_UNPAID_CANCELLED}, cancelled_by = 'admin', cancel_reason = :reason
 WHERE ${IS_PENDING_HOLD}`

const FREE_HOLD_CLAIMS = freeClaimsOf(':id', 'cancelled')

const CANCEL_RIDE = `
UPDATE bookings SET ${setCancelled("'admin'")}, cancel_reason = :reason, ${RAISE_REVISION}
 WHERE ${ARE_ROWS_UNCHANGED}`

const REFUND_CANCELLED = refundCancelled({ when: 'id = :row AND payment_id = :payment' })

// Before the ride is cancelled, so that its condition is still true.
const OWE = `
INSERT INTO compensations (booking_id, paise, created_at)
SELECT :ride, :owed, :now WHERE :owed > 0 AND ${IS_RIDE_UNCHANGED}`

interface Decision {
  admin: Admin
  now: Date
  /** What its rider is owed beside the refund, in paise. */
  owed?: number
  /** For the rider. */
  reason?: string | null
}

const activityEntry = (subject: string, detail?: string) => ({ action: 'cancel_booking', detail, subject }) as const

/**
 * Changes nothing if the hold was paid or has ended in between. A payment that arrives later is refunded. Returns whether
 * this call has cancelled it.
 */
export async function cancelHoldAsAdmin(id: string, { admin, now, reason = null }: Decision): Promise<boolean> {
  const params = { id, now: secondsOf(now) }
  const when = `EXISTS (SELECT 1 FROM bookings WHERE ${IS_PENDING_HOLD})`
  const { entry } = await runIdempotent<{ entry: object }>(
    {
      entry: activityInsert(activityEntry(id, reason ?? undefined), { admin, now, when }, params),
      cancel: [CANCEL_HOLD, FREE_HOLD_CLAIMS]
    },
    { ...params, reason }
  )
  return entry.meta.changes > 0
}

/** Changes nothing if the ride or its refunds have changed in between. Returns whether this call has cancelled it. */
export async function cancelRideAsAdmin(
  ride: Ride,
  override: DisputeOverride,
  { admin, now, owed = 0, reason = null }: Decision
): Promise<boolean> {
  const { id, revision } = ride.rideRow
  const rows = paidRowsOf(ride)
  const params = {
    cancellation: newId(),
    now: secondsOf(now),
    refunded: sumBy(rows, ({ refundedPaise }) => refundedPaise),
    revision,
    ride: id
  }
  const detail = [reason, override.detail].filter(Boolean).join(' · ') || undefined
  const { entry } = await runIdempotent<{ entry: object }>(
    {
      entry: activityInsert(activityEntry(id, detail), { admin, now, when: IS_RIDE_UNCHANGED }, params),
      cancel: [OWE, CANCEL_RIDE, ...freeCancelledRide(id, now)],
      refund: rows.map(row => prepareNamed(REFUND_CANCELLED, { ...params, payment: row.payment_id, row: row.id })),
      override: override.statements
    },
    { ...params, owed, reason }
  )
  return entry.meta.changes > 0
}

/** In paise. An unpaid extension is cancelled alone, and no money moves. */
function cancellationOf(ride: Ride, now: Date) {
  const isPaid = ride.booking.state === 'confirmed'
  const rows = isPaid ? paidRowsOf(ride) : []
  return { isPaid, owed: isPaid ? owedPaise(ride, now) : 0, refund: sumBy(rows, refundablePaise), rows }
}

export const previewCancellationAsAdmin = implement(
  contract.previewCancellationAsAdmin,
  async ({ params: { id } }, _, { now }) => {
    const { owed, refund } = cancellationOf(await findRide(id), now)
    return { owed: rupeesOf(owed), refund: rupeesOf(refund) }
  }
)

/**
 * The admin agrees to a refund, and to what is owed; 409 if another amount would be. A paid extension is cancelled with
 * its whole ride. Idempotent: a booking that this admin has cancelled for this reason answers the same again.
 */
export const cancelBookingAsAdmin = implement(
  contract.cancelBookingAsAdmin,
  async ({ body, params: { id } }, admin, { now }) => {
    const ride = await findRide(id)
    const isRepeat = async (row: RideRow) => {
      if (row.cancelled_by !== 'admin') return false
      const isHold = row.payment_id === null
      const once = { action: 'cancel_booking', refused: 'cancelled_by_another' } as const
      const isSame = row.cancel_reason === (body.reason || null)
      const isOwn = await isOwnRepeat({ ...once, isSame, subject: isHold ? id : ride.rideRow.id }, { admin, now })
      // A hold that ended with a decision about its rider has no entry.
      return isOwn || isHold
    }
    if (await isRepeat(ride.booking)) return adminBookingById(id, now)
    assertNotEnded(ride.booking, now)
    const { isPaid, owed: owedByUs, refund, rows } = cancellationOf(ride, now)
    const owed = body.rider_asked ? 0 : owedByUs
    // A portal from before the rule sends none.
    const agreed = body.owed ?? rupeesOf(owed)
    if (body.amount !== rupeesOf(refund) || agreed !== rupeesOf(owed)) throw refusal('amount_changed')
    const payments = rows.flatMap(({ payment_id }) => payment_id ?? [])
    const override = await assertDisputeOverride(payments, body.despite_dispute)
    const decision = { admin, now, owed, reason: body.reason || null }
    const isDone = await (isPaid ? cancelRideAsAdmin(ride, override, decision) : cancelHoldAsAdmin(id, decision))
    if (isDone) return adminBookingById(id, now)
    const { booking } = await findRide(id)
    if (await isRepeat(booking)) return adminBookingById(id, now)
    assertNotEnded(booking, now)
    throw refusal('amount_changed')
  }
)

function assertNotEnded(booking: RideRow, now: Date): void {
  const status = paymentStatusOf(booking, now)
  if (status !== 'Completed' && status !== 'Pending') throw refusal('booking_ended')
}

const refundablePaise = ({ paidPaise, refundedPaise }: RideRow) => paidPaise - refundedPaise

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
export const refundBooking = implement(
  bookingPayments.refundBooking,
  async ({ body, params: { id } }, admin, { now }) => {
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
      detail: [rupeesText(body.amount), body.reason, detail].filter(Boolean).join(' · '),
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
  }
)

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
