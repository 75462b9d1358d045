import * as contract from '#contract/bookings/my-bookings.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { type BookingState, paymentStatusOf, REFUNDED_STATES } from '#domain/bookings/booking-status.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { CURRENCY, rupeesOf } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import { LATE_MAX_HOURS } from '#domain/problems/problems.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { readRows } from '#server/db/client.ts'
import type { refunds } from '#server/db/schema/payments.ts'
import { isoFrom, type StoredRow, secondsOf, sqlStringList } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isLiveUnpaidHold, rideEnd } from '#server/slots/booking-sql.ts'
import {
  fromStored,
  isRefundPending,
  isToReturn,
  type MyBookingRow,
  readMyBookings,
  SELECT_MY_BOOKINGS,
  STATES_WITH_REFUND,
  type StoredBooking,
  TO_RETURN_SECONDS,
  toMyBooking,
  toMyBookings,
  UNPAID_EXTENSION
} from './my-booking-rows.ts'
import { findOwnRide, type RideRow, termsOf } from './ride-payments.ts'

// The rider's own bookings. A page reads a bounded number of rows, because each state has its own index ordered by
// start.

const NOT_COMPLETED_STATES = ['expired', 'released', ...STATES_WITH_REFUND] as const

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
    if (section === undefined && query.limit === undefined) {
      const { all } = await readMyBookings({ all: ALL }, now, { rider: userId })
      return toMyBookings(all, now)
    }
    const request = { before, limit, now, user_id: userId }
    const { hasMore, rows } = await (section === undefined ? firstPage(request) : nextPage(section, request))
    responseHeaders.set(HAS_MORE_HEADER, String(hasMore))
    return toMyBookings(rows, now)
  }
)

/** A ride as the list has it. */
export async function myBooking(id: string, now: Date) {
  const { found } = await readMyBookings({ found: BY_ID }, now, { id })
  const [booking] = toMyBookings(found, now)
  if (!booking) throw refusal('booking_not_found')
  return booking
}

const BY_ID = `${SELECT_MY_BOOKINGS} WHERE bookings.id = :id`

// The queries of a page. Parameters: :rider, :now, and of a page :before, or null for the first, and :limit.

const OF_RIDER = `${SELECT_MY_BOOKINGS} WHERE bookings.user_id = :rider`

const ALL = `${OF_RIDER} AND (bookings.kind = 'ride' OR bookings.state IN ${sqlStringList(REFUNDED_STATES)})
 ORDER BY bookings.start_at DESC, bookings.created_at DESC`

// A row-value comparison continues the index scan at that booking. Another rider's booking id matches nothing.
const AFTER = `(bookings.start_at, bookings.rowid) <
  (SELECT last.start_at, last.rowid FROM bookings last WHERE last.id = :before AND last.user_id = :rider)`

/** The latest bookings of a state. */
const latestInState = (state: BookingState, more: string) => `${OF_RIDER} AND bookings.state = '${state}' AND ${more}
 ORDER BY bookings.start_at DESC, bookings.rowid DESC LIMIT :limit`

/** SQL: a ride that has not ended, or whose extension can still be paid. */
const IS_CURRENT = `(${rideEnd('bookings.id')} >= :now OR EXISTS (SELECT 1 FROM ${UNPAID_EXTENSION}))`

const UPCOMING = `${OF_RIDER} AND bookings.state = 'confirmed' AND bookings.kind = 'ride'
   AND bookings.start_at > :now - ${LONGEST_RIDE_MINUTES * MINUTE_SECONDS} AND ${IS_CURRENT}`

/** Of the first page, or of the next one. */
function pageQueries(isNext: boolean) {
  const after = isNext ? ` AND ${AFTER}` : ''
  const past = isNext ? AFTER : 'bookings.start_at < :now'
  const isListed = (state: BookingState) =>
    (REFUNDED_STATES.includes(state) ? 'TRUE' : "bookings.kind = 'ride'") + after
  const unfinished = NOT_COMPLETED_STATES.map(state => [state, latestInState(state, isListed(state))])
  return {
    // Few rows, because a new hold replaces the rider's earlier ones.
    holds: `${OF_RIDER} AND bookings.state = 'held' AND bookings.kind = 'ride'${after}`,
    past: latestInState('confirmed', `bookings.kind = 'ride' AND ${past} AND NOT ${IS_CURRENT}`),
    unfinished: Object.fromEntries(unfinished) as Record<(typeof NOT_COMPLETED_STATES)[number], string>
  }
}

const FIRST = pageQueries(false)
const NEXT = pageQueries(true)

/** One more row than the limit shows whether there is a next page. */
const pageParams = ({ before, limit, user_id }: PageRequest) => ({
  before: before ?? null,
  limit: limit + 1,
  rider: user_id
})

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
  const { before, limit, now } = request
  const { holds, past, unfinished } = before ? NEXT : FIRST
  if (section === 'past') {
    const page = await readMyBookings({ past }, now, pageParams(request))
    return pageFrom(page.past, limit)
  }
  const { holds: held, ...others } = await readMyBookings({ holds, ...unfinished }, now, pageParams(request))
  return pageFrom(newestFirst(held.filter(isExpiredHold(now)), ...Object.values(others)), limit)
}

const isExpiredHold = (now: Date) => (row: MyBookingRow) => paymentStatusOf(row, now) === 'Failed'

/**
 * Returns all current bookings, then the first page of past rides, then the first page of bookings that were not
 * completed.
 *
 * Refund notices precede these pages. The last row of each section must stay the cursor of its next page.
 */
async function firstPage({ limit, now, user_id }: PageRequest): Promise<BookingsPage> {
  const { holds, past, upcoming, ...unfinished } = await readMyBookings(
    { holds: FIRST.holds, past: FIRST.past, upcoming: UPCOMING, ...FIRST.unfinished },
    now,
    pageParams({ limit, now, user_id })
  )
  const others = Object.values(unfinished)
  const expiredHolds = holds.filter(isExpiredHold(now))
  const pages = [pageFrom(past, limit), pageFrom(newestFirst(expiredHolds, ...others), limit)]
  const pagedRows = pages.flatMap(({ rows }) => rows)
  const refundNotices = newestFirst(...others).filter(row => isRefundNotice(row, now) && !pagedRows.includes(row))
  return {
    hasMore: pages.some(({ hasMore }) => hasMore),
    rows: [
      ...newestFirst(
        upcoming,
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

/** Refunds in rupees; a payment in another currency pays for no booking. Parameter: :rows, ids of bookings as JSON. */
const SELECT_REFUNDS = `
SELECT r.bank_reference, r.booking_id, r.created_at, r.paise, r.status
  FROM refunds r JOIN payments p ON p.id = r.payment_id AND p.currency = '${CURRENCY}'
 WHERE r.booking_id IN (SELECT value FROM json_each(:rows)) ORDER BY r.created_at`

type Refund = StoredRow<typeof refunds, 'bank_reference' | 'booking_id' | 'created_at' | 'paise' | 'status'>

export const getBooking = implement(contract.getBooking, async ({ params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const { rideRow, rows } = ride
  const read = await readRows<{ bookings: StoredBooking; refunds: Refund }>(
    { bookings: BY_ID, refunds: SELECT_REFUNDS },
    { id: rideRow.id, now: secondsOf(now), rows: JSON.stringify(rows.map(row => row.id)) }
  )
  const [booking] = toMyBookings(read.bookings.map(fromStored), now)
  if (!booking) throw refusal('booking_not_found')
  return {
    ...booking,
    revision: rideRow.revision,
    rows: rows
      .filter(({ kind, payment_id, state }) => kind === 'ride' || payment_id !== null || state === 'held')
      .map(row => toRow(row, read.refunds, now)),
    terms: pick(termsOf(ride), 'free_cancel_minutes', 'grace_minutes', 'late_cancel_percent')
  }
})

function toRow(row: RideRow, refundRows: readonly Refund[], now: Date) {
  return {
    amount: deskMethodOf(row.payment_id) === 'free' ? 0 : row.amount,
    end_time: row.end_at.toISOString(),
    id: row.id,
    kind: row.kind,
    paid_at: row.paid_at?.toISOString() ?? null,
    payment_status: paymentStatusOf(row, now),
    refunds: refundRows.filter(({ booking_id }) => booking_id === row.id).map(toRefund),
    start_time: row.start_at.toISOString()
  }
}

function toRefund({ bank_reference, created_at, paise, status }: Refund) {
  return {
    amount: rupeesOf(paise),
    bank_reference,
    created_at: isoFrom(created_at),
    status: status === 'processed' ? status : ('pending' as const)
  }
}

type MyBooking = ServerOutput<typeof contract.listMyBookings>[number]

/** What the frame of every rider page needs. */
export interface AtAGlance {
  /** The rider's unpaid hold that can still be paid. */
  hold: MyBooking | null
  /** A ride runs or is to be returned, or a payment waits. */
  needsRider: boolean
  /** The paid ride that runs, is to be returned or comes next, in this order. */
  ride: MyBookingRow | null
}

const END = rideEnd('bookings.id')
/** SQL: a ride is ahead, runs, or ended within the time in which it can be returned. */
const IS_SHOWN = `(${END} > :now OR (bookings.returned_at IS NULL AND ${END} > :now - ${TO_RETURN_SECONDS}))`
const LONGEST_SHOWN_SECONDS = LONGEST_RIDE_MINUTES * MINUTE_SECONDS + LATE_MAX_HOURS * HOUR_SECONDS

/** One that is to be returned, one that runs, and one that comes next. */
const MAX_RIDES = 3

const RIDES_OF_RIDER = `${OF_RIDER} AND bookings.kind = 'ride'`

const RIDES = `${RIDES_OF_RIDER} AND bookings.state = 'confirmed' AND bookings.start_at > :now - ${LONGEST_SHOWN_SECONDS} AND ${IS_SHOWN}
 ORDER BY bookings.start_at LIMIT ${MAX_RIDES}`

const HOLD = `${RIDES_OF_RIDER} AND ${isLiveUnpaidHold('bookings')} LIMIT 1`

export async function atAGlance(riderId: string, now: Date): Promise<AtAGlance> {
  const { holds, rides } = await readMyBookings({ holds: HOLD, rides: RIDES }, now, { rider: riderId })
  const [hold] = holds.map(row => toMyBooking(row, now))
  const running = rides.find(({ end_at, start_at }) => start_at <= now && now < end_at)
  const toReturn = rides.find(row => isToReturn(row, now))
  const next = rides.find(({ start_at }) => start_at > now)
  return {
    hold: hold ?? null,
    needsRider: Boolean(hold ?? running ?? toReturn),
    ride: running ?? toReturn ?? next ?? null
  }
}

/** The ride as Home shows it: with its PIN, which its rider then has read, once it has begun. */
export function rideOnHome(row: MyBookingRow, now: Date): MyBooking | undefined {
  return row.start_at <= now ? toMyBookings([row], now)[0] : { ...toMyBooking(row, now), otp_pin: null }
}
