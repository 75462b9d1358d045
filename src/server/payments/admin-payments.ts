import { eq, isNull, sql } from 'drizzle-orm'
import * as contract from '#contract/payments/refunds.ts'
import * as revenueContract from '#contract/payments/revenue.ts'
import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { REVENUE_DAYS } from '#domain/constants.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MIDNIGHT } from '#domain/time/time-units.ts'
import { db, prepareNamed } from '#server/db/client.ts'
import { type BookingRow, bookings } from '#server/db/schema/bookings.ts'
import { compensations } from '#server/db/schema/payments.ts'
import { emailOf, hasEmail, users } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf, selectPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refundedPaise } from './refunds/insert-refund.ts'

// What admins read of payments: of a booking in all lists, what riders are owed, and what was received.

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

// Reads the payments of the last days through an index, so the cost does not depend on the history. India has no
// daylight saving time, so every day has the same length. D1 binds numbers as REAL, hence the CAST.

const REVENUE = `
SELECT (p.created_at - CAST(:since AS INTEGER)) / ${DAY_SECONDS} AS day_index, sum(p.paise) AS received,
       sum(${refundedPaise('p.id')}) AS refunded
  FROM payments p
 WHERE p.status = 'captured' AND p.created_at >= :since AND p.currency = '${CURRENCY}'
   AND ${isMine('(SELECT b.property_id FROM bookings b WHERE b.id = p.booking_id)')}
 GROUP BY day_index`

const wholeRupees = (paise = 0) => Math.round(rupeesOf(paise))

export const getRevenue = implement(revenueContract.getRevenue, async (_, admin, { now }) => {
  const firstDay = addDays(dayOf(now), 1 - REVENUE_DAYS)
  const since = secondsOf(instantAt(firstDay, MIDNIGHT))
  const { results } = await prepareNamed(REVENUE, { mine: mineOf(admin), since }).all<{
    day_index: number
    received: number
    refunded: number
  }>()
  return Array.from({ length: REVENUE_DAYS }, (_day, index) => {
    const row = results.find(({ day_index }) => day_index === index)
    return { day: addDays(firstDay, index), received: wholeRupees(row?.received), refunded: wholeRupees(row?.refunded) }
  })
})
