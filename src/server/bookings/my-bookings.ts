import { and, asc, desc, eq, gt, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/my-bookings.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { type BookingState, paymentStatusOf, REFUNDED_STATES } from '#domain/bookings/booking-status.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { pick } from '#domain/kit/pick.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { payments, refunds } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { rowid } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'
import {
  hasUnpaidExtension,
  isRefundPending,
  type MyBookingRow,
  STATES_WITH_REFUND,
  selectMyBookings,
  toMyBookings
} from './my-booking-rows.ts'
import { findOwnRide, type RideRow, termsOf } from './ride-payments.ts'

// The rider's own bookings. A page reads a bounded number of rows, because each state has its own index ordered by
// start.

const NOT_COMPLETED_STATES: readonly BookingState[] = ['expired', 'released', ...STATES_WITH_REFUND]

interface PageRequest {
  /** Id of the last booking of the previous page in this section. */
  before?: string | undefined
  limit: number
  now: Date
  user_id: string
}

/** Returns all bookings, newest first, if neither `limit` nor `section` is set; else one page. */
export const listMyBookings = implement(
  contract.listMyBookings,
  async ({ query }, { id: userId }, { now, responseHeaders }) => {
    const { before, limit = MY_BOOKINGS_PAGE_SIZE, section } = query
    if (section === undefined && query.limit === undefined) return toMyBookings(await allBookingsOf(userId, now), now)
    const request = { before, limit, now, user_id: userId }
    const { hasMore, rows } = await (section === undefined ? firstPage(request) : nextPage(section, request))
    responseHeaders.set(HAS_MORE_HEADER, String(hasMore))
    return toMyBookings(rows, now)
  }
)

/** A ride as the list has it. */
export async function myBooking(id: string, now: Date) {
  const [booking] = toMyBookings(await selectMyBookings(now).where(eq(bookings.id, id)), now)
  if (!booking) throw refusal('booking_not_found')
  return booking
}

const IS_RIDE = eq(bookings.kind, 'ride')

function allBookingsOf(userId: string, now: Date) {
  return selectMyBookings(now)
    .where(and(eq(bookings.user_id, userId), or(IS_RIDE, inArray(bookings.state, [...REFUNDED_STATES]))))
    .orderBy(desc(bookings.start_at), desc(bookings.created_at))
}

/** Selects the latest bookings of a state. Reads one more than the limit, to detect a next page. */
function latestInState(state: BookingState, { before, limit, now, user_id }: PageRequest, more?: SQL) {
  return selectMyBookings(now)
    .where(
      and(
        eq(bookings.user_id, user_id),
        eq(bookings.state, state),
        before ? afterBooking(before, user_id) : undefined,
        REFUNDED_STATES.includes(state) ? undefined : IS_RIDE,
        more
      )
    )
    .orderBy(desc(bookings.start_at), desc(rowid(bookings)))
    .limit(limit + 1)
}

// A row-value comparison continues the index scan at that booking. Another rider's booking id matches nothing.
function afterBooking(id: string, userId: string): SQL {
  return sql`(${bookings.start_at}, ${rowid(bookings)}) <
    (SELECT last.start_at, last.rowid FROM bookings last WHERE last.id = ${id} AND last.user_id = ${userId})`
}

function pastRides(request: PageRequest) {
  const { before, now } = request
  return latestInState(
    'confirmed',
    request,
    and(before ? undefined : lt(bookings.start_at, now), not(isCurrentRide(now)))
  )
}

/** A ride that has not ended, or whose extension can still be paid. */
const isCurrentRide = (now: Date) =>
  sql`(${sql.raw(rideEnd('bookings.id'))} >= ${secondsOf(now)} OR ${hasUnpaidExtension(now)})`

function upcomingRides({ now, user_id }: PageRequest) {
  return selectMyBookings(now).where(
    and(
      eq(bookings.user_id, user_id),
      eq(bookings.state, 'confirmed'),
      IS_RIDE,
      gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
      isCurrentRide(now)
    )
  )
}

/** Few rows, because a new hold replaces the rider's earlier ones. */
function heldBookings({ before, now, user_id }: PageRequest) {
  const isOwn = and(eq(bookings.user_id, user_id), eq(bookings.state, 'held'), IS_RIDE)
  return selectMyBookings(now).where(and(isOwn, before ? afterBooking(before, user_id) : undefined))
}

function newestFirst(...lists: MyBookingRow[][]): MyBookingRow[] {
  return lists
    .flat()
    .sort((one, other) => other.start_at.getTime() - one.start_at.getTime() || other.row_number - one.row_number)
}

interface BookingsPage {
  hasMore: boolean
  rows: MyBookingRow[]
}

function pageFrom(rows: MyBookingRow[], limit: number): BookingsPage {
  return { hasMore: rows.length > limit, rows: rows.slice(0, limit) }
}

async function nextPage(section: contract.PagedSection, request: PageRequest): Promise<BookingsPage> {
  const { limit, now } = request
  if (section === 'past') return pageFrom(await pastRides(request), limit)
  const [holds, ...others] = await db.batch([
    heldBookings(request),
    ...NOT_COMPLETED_STATES.map(state => latestInState(state, request))
  ])
  return pageFrom(newestFirst(holds.filter(isExpiredHold(now)), ...others), limit)
}

const isExpiredHold = (now: Date) => (row: MyBookingRow) => paymentStatusOf(row, now) === 'Failed'

/**
 * Returns all current bookings, then the first page of past rides, then the first page of bookings that were not
 * completed.
 *
 * Refund notices precede these pages. The last row of each section must stay the cursor of its next page.
 */
async function firstPage({ limit, now, user_id }: PageRequest): Promise<BookingsPage> {
  const request = { limit, now, user_id }
  const [paid, holds, ridden, ...others] = await db.batch([
    upcomingRides(request),
    heldBookings(request),
    pastRides(request),
    ...NOT_COMPLETED_STATES.map(state => latestInState(state, request))
  ])
  const expiredHolds = holds.filter(isExpiredHold(now))
  const pages = [pageFrom(ridden, limit), pageFrom(newestFirst(expiredHolds, ...others), limit)]
  const pagedRows = pages.flatMap(({ rows }) => rows)
  const refundNotices = newestFirst(...others).filter(row => isRefundNotice(row, now) && !pagedRows.includes(row))
  return {
    hasMore: pages.some(({ hasMore }) => hasMore),
    rows: [
      ...newestFirst(
        paid,
        holds.filter(row => !expiredHolds.includes(row))
      ),
      ...refundNotices,
      ...pagedRows
    ]
  }
}

/** The page shows a notice until the ride would have ended and the refund is processed. */
function isRefundNotice(row: MyBookingRow, now: Date): boolean {
  return STATES_WITH_REFUND.includes(row.state) && (row.end_at > now || isRefundPending(row))
}

// One booking, with its rows and refunds.

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
  const ride = await findOwnRide(id, rider.id)
  const { rideRow, rows } = ride
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
    terms: pick(termsOf(ride), 'free_cancel_minutes', 'grace_minutes', 'late_cancel_percent')
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

function toRefund({ created_at, paise, status }: Refund) {
  return {
    amount: rupeesOf(paise),
    created_at: created_at.toISOString(),
    status: status === 'processed' ? status : ('pending' as const)
  }
}
