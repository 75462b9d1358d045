import { eq, isNull, sql } from 'drizzle-orm'
import * as contract from '#contract/payments/refunds.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { rupeesOf } from '#domain/money.ts'
import { db } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { compensations } from '#server/db/schema/payments.ts'
import { emailOf, hasEmail, users } from '#server/db/schema/riders.ts'
import { selectPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'

// What admins read of payments: of a booking in all lists, and what riders are owed.

/** What all admin lists show of a booking's rider (contract/payments/refunds.ts): the phone in place of an email. */
export const RIDER_COLUMNS = {
  user_email: sql<string>`${sql.raw(emailOf('users'))}`,
  user_name: users.name,
  user_phone: sql<string | null>`${sql.raw(`iif(${hasEmail('users')}, NULL, users.phone)`)}`
}

/** What riders are owed for rides that were cancelled late (server/bookings/admin/ride-actions.ts). */
export const listCompensations = implement(
  contract.listCompensations,
  async ({ query }, _, { now, responseHeaders }) => {
    const { created_at } = compensations
    const selected = db
      .select({ booking: bookings, owed: compensations, ...RIDER_COLUMNS })
      .from(compensations)
      .innerJoin(bookings, eq(bookings.id, compensations.booking_id))
      .innerJoin(users, eq(users.id, bookings.user_id))
      .where(isNull(compensations.paid_at))
    const request = { columns: { created_at }, query, responseHeaders, table: compensations }
    const rows = await selectPage(selected, request)
    return rows.map(({ booking, owed, ...rider }) => ({
      ...rider,
      ...toBookingSummary(booking, now),
      amount: rupeesOf(owed.paise),
      created_at: owed.created_at.toISOString(),
      id: booking.id
    }))
  }
)

type SummarisedRow = Pick<
  BookingRow,
  'end_at' | 'hold_until' | 'property_name' | 'scooter_name' | 'settling' | 'start_at' | 'state'
>

/** What all admin lists show of a booking besides its rider (contract/payments/refunds.ts). */
export function toBookingSummary(booking: SummarisedRow, now: Date) {
  return {
    end_time: booking.end_at.toISOString(),
    payment_status: paymentStatusOf(booking, now),
    property_name: booking.property_name,
    scooter_name: booking.scooter_name,
    start_time: booking.start_at.toISOString()
  }
}
