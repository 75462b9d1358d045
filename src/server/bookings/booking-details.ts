import { and, asc, eq, inArray } from 'drizzle-orm'
import type * as v from 'valibot'
import * as contract from '#contract/bookings/my-bookings.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { rupeesOf } from '#domain/catalogue/pricing.ts'
import { CURRENCY } from '#domain/constants.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { payments, refunds } from '#server/db/schema/payments.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { selectMyBookings, toMyBookings } from './my-booking-rows.ts'
import { findRide, type RideRow, termsOf } from './ride-payments.ts'

/** Refunds in rupees; a payment in another currency pays for no booking. */
function selectRideRefunds(bookingIds: string[]) {
  return db
    .select({
      booking_id: refunds.booking_id,
      created_at: refunds.created_at,
      paise: refunds.paise,
      status: refunds.status
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.id, refunds.payment_id), eq(payments.currency, CURRENCY)))
    .where(inArray(refunds.booking_id, bookingIds))
    .orderBy(asc(refunds.created_at))
}

type Refund = Awaited<ReturnType<typeof selectRideRefunds>>[number]

export const getBooking = implement(contract.getBooking, async ({ params: { id } }, rider, { now }) => {
  const ride = await findRide(id)
  const { rideRow, rows } = ride
  if (rideRow.user_id !== rider.id) throw refusal('booking_not_found')
  const [bookingRows, refundRows] = await db.batch([
    selectMyBookings(now).where(eq(bookings.id, rideRow.id)),
    selectRideRefunds(rows.map(row => row.id))
  ])
  const [booking] = toMyBookings(bookingRows, now)
  if (!booking) throw refusal('booking_not_found')
  return {
    ...booking,
    revision: rideRow.revision,
    rows: rows
      .filter(({ kind, payment_id, state }) => kind === 'ride' || payment_id !== null || state === 'held')
      .map(row => toRow(row, refundRows, now)),
    terms: termsOf(ride)
  }
})

function toRow(row: RideRow, refundRows: readonly Refund[], now: Date) {
  return {
    amount: row.amount,
    end_time: row.end_at.toISOString(),
    id: row.id,
    kind: row.kind,
    paid_at: row.paid_at?.toISOString() ?? null,
    payment_status: paymentStatusOf(row, now),
    refunds: refundRows.filter(({ booking_id }) => booking_id === row.id).map(toRefund),
    start_time: row.start_at.toISOString()
  }
}

function toRefund({ created_at, paise, status }: Refund): v.InferInput<typeof contract.rideRefund> {
  return {
    amount: rupeesOf(paise),
    created_at: created_at.toISOString(),
    status: status === 'processed' ? 'processed' : 'pending'
  }
}
