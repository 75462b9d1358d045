import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/bookings/manage-ride.ts'
import { REFUNDED_STATES } from '#domain/bookings/booking-status.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { rotateCancelledPin } from '#server/catalogue/pin-rotation.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { type SqlParams, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { CANCELLED_MESSAGE } from '#server/outbox/insert-message.ts'
import { refundCancelled, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import type { ExtraStatements } from '#server/payments/settle.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import {
  isCancelledHere,
  isPaidRowOf,
  isRowOf,
  raiseRevision,
  releaseUnpaidExtension,
  setCancelled
} from '#server/slots/booking-sql.ts'
import { releaseHold } from '#server/slots/hold-deadlines.ts'
import { END_BLOCKS, recordOutcome } from '#server/slots/scooter-state.ts'
import { findOwnRide, paidRowsOf, type RefundShare, type Ride, type RideRow, refundSharesOf } from './ride-payments.ts'

// A rider cancels their own booking. A hold ends at once. A paid ride is cancelled with its extensions and refunded by
// its terms.

/** Throws 400 unless the booking is a paid ride that has not started. */
function refundSharesAt(ride: Ride, now: Date): RefundShare[] {
  const { booking } = ride
  if (booking.kind !== 'ride' || booking.state !== 'confirmed' || now >= booking.start_at)
    throw refusal('cannot_cancel')
  return refundSharesOf(ride, paidRowsOf(ride), now)
}

const totalLeftPaise = (shares: readonly RefundShare[]) => sumBy(shares, ({ leftPaise }) => leftPaise)

/** The next instant before the start at which the refund changes, with the refund after it. */
function nextRefundChange(ride: Ride, shares: readonly RefundShare[], now: Date) {
  const ends = shares
    .filter(({ percent }) => percent === 100)
    .map(({ freeUntil }) => freeUntil)
    .filter(until => until >= now && until < ride.booking.start_at)
    .sort((one, other) => one.getTime() - other.getTime())
  for (const until of ends) {
    const justAfter = new Date(until.getTime() + SECOND_MS)
    if (justAfter >= ride.booking.start_at) return null
    const after = totalLeftPaise(refundSharesAt(ride, justAfter))
    if (after !== totalLeftPaise(shares)) return { after, until }
  }
  return null
}

/** When a full refund ended; null while it is possible. */
function fullRefundEnd(shares: readonly RefundShare[]): Date | null {
  const ended = shares.filter(({ percent }) => percent < 100).map(({ freeUntil }) => freeUntil.getTime())
  return ended.length === 0 ? null : new Date(Math.min(...ended))
}

/** How much of the money is paid back at the desk; undefined: nothing. */
function paidAtDesk(shares: readonly RefundShare[]) {
  const atDesk = shares.filter(({ row }) => deskMethodOf(row.payment_id))
  if (atDesk.length === 0) return undefined
  return atDesk.length === shares.length ? ('all' as const) : ('part' as const)
}

export const previewCancellation = implement(
  contract.previewCancellation,
  async ({ params: { id } }, rider, { now }) => {
    const ride = await findOwnRide(id, rider.id)
    const shares = refundSharesAt(ride, now)
    const change = nextRefundChange(ride, shares, now)
    return {
      amount: rupeesOf(sumBy(shares, ({ row }) => row.paidPaise)),
      full_refund_until: fullRefundEnd(shares)?.toISOString() ?? null,
      paid_at_desk: paidAtDesk(shares),
      refund: rupeesOf(totalLeftPaise(shares)),
      refund_after: change && rupeesOf(change.after),
      until: change?.until.toISOString() ?? null
    }
  }
)

/** Idempotent: a ride that its rider has cancelled answers the same again. */
export const cancelBooking = implement(contract.cancelBooking, async ({ body, params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const { state } = ride.booking
  if (state !== 'confirmed' && state !== 'cancelled') return cancelHold(ride.booking, rider.id, now)
  if (state === 'cancelled') return cancelledResponse(ride)
  if (body.amount === undefined) throw refusal('already_paid')
  const shares = refundSharesAt(ride, now)
  if (rupeesOf(totalLeftPaise(shares)) !== body.amount) throw refusal('refund_changed')
  await cancelPaid(ride.booking, shares, now)
  const after = await findOwnRide(id, rider.id)
  if (after.booking.state === 'confirmed') throw refusal('refund_changed')
  return cancelledResponse(after)
})

async function cancelHold(hold: RideRow, userId: string, now: Date) {
  if (hold.settling) throw refusal('payment_being_confirmed')
  await releaseHold(hold.id, now)
  // Its payment may have arrived in between. Then the booking stays, and the rider must know.
  const { booking } = await findOwnRide(hold.id, userId)
  if (booking.settling) throw refusal('payment_being_confirmed')
  if (booking.state === 'confirmed') throw refusal('already_paid')
  // Its payment arrived too late and is refunded, so a cancellation would not be true. A hold that has ended without a
  // payment answers like one that this call has ended.
  if (REFUNDED_STATES.includes(booking.state)) throw refusal('cannot_cancel')
  return { refund: null }
}

/** Throws 409 if somebody else cancelled a paid ride first. */
function cancelledResponse({ booking, rows }: Ride) {
  if (booking.payment_id === null) return { refund: null }
  if (booking.cancelled_by !== 'rider') throw refusal('already_cancelled')
  const cancelled = rows.filter(({ state }) => state === 'cancelled')
  return { refund: rupeesOf(sumBy(cancelled, row => row.refundedPaise)) }
}

// What all cancellations of a paid ride have in common. Parameters: :ride, :now, and of the ride as it was read
// :revision and :refunded.

/** SQL: what of the paid rows of :ride was or will be refunded, in paise. */
export const REFUNDED_OF_RIDE = `
(SELECT coalesce(sum(${refundedPaise('b.payment_id')}), 0) FROM bookings b
  WHERE ${isPaidRowOf('b', ':ride')})`

/**
 * SQL: the ride is paid, no extension was paid in between (:revision), and :refunded paise of its payments are
 * refunded.
 */
const IS_RIDE_UNCHANGED = `
EXISTS (SELECT 1 FROM bookings ride
         WHERE ride.id = :ride AND ride.kind = 'ride' AND ride.state = 'confirmed' AND ride.revision = :revision)
   AND ${REFUNDED_OF_RIDE} = :refunded`

// The payment of an extension that is being confirmed is refunded when the provider answers.
const RELEASE_EXTENSION = releaseUnpaidExtension(
  ':ride',
  "(SELECT r.cancelled_by FROM bookings r WHERE r.id = :ride) = 'rider'"
)

const FREE_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT b.id FROM bookings b
                       WHERE ${isRowOf('b', ':ride')} AND ${withoutIndex('b.state')} IN ('cancelled', 'released'))`

/**
 * Statements after the one that cancels the rows: release the unpaid extension, free the slots, end the blocks of its
 * reports, add the message to the rider and renew a PIN that was read.
 */
export function freeCancelledRide(ride: string, now: Date): D1PreparedStatement[] {
  const params = { now: secondsOf(now), ride }
  const statements = [RELEASE_EXTENSION, FREE_CLAIMS, END_BLOCKS, CANCELLED_MESSAGE]
  return [...statements.map(query => prepareNamed(query, params)), rotateCancelledPin(ride, now)]
}

// Of the rows of the ride, only the first one has its revision.
const cancelIf = (by: 'admin' | 'rider', when: string) => `
UPDATE bookings SET ${setCancelled(`'${by}'`, ':percents ->> id')}, cancel_reason = :reason, ${raiseRevision('(id = :ride)')}
 WHERE ${isPaidRowOf('bookings', ':ride')} AND ${when}`

const IS_CANCELLED_HERE = `EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND ${isCancelledHere('r')})`

// Parameters: :row, :payment, :now, and :refund in paise.
const REFUND_SHARE = refundCancelled({ paise: ':refund', when: 'id = :row AND payment_id = :payment' })

interface Cancellation {
  /** The staff cancel. The log keeps `detail`, the rider reads `reason`. */
  byStaff?: { admin: Admin; detail: string | undefined; override: ExtraStatements; reason: string | null }
  /** The operator cancels: what its rider is owed beside the refund, in paise. */
  owed?: number
  params?: SqlParams
  /** SQL: condition on the ride. */
  when?: string
}

// Before the ride is cancelled, so that its condition is still true.
const owe = (isAgreed: string) => `
INSERT INTO compensations (booking_id, paise, created_at)
SELECT :ride, :owed, :now WHERE :owed > 0 AND ${isAgreed}`

/**
 * Changes nothing if the ride or its refunds, as they were shown, have changed in between, or if the condition is not true.
 * Returns whether this call has cancelled it.
 */
export async function cancelPaid(
  { id, revision, user_id }: RideRow,
  shares: readonly RefundShare[],
  now: Date,
  { byStaff, owed, params: ofCondition, when = 'ride.start_at > :now' }: Cancellation = {}
): Promise<boolean> {
  const params = {
    ...ofCondition,
    cancellation: newId(),
    now: secondsOf(now),
    owed: owed ?? 0,
    percents: JSON.stringify(Object.fromEntries(shares.map(({ percent, row }) => [row.id, percent]))),
    reason: byStaff?.reason ?? null,
    refunded: sumBy(shares, ({ row }) => row.refundedPaise),
    revision,
    ride: id,
    rider: user_id
  }
  const isAgreed = `${IS_RIDE_UNCHANGED}
   AND EXISTS (SELECT 1 FROM bookings ride WHERE ride.id = :ride AND ride.user_id = :rider AND ${when})`
  const entry = { action: 'cancel_booking', detail: byStaff?.detail, subject: id } as const
  const { cancelled } = await runIdempotent<{ cancelled: object }>(
    {
      entry: byStaff ? [activityInsert(entry, { admin: byStaff.admin, now, when: isAgreed }, params)] : [],
      owe: owed === undefined ? [] : [owe(isAgreed)],
      cancelled: cancelIf(byStaff ? 'admin' : 'rider', isAgreed),
      // What the operator cancels is no outcome of a report.
      outcome: owed === undefined ? [recordOutcome('refunded', IS_CANCELLED_HERE)] : [],
      free: freeCancelledRide(id, now),
      refund: shares.map(({ leftPaise, row }) =>
        prepareNamed(REFUND_SHARE, { ...params, payment: row.payment_id, refund: leftPaise, row: row.id })
      ),
      override: byStaff?.override ?? []
    },
    params
  )
  return cancelled.meta.changes > 0
}
