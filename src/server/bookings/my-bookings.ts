import { and, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/my-bookings.ts'
import { HAS_MORE_HEADER } from '#contract/kit/has-more.ts'
import { type BookingState, type HoldOutcome, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { CURRENCY, MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { rupeesOf } from '#domain/pricing.ts'
import { addMinutes } from '#domain/time.ts'
import { db } from '#server/db/client.ts'
import { bookings, payments, properties, property_settings, refunds, scooters } from '#server/db/schema.ts'
import { rowid } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { isRideAhead, recordShownPins, shownPin } from './shown-pin.ts'

// The rider's own bookings. A page reads a bounded number of rows, because each state has its own index ordered by
// start.

/** The payment was refunded or will be. */
const REFUNDED_STATES: readonly BookingState[] = ['refund_due', 'refunded', 'cancelled']
const NOT_COMPLETED_STATES: readonly BookingState[] = ['expired', 'released', ...REFUNDED_STATES]

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
  async ({ query }, { id: user_id }, { now, responseHeaders }) => {
    const { before, limit = MY_BOOKINGS_PAGE_SIZE, section } = query
    if (section === undefined && query.limit === undefined) return toMyBookings(await allBookingsOf(user_id), now)
    const request = { before, limit, now, user_id }
    const { hasMore, rows } = await (section === undefined ? firstPage(request) : nextPage(section, request))
    responseHeaders.set(HAS_MORE_HEADER, String(hasMore))
    return toMyBookings(rows, now)
  }
)

/** Null if the booking has no refund. */
const REFUND_PAISE = sql<number | null>`(SELECT sum(${refunds.paise}) FROM ${refunds}
  JOIN ${payments} ON ${payments.id} = ${refunds.payment_id}
 WHERE ${refunds.booking_id} = ${bookings.id} AND ${payments.currency} = ${CURRENCY})`

const HAS_PENDING_REFUND = sql<0 | 1>`EXISTS (SELECT 1 FROM ${refunds}
 WHERE ${refunds.booking_id} = ${bookings.id} AND ${refunds.status} <> 'processed')`

function selectBookings() {
  return db
    .select({
      amount: bookings.amount,
      cancelled_by: bookings.cancelled_by,
      created_at: bookings.created_at,
      end_at: bookings.end_at,
      has_pending_refund: HAS_PENDING_REFUND,
      held_since: bookings.held_since,
      hold_until: bookings.hold_until,
      id: bookings.id,
      otp_pin: scooters.otp_pin,
      parking_note: properties.parking_note,
      pin_lead_minutes: property_settings.pin_lead_minutes,
      pin_seen_at: bookings.pin_seen_at,
      plan_name: bookings.plan_name,
      property_location: properties.location,
      property_name: bookings.property_name,
      refund_paise: REFUND_PAISE,
      row_number: rowid(bookings),
      scooter_id: bookings.scooter_id,
      scooter_name: bookings.scooter_name,
      settling: bookings.settling,
      start_at: bookings.start_at,
      state: bookings.state
    })
    .from(bookings)
    .innerJoin(scooters, eq(scooters.id, bookings.scooter_id))
    .leftJoin(properties, eq(properties.id, bookings.property_id))
    .leftJoin(property_settings, eq(property_settings.property_id, bookings.property_id))
}
type Row = Awaited<ReturnType<typeof allBookingsOf>>[number]

function allBookingsOf(user_id: string) {
  return selectBookings()
    .where(eq(bookings.user_id, user_id))
    .orderBy(desc(bookings.start_at), desc(bookings.created_at))
}

function toMyBookings(rows: readonly Row[], now: Date) {
  recordShownPins(rows, now)
  return rows.map(row => toMyBooking(row, now))
}

/** Includes the place only while it can be used. */
function toMyBooking(row: Row, now: Date) {
  const payment_status = paymentStatusOf(row, now)
  const isCurrent = isRideAhead(row, now) || payment_status === 'Pending'
  const refund = REFUNDED_STATES.includes(row.state) && row.refund_paise ? rupeesOf(row.refund_paise) : null
  return {
    amount: row.amount,
    cancelled_by: row.cancelled_by,
    created_at: row.created_at.toISOString(),
    end_time: row.end_at.toISOString(),
    expires_at: row.state === 'held' && row.hold_until ? row.hold_until.toISOString() : null,
    hold_outcome: payment_status === 'Failed' ? holdOutcomeOf(row) : null,
    id: row.id,
    is_settling: row.settling,
    parking_note: isCurrent ? row.parking_note : null,
    payment_status,
    plan_name: row.plan_name,
    property_location: isCurrent ? row.property_location : null,
    property_name: row.property_name,
    refund,
    refund_status: refund === null ? null : row.has_pending_refund ? 'pending' : 'processed',
    scooter: { id: row.scooter_id, name: row.scooter_name },
    start_time: row.start_at.toISOString(),
    ...shownPin(row, now)
  }
}

/** Only a release by its rider keeps `held_since`, because that hold counts against the rider's limits. */
function holdOutcomeOf({ held_since, state }: Row): HoldOutcome {
  if (state !== 'released') return 'expired'
  return held_since === null ? 'released' : 'cancelled'
}

/** Selects the latest bookings of a state. Reads one more than the limit, to detect a next page. */
function latestInState(state: BookingState, { before, limit, user_id }: PageRequest, more?: SQL) {
  return selectBookings()
    .where(
      and(
        eq(bookings.user_id, user_id),
        eq(bookings.state, state),
        before ? afterCursor(before, user_id) : undefined,
        more
      )
    )
    .orderBy(desc(bookings.start_at), desc(rowid(bookings)))
    .limit(limit + 1)
}

// A row-value comparison continues the index scan at that booking. Another rider's booking id matches nothing.
function afterCursor(id: string, user_id: string): SQL {
  return sql`(${bookings.start_at}, ${rowid(bookings)}) <
    (SELECT given.start_at, given.rowid FROM bookings given WHERE given.id = ${id} AND given.user_id = ${user_id})`
}

function pastRides(request: PageRequest) {
  const { before, now } = request
  return latestInState(
    'confirmed',
    request,
    and(before ? undefined : lt(bookings.start_at, now), lt(bookings.end_at, now))
  )
}

function upcomingRides({ now, user_id }: PageRequest) {
  return selectBookings().where(
    and(
      eq(bookings.user_id, user_id),
      eq(bookings.state, 'confirmed'),
      gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
      gte(bookings.end_at, now)
    )
  )
}

/** Few rows, because a new hold replaces the rider's earlier ones. */
function heldBookings({ before, user_id }: PageRequest) {
  const isOwn = and(eq(bookings.user_id, user_id), eq(bookings.state, 'held'))
  return selectBookings().where(and(isOwn, before ? afterCursor(before, user_id) : undefined))
}

function newestFirst(...lists: Row[][]): Row[] {
  return lists
    .flat()
    .sort((one, other) => other.start_at.getTime() - one.start_at.getTime() || other.row_number - one.row_number)
}

interface Page {
  hasMore: boolean
  rows: Row[]
}

function toPage(rows: Row[], limit: number): Page {
  return { hasMore: rows.length > limit, rows: rows.slice(0, limit) }
}

async function nextPage(section: 'not_completed' | 'past', request: PageRequest): Promise<Page> {
  const { limit, now } = request
  if (section === 'past') return toPage(await pastRides(request), limit)
  const [holds, ...others] = await db.batch([
    heldBookings(request),
    ...NOT_COMPLETED_STATES.map(state => latestInState(state, request))
  ])
  return toPage(newestFirst(holds.filter(isExpiredHold(now)), ...others), limit)
}

const isExpiredHold = (now: Date) => (row: Row) => paymentStatusOf(row, now) === 'Failed'

/**
 * Returns all current bookings, then the first page of past rides, then the first page of bookings that were not
 * completed.
 *
 * Refund notices precede these pages. The last row of each section must stay the cursor of its next page.
 */
async function firstPage({ limit, now, user_id }: PageRequest): Promise<Page> {
  const request = { limit, now, user_id }
  const [paid, holds, ridden, ...others] = await db.batch([
    upcomingRides(request),
    heldBookings(request),
    pastRides(request),
    ...NOT_COMPLETED_STATES.map(state => latestInState(state, request))
  ])
  const expiredHolds = holds.filter(isExpiredHold(now))
  const pages = [toPage(ridden, limit), toPage(newestFirst(expiredHolds, ...others), limit)]
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
function isRefundNotice({ end_at, has_pending_refund, state }: Row, now: Date): boolean {
  return REFUNDED_STATES.includes(state) && (end_at > now || Boolean(has_pending_refund))
}
