import { and, desc, eq, gt, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/bookings/my-bookings.ts'
import { HAS_MORE_HEADER } from '#contract/kit/has-more.ts'
import { type BookingState, type HoldOutcome, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { LONGEST_EXTENDED_RIDE_MINUTES } from '#domain/bookings/booking-window.ts'
import { CURRENCY, MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { rupeesOf } from '#domain/pricing.ts'
import { addMinutes } from '#domain/time.ts'
import { settingColumns } from '#server/catalogue/property-settings.ts'
import { db } from '#server/db/client.ts'
import { dateFrom, secondsOf } from '#server/db/instants.ts'
import { bookings, properties, property_settings, scooters } from '#server/db/schema.ts'
import { sqlStringList } from '#server/db/sql-string-list.ts'
import { rowid } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { isRowOf, rideEnd } from '#server/slots/ride-rows.ts'
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
    if (section === undefined && query.limit === undefined) return toMyBookings(await allBookingsOf(user_id, now), now)
    const request = { before, limit, now, user_id }
    const { hasMore, rows } = await (section === undefined ? firstPage(request) : nextPage(section, request))
    responseHeaders.set(HAS_MORE_HEADER, String(hasMore))
    return toMyBookings(rows, now)
  }
)

// A ride is one item with its extensions, so a page counts rides. Extensions that came to nothing are left out.

/** SQL: the booking itself, and the extensions that were paid and cancelled with it. */
const ITEM_ROWS = `bookings b
 WHERE ${isRowOf('b', 'bookings.id')}
   AND (b.id = bookings.id OR (b.state = bookings.state AND b.payment_id IS NOT NULL))`

const ITEM_AMOUNT = sql<number>`(SELECT sum(b.amount) FROM ${sql.raw(ITEM_ROWS)})`
/** The end before an early return. */
const ITEM_BOOKED_END = sql<number | null>`(SELECT max(b.booked_end_at) FROM ${sql.raw(ITEM_ROWS)})`
const ITEM_END = sql<number>`(SELECT max(b.end_at) FROM ${sql.raw(ITEM_ROWS)})`

/** SQL: the refunds of the booking, and of its extensions that were cancelled. */
const REFUNDED_ROWS = `bookings b JOIN refunds r ON r.booking_id = b.id
 WHERE ${isRowOf('b', 'bookings.id')} AND +b.state IN ${sqlStringList(REFUNDED_STATES)}
   AND (b.id = bookings.id OR b.state = 'cancelled')`

/** Null if the booking has no refund. */
const REFUND_PAISE = sql<number | null>`(SELECT sum(r.paise) FROM ${sql.raw(REFUNDED_ROWS)}
   AND EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id AND p.currency = ${CURRENCY}))`

const HAS_PENDING_REFUND = sql<0 | 1>`EXISTS (SELECT 1 FROM ${sql.raw(REFUNDED_ROWS)} AND r.status <> 'processed')`

const UNPAID_EXTENSION = `bookings e
 WHERE e.ride_id = bookings.id AND +e.state = 'held' AND (e.settling = 1 OR e.hold_until > `

interface UnpaidExtension {
  amount: number
  end_at: number
  hold_until: number
  id: string
  settling: 0 | 1
}

const unpaidExtension = (now: Date) => sql<string | null>`(
SELECT json_object('amount', e.amount, 'end_at', e.end_at, 'hold_until', e.hold_until, 'id', e.id, 'settling', e.settling)
  FROM ${sql.raw(UNPAID_EXTENSION)}${secondsOf(now)}) LIMIT 1)`

const hasUnpaidExtension = (now: Date) => sql`EXISTS (SELECT 1 FROM ${sql.raw(UNPAID_EXTENSION)}${secondsOf(now)}))`

function selectBookings(now: Date) {
  return db
    .select({
      amount: ITEM_AMOUNT,
      booked_end_at: ITEM_BOOKED_END,
      cancelled_by: bookings.cancelled_by,
      created_at: bookings.created_at,
      end_at: ITEM_END.mapWith(bookings.end_at),
      extension: unpaidExtension(now),
      has_pending_refund: HAS_PENDING_REFUND,
      held_since: bookings.held_since,
      hold_until: bookings.hold_until,
      id: bookings.id,
      kind: bookings.kind,
      otp_pin: scooters.otp_pin,
      parking_note: properties.parking_note,
      pin_lead_minutes: property_settings.pin_lead_minutes,
      pin_seen_at: bookings.pin_seen_at,
      plan_name: bookings.plan_name,
      property_location: properties.location,
      property_name: bookings.property_name,
      refund_paise: REFUND_PAISE,
      returned_at: bookings.returned_at,
      row_number: rowid(bookings),
      scooter_id: bookings.scooter_id,
      scooter_name: bookings.scooter_name,
      settling: bookings.settling,
      start_at: bookings.start_at,
      state: bookings.state,
      support_phone: settingColumns.support_phone
    })
    .from(bookings)
    .innerJoin(scooters, eq(scooters.id, bookings.scooter_id))
    .leftJoin(properties, eq(properties.id, bookings.property_id))
    .leftJoin(property_settings, eq(property_settings.property_id, bookings.property_id))
}
type Row = Awaited<ReturnType<typeof allBookingsOf>>[number]

const IS_RIDE = eq(bookings.kind, 'ride')

function allBookingsOf(user_id: string, now: Date) {
  return selectBookings(now)
    .where(and(eq(bookings.user_id, user_id), or(IS_RIDE, inArray(bookings.state, ['refund_due', 'refunded']))))
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
  const refund = row.refund_paise ? rupeesOf(row.refund_paise) : null
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
    support_phone: row.support_phone,
    ...shownPin(row, now),
    // Left out of most rides, because a page has many.
    ...(row.kind === 'extension' && { kind: row.kind }),
    ...(row.state === 'confirmed' && row.extension && { extension: toUnpaidExtension(row.extension) }),
    ...(row.booked_end_at && row.returned_at && { returned_at: row.returned_at.toISOString() })
  }
}

function toUnpaidExtension(json: string) {
  const { amount, end_at, hold_until, id, settling } = JSON.parse(json) as UnpaidExtension
  return {
    amount,
    end_time: dateFrom(end_at).toISOString(),
    expires_at: dateFrom(hold_until).toISOString(),
    id,
    is_settling: Boolean(settling)
  }
}

/** Only a release by its rider keeps `held_since`, because that hold counts against the rider's limits. */
function holdOutcomeOf({ held_since, state }: Row): HoldOutcome {
  if (state !== 'released') return 'expired'
  return held_since === null ? 'released' : 'cancelled'
}

/** Selects the latest bookings of a state. Reads one more than the limit, to detect a next page. */
function latestInState(state: BookingState, { before, limit, now, user_id }: PageRequest, more?: SQL) {
  return selectBookings(now)
    .where(
      and(
        eq(bookings.user_id, user_id),
        eq(bookings.state, state),
        before ? afterCursor(before, user_id) : undefined,
        state === 'refund_due' || state === 'refunded' ? undefined : IS_RIDE,
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
    and(before ? undefined : lt(bookings.start_at, now), not(isCurrentRide(now)))
  )
}

/** A ride that has not ended, or whose extension can still be paid. */
const isCurrentRide = (now: Date) =>
  sql`(${sql.raw(rideEnd('bookings.id'))} >= ${secondsOf(now)} OR ${hasUnpaidExtension(now)})`

function upcomingRides({ now, user_id }: PageRequest) {
  return selectBookings(now).where(
    and(
      eq(bookings.user_id, user_id),
      eq(bookings.state, 'confirmed'),
      IS_RIDE,
      gt(bookings.start_at, addMinutes(now, -LONGEST_EXTENDED_RIDE_MINUTES)),
      isCurrentRide(now)
    )
  )
}

/** Few rows, because a new hold replaces the rider's earlier ones. */
function heldBookings({ before, now, user_id }: PageRequest) {
  const isOwn = and(eq(bookings.user_id, user_id), eq(bookings.state, 'held'), IS_RIDE)
  return selectBookings(now).where(and(isOwn, before ? afterCursor(before, user_id) : undefined))
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
