import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { type PaymentStatus, paymentStatusOf } from '#domain/booking-status.ts'
import { addDays, instantAt } from '#domain/time.ts'
import { bookingNotFound } from '#messages/booking.ts'
import { db, secondsOf } from '#server/db/client.ts'
import { bookings, disputes, scooters, users } from '#server/db/schema.ts'
import { mostPressingOf, seenAgainst } from '#server/disputes/guard.ts'
import { notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { type Cut, contains, cutOf, pageOf, rowNumber, unindexed } from '#server/http/list-query.ts'
import { usersNamed } from '#server/riders/users.ts'

// Everybody's bookings, of which there may be a million: every way of asking walks an index from its end and stops when
// the page is full. Whatever narrows the list is indexed with the rides' start, which is then its order.

export type Asked = Received<typeof listAllBookings>['query']

interface Wanted {
  cut: Cut
  now: Date
  /** The last row before these. */
  after?: { at: Date; row_number: number } | undefined
}

const MIDNIGHT = '00:00'
/** A search takes the bookings of so many riders and of so many scooters. */
const SEARCHED = 50

const named = alias(bookings, 'named')
const newest = alias(bookings, 'newest')
type Bookings = typeof bookings | typeof named | typeof newest

export const allBookings: Operation<typeof listAllBookings> = async ({ query }, _, { now, reply }) => {
  const rows = await bookingRows(query, { cut: cutOf(query), now })
  return pageOf(
    rows.map(({ at, row_number, ...booking }) => booking),
    query,
    reply
  )
}

/** One of them, as it is listed. */
export async function bookingRow(id: string, now: Date) {
  const [row] = await selected().where(eq(bookings.id, id))
  if (!row) throw notFound(bookingNotFound)
  const { at, row_number, ...booking } = listed(row, {}, now)
  return booking
}

function selected() {
  return (
    db
      .select({
        amount: bookings.amount,
        created_at: bookings.created_at,
        dispute: disputes,
        end_at: bookings.end_at,
        hold_until: bookings.hold_until,
        id: bookings.id,
        plan_id: bookings.plan_id,
        plan_name: bookings.plan_name,
        property_id: bookings.property_id,
        property_name: bookings.property_name,
        row_number: rowNumber(bookings),
        scooter_id: bookings.scooter_id,
        scooter_name: bookings.scooter_name,
        settling: bookings.settling,
        start_at: bookings.start_at,
        state: bookings.state,
        user_email: users.email,
        user_id: bookings.user_id,
        user_name: users.name
      })
      .from(bookings)
      // Each has one. A left join, so that nothing but the bookings' own index is walked.
      .leftJoin(users, eq(users.id, bookings.user_id))
      .leftJoin(disputes, mostPressingOf(bookings.payment_id))
  )
}

/** The rows in their order; each with where it stands in it. */
export async function bookingRows(asked: Asked, wanted: Wanted) {
  const rows = await selected()
    .where(asked.q ? isFound(asked.q, asked, wanted) : isWanted(bookings, asked, wanted))
    .orderBy(...(isPicked(asked) ? sortedOf(asked) : walkOf(bookings, asked)))
    .limit(wanted.cut.limit)
    .offset(wanted.cut.offset)
  return rows.map(row => listed(row, asked, wanted.now))
}

function listed(booking: Awaited<ReturnType<typeof selected>>[number], asked: Asked, now: Date) {
  const { created_at, dispute, end_at, hold_until, plan_id, settling, start_at, state, ...row } = booking
  return {
    ...row,
    at: isByStart(asked) ? start_at : created_at,
    booking_type: plan_id === null ? 'hourly' : 'plan',
    created_at: created_at.toISOString(),
    dispute: seenAgainst(dispute),
    end_time: end_at.toISOString(),
    payment_status: paymentStatusOf({ hold_until, settling, state }, now),
    start_time: start_at.toISOString()
  }
}

function isByStart({ from, property_id, q, scooter_id, sort, status, to, user_id }: Asked): boolean {
  return (
    Boolean(q || from || to || property_id || scooter_id || status || user_id) || Boolean(sort?.endsWith('start_time'))
  )
}

function orderOf({ sort }: Asked) {
  return sort === undefined || sort.startsWith('-') ? desc : asc
}

function walkOf(table: Bookings, asked: Asked): SQL[] {
  const order = orderOf(asked)
  return [order(isByStart(asked) ? table.start_at : table.created_at), order(rowNumber(table))]
}

/** Few rows, found by other means than the order: live holds, and what a search has picked. */
function isPicked({ q, status }: Asked): boolean {
  return Boolean(q) || status === 'Pending'
}

function sortedOf(asked: Asked): SQL[] {
  const order = orderOf(asked)
  return [order(unindexed(bookings.start_at)), order(rowNumber(bookings))]
}

function isWanted(table: Bookings, asked: Asked, { after, now }: Wanted): SQL | undefined {
  const { from, property_id, scooter_id, status, to, user_id } = asked
  const place = isNarrower(table, asked) ? unindexed(table.property_id) : table.property_id
  return and(
    property_id === undefined ? undefined : sql`${place} = ${property_id}`,
    scooter_id === undefined ? undefined : eq(table.scooter_id, scooter_id),
    user_id === undefined ? undefined : eq(table.user_id, user_id),
    status && hasStatus(table, status, now),
    from === undefined ? undefined : gte(table.start_at, instantAt(from, MIDNIGHT)),
    to === undefined ? undefined : lt(table.start_at, instantAt(addDays(to, 1), MIDNIGHT)),
    after && comesAfter(table, asked, after)
  )
}

/** A rider's, a scooter's or what came to nothing is less to look through than a property's. */
function isNarrower(table: Bookings, { scooter_id, status, user_id }: Asked): boolean {
  return table === newest || Boolean(scooter_id || user_id) || (status !== undefined && status !== 'Completed')
}

function comesAfter(table: Bookings, asked: Asked, { at, row_number }: NonNullable<Wanted['after']>): SQL {
  const column = isByStart(asked) ? table.start_at : table.created_at
  const passed = orderOf(asked) === desc ? sql.raw('<') : sql.raw('>')
  return sql`(${column}, ${rowNumber(table)}) ${passed} (${secondsOf(at)}, ${row_number})`
}

/** As `paymentStatusOf` says it, in the words of the partial index that serves each (db/schema.ts). */
function hasStatus({ hold_until, settling, state }: Bookings, status: PaymentStatus, now: Date): SQL {
  const isLive = sql`${state} = 'held' AND (${settling} = 1 OR ${hold_until} > ${secondsOf(now)})`
  switch (status) {
    case 'Pending':
      return sql`${hold_until} > 0 AND ${isLive}`
    case 'Completed':
      return sql`${state} = 'confirmed'`
    case 'Failed':
      return sql`${state} IN ('held', 'expired', 'released') AND NOT (${isLive})`
    case 'Refunded':
      return sql`${state} IN ('refund_due', 'refunded')`
    case 'Cancelled':
      return sql`${state} = 'cancelled'`
  }
}

// A page can hold no more of one rider or scooter than its own first rows, so no more of each are looked at.
function isFound(words: string, asked: Asked, wanted: Wanted): SQL {
  const { limit, offset } = wanted.cut
  const most = limit === -1 ? -1 : limit + offset
  const firstOf = (isOwn: SQL) => sql`
    SELECT ${rowNumber(newest)} FROM bookings ${newest} WHERE ${and(isOwn, isWanted(newest, asked, wanted))}
    ORDER BY ${sql.join(walkOf(newest, asked), sql`, `)} LIMIT ${most}`
  return sql`${rowNumber(bookings)} IN (
    SELECT ${rowNumber(named)}
      FROM (${usersNamed(words, SEARCHED)}) people
      JOIN bookings ${named} ON ${rowNumber(named)} IN (${firstOf(sql`${newest.user_id} = people.id`)})
     UNION ALL
    SELECT ${rowNumber(named)}
      FROM (SELECT id FROM ${scooters} WHERE ${contains(scooters.name, words)} LIMIT ${SEARCHED}) rides
      JOIN bookings ${named} ON ${rowNumber(named)} IN (${firstOf(sql`${newest.scooter_id} = rides.id`)}))`
}
