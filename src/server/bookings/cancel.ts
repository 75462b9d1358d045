import { and, eq, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/cancel.ts'
import { DEFAULT_TERMS, freeUntil, refundPaise, refundPercent } from '#domain/bookings/cancellation.ts'
import { rupeesOf } from '#domain/pricing.ts'
import { bookingCancelled } from '#messages/cancel-booking.ts'
import { rotateCancelledPin } from '#server/catalogue/pin-rotation.ts'
import { d1, db } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import { bookings, payments, refunds } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { insertRefund, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { refusal } from '#server/runtime/errors.ts'
import { freeClaimsOf } from '#server/slots/claims.ts'
import { releaseHold } from '#server/slots/hold-deadlines.ts'

// A rider cancels the own booking: a hold at once, a paid one for the refund that its terms promise now.

const REFUNDED_PAISE = sql<number>`(SELECT coalesce(sum(${refunds.paise}), 0) FROM ${refunds}
 WHERE ${refunds.payment_id} = ${bookings.payment_id})`

async function findOwnBooking(id: string, user_id: string) {
  const [found] = await db
    .select({ booking: bookings, paidPaise: payments.paise, refundedPaise: REFUNDED_PAISE })
    .from(bookings)
    .leftJoin(payments, eq(payments.id, bookings.payment_id))
    .where(and(eq(bookings.id, id), eq(bookings.user_id, user_id)))
  if (!found) throw refusal('booking_not_found')
  return { ...found.booking, paidPaise: found.paidPaise ?? 0, refundedPaise: found.refundedPaise }
}

type OwnBooking = Awaited<ReturnType<typeof findOwnBooking>>

/** What is left to refund at this share, in paise. What was refunded before counts. */
function refundAt({ paidPaise, refundedPaise }: OwnBooking, percent: number): number {
  return Math.max(0, refundPaise(paidPaise, percent) - refundedPaise)
}

/** Throws 400 unless the booking is paid and its ride has not started. */
function cancellablePercent(booking: OwnBooking, now: Date): number {
  const percent = refundPercent(booking, booking.terms ?? DEFAULT_TERMS, now)
  if (booking.state !== 'confirmed' || percent === null) throw refusal('cannot_cancel')
  return percent
}

export const previewCancellation = implement(
  contract.previewCancellation,
  async ({ params: { id } }, rider, { now }) => {
    const booking = await findOwnBooking(id, rider.id)
    const terms = booking.terms ?? DEFAULT_TERMS
    const percent = cancellablePercent(booking, now)
    const until = freeUntil(booking, terms)
    const isFree = percent === 100 && until > now
    const changes = isFree && until < booking.start_at && terms.late_cancel_percent < 100
    return {
      amount: rupeesOf(booking.paidPaise),
      full_refund_until: percent === 100 ? null : until.toISOString(),
      refund: rupeesOf(refundAt(booking, percent)),
      refund_after: changes ? rupeesOf(refundAt(booking, terms.late_cancel_percent)) : null,
      until: changes ? until.toISOString() : null
    }
  }
)

/** Idempotent: a booking that its rider has cancelled answers the same again. */
export const cancelBooking = implement(contract.cancelBooking, async ({ body, params: { id } }, rider, { now }) => {
  const booking = await findOwnBooking(id, rider.id)
  if (booking.state !== 'confirmed' && booking.state !== 'cancelled') return cancelHold(booking, now)
  if (booking.state === 'cancelled') return cancelledResponse(booking)
  if (body.amount === undefined) throw refusal('already_paid')
  const percent = cancellablePercent(booking, now)
  const refund = refundAt(booking, percent)
  if (rupeesOf(refund) !== body.amount) throw refusal('refund_changed')
  await cancelPaid(booking, { percent, refund }, now)
  const after = await findOwnBooking(id, rider.id)
  if (after.state === 'confirmed') throw refusal('refund_changed')
  return cancelledResponse(after)
})

async function cancelHold({ id, settling }: OwnBooking, now: Date) {
  if (settling) throw refusal('payment_being_confirmed')
  await releaseHold(id, now)
  return { message: bookingCancelled, refund: null }
}

/** Throws 409 if somebody else cancelled a paid booking first. */
function cancelledResponse({ cancelled_by, payment_id, refundedPaise }: OwnBooking) {
  if (payment_id === null) return { message: bookingCancelled, refund: null }
  if (cancelled_by !== 'rider') throw refusal('already_cancelled')
  return { message: bookingCancelled, refund: rupeesOf(refundedPaise) }
}

// Everything that the rider was shown is part of the condition. Parameters: :id, :rider, :payment, :now, :percent, and
// :refunded and :refund in paise.
const CANCEL = `
UPDATE bookings SET state = 'cancelled', cancelled_by = 'rider', refund_percent = :percent, updated_at = :now
 WHERE id = :id AND user_id = :rider AND state = 'confirmed' AND payment_id = :payment AND start_at > :now
   AND ${refundedPaise(':payment')} = :refunded`

const FREE_CANCELLED_CLAIMS = freeClaimsOf(':id', 'cancelled')

const REFUND_SHARE = insertRefund({
  paise: ':refund',
  reason: "'cancelled'",
  status: 'due',
  when: "id = :id AND state = 'cancelled' AND cancelled_by = 'rider' AND payment_id = :payment AND refund_percent = :percent"
})

/** Changes nothing if the booking has changed in between. */
async function cancelPaid(
  { id, payment_id, refundedPaise, user_id }: OwnBooking,
  { percent, refund }: { percent: number; refund: number },
  now: Date
): Promise<void> {
  const params = {
    id,
    now: secondsOf(now),
    payment: payment_id,
    percent,
    refund,
    refunded: refundedPaise,
    rider: user_id
  }
  await d1.batchIdempotent([
    ...[CANCEL, FREE_CANCELLED_CLAIMS, REFUND_SHARE].map(query => prepareNamed(query, params)),
    rotateCancelledPin(id, now)
  ])
}
