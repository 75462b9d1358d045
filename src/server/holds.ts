import { and, eq } from 'drizzle-orm'
import type { cancelBooking, resumeBooking } from '#contract/bookings.ts'
import { paymentStatusOf } from '#domain/booking-status.ts'
import * as text from '#messages/booking.ts'
import { openOrder } from './bookings.ts'
import { db } from './db/client.ts'
import { bookings } from './db/schema.ts'
import { badRequest, notFound } from './errors.ts'
import type { Operation } from './http.ts'
import { release } from './slots.ts'

// What a rider can do with a booking that is not paid yet.

async function unpaidBooking(id: string, user_id: string) {
  const [booking] = await db
    .select({
      amount: bookings.amount,
      hold_until: bookings.hold_until,
      id: bookings.id,
      settling: bookings.settling,
      state: bookings.state
    })
    .from(bookings)
    .where(and(eq(bookings.id, id), eq(bookings.user_id, user_id)))
  if (!booking) throw notFound(text.bookingNotFound)
  if (booking.state === 'confirmed') throw badRequest(text.alreadyPaid)
  return booking
}

/** 'Complete Payment': the same order while the hold lives, a sentence when it does not (decision 29). */
export const resumePayment: Operation<typeof resumeBooking> = async ({ params: { id } }, rider, { now }) => {
  const booking = await unpaidBooking(id, rider.id)
  if (paymentStatusOf(booking, now) !== 'Pending') throw badRequest(text.holdEnded)
  return openOrder(booking.id, booking.amount, now)
}

/** Frees the time at once. Asked again, or after the hold has ended, there is nothing left to do, and that is fine. */
export const cancelHold: Operation<typeof cancelBooking> = async ({ params: { id } }, rider, { now }) => {
  const { settling } = await unpaidBooking(id, rider.id)
  if (settling) throw badRequest(text.beingConfirmed)
  await release(id, now)
  return { message: text.holdGivenUp }
}
