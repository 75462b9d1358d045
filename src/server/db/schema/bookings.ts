import { isNotNull, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex
} from 'drizzle-orm/sqlite-core'
import { BOOKING_KINDS, BOOKING_STATES } from '#domain/bookings/booking-status.ts'
import { CANCELLERS } from '#domain/bookings/cancellation.ts'
import { REFERENCE_LENGTH } from '#domain/bookings/rides.ts'
import { PLAN_HOURS } from '#domain/constants.ts'
import { MOVERS, PROBLEM_KINDS, PROBLEM_OUTCOMES, PROBLEM_STATES } from '#domain/problems/problems.ts'
import { createdAt, instant, json, storedTerms } from '#server/db/sql.ts'
import { scooters } from './catalogue.ts'
import { users } from './riders.ts'

/**
 * A ride is a row of kind 'ride' and the extensions that follow it without a gap. Each row has its own order and
 * payment.
 *
 * Rows are never deleted; server/overview/stats.ts relies on it.
 */
export const bookings = sqliteTable(
  'bookings',
  {
    /** Random. Also the payment session's id and the provider's receipt (at most 40 characters). */
    id: text().primaryKey(),
    kind: text({ enum: BOOKING_KINDS }).notNull().default('ride'),
    /** Of an extension: the ride that it extends. */
    ride_id: text().references((): AnySQLiteColumn => bookings.id),
    user_id: text()
      .notNull()
      .references(() => users.id),
    scooter_id: text()
      .notNull()
      .references(() => scooters.id),
    // Copied at booking time, so history survives deletes and renames.
    scooter_name: text().notNull(),
    property_id: text().notNull(),
    property_name: text().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    /** The end before the ride was returned early. Null: it ended as booked. */
    booked_end_at: instant(),
    /** From when it claims its scooter, if the ride was moved under way. Null: from its start. */
    claimed_from: instant(),
    plan_id: text(),
    plan_name: text(),
    hours: integer().notNull(),
    /** The price, fixed when the order is created. Whole rupees. */
    amount: integer().notNull(),
    state: text({ enum: BOOKING_STATES }).notNull(),
    /** A payment is in progress: the hold waits for the provider's answer. */
    settling: integer({ mode: 'boolean' }).notNull().default(false),
    hold_until: instant(),
    /**
     * Start of the hold; a moved hold keeps it. Null: the hold does not count against its rider, because the rider did
     * not cause its end or it is older than this column.
     */
    held_since: instant(),
    /** A keyed hash of the address that holds, if its rider has no paid ride. Null after the hold. */
    held_from: text(),
    order_id: text().unique(),
    /** Until then only one request may create the provider order (server/payments/orders.ts). */
    ordering_until: instant(),
    payment_id: text().unique(),
    /** When to reconcile the order next; null: no more (server/payments/reconcile.ts). */
    next_check_at: instant(),
    checks: integer().notNull().default(0),
    /** Of a ride: the property's cancellation terms when it was booked. */
    terms: json('bookings.terms', storedTerms),
    /** Of a ride: what its rider wrote to the staff while booking. */
    note_to_staff: text(),
    /** When the payment confirmed it. */
    paid_at: instant(),
    /** Who cancelled a paid booking. Null in older rows. */
    cancelled_by: text({ enum: CANCELLERS }),
    /** Why an admin cancelled it, for its rider. */
    cancel_reason: text(),
    /** The part of the payment that the cancellation refunds, in percent. */
    refund_percent: integer(),
    /** Of a paid booking: the batch that cancelled it, a random id. Null in older rows. */
    cancellation_id: text(),
    /** Of a ride: when its rider or an admin returned it, or its end, which the cron sets later. */
    returned_at: instant(),
    /** When its rider pressed 'I've returned it', which may arrive later. Null: an admin or the cron returned it. */
    return_pressed_at: instant(),
    /** The upload of the parked scooter. */
    return_photo_id: text(),
    /** When its rider first read the PIN. */
    pin_seen_at: instant(),
    /** Of a ride: grows with every change of its window or scooter. Calendars need it. */
    revision: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: instant().notNull()
  },
  table => [
    index('bookings_extensions').on(table.ride_id).where(isNotNull(table.ride_id)),
    index('bookings_unreturned')
      .on(table.end_at)
      .where(sql`kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL`),
    // For late rides (server/slots/scooter-state.ts).
    index('bookings_out')
      .on(table.scooter_id, table.end_at)
      .where(sql`kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL`),
    index('bookings_user').on(table.user_id, table.start_at),
    // For the pages of a rider's own bookings (server/bookings/my-bookings.ts).
    index('bookings_rider').on(table.user_id, table.state, table.start_at),
    index('bookings_scooter').on(table.scooter_id, table.start_at),
    index('bookings_property').on(table.property_id, table.start_at),
    index('bookings_created').on(table.created_at),
    // For the newest bookings of a property.
    index('bookings_property_made').on(table.property_id, table.created_at),
    index('bookings_start').on(table.start_at),
    // For the admin's lists by payment status (server/bookings/admin/admin-bookings.ts). The first also finds rides
    // under way (server/overview/stats.ts).
    index('bookings_paid').on(table.start_at).where(sql`state = 'confirmed'`),
    index('bookings_unpaid').on(table.start_at).where(sql`state IN ('held', 'expired', 'released')`),
    index('bookings_refunded').on(table.start_at).where(sql`state IN ('refund_due', 'refunded')`),
    index('bookings_cancelled').on(table.start_at).where(sql`state = 'cancelled'`),
    // The expression of `isPaidAs` (server/slots/booking-sql.ts).
    index('bookings_room').on(table.start_at).where(sql`substr(payment_id, 1, 5) = 'room-'`),
    index('bookings_held').on(table.hold_until).where(sql`state = 'held'`),
    // For the hold limits (server/slots/hold-limits.ts).
    index('bookings_held_since').on(table.user_id, table.held_since).where(sql`held_since IS NOT NULL`),
    index('bookings_held_from').on(table.held_from).where(isNotNull(table.held_from)),
    // The expression of `REFERENCE` (server/slots/booking-sql.ts).
    index('bookings_reference').on(sql.raw(`substr(id, -${REFERENCE_LENGTH})`)),
    index('bookings_check').on(table.next_check_at).where(isNotNull(table.next_check_at)),
    // Target of the claims' foreign key.
    uniqueIndex('bookings_of_scooter').on(table.id, table.scooter_id),
    check('bookings_window', sql`${table.end_at} > ${table.start_at}`),
    check('bookings_hours', sql`${table.hours} BETWEEN ${sql.raw(`${PLAN_HOURS.min} AND ${PLAN_HOURS.max}`)}`),
    check('bookings_amount', sql`${table.amount} >= 1`),
    check('bookings_hold', sql`(${table.state} = 'held') = (${table.hold_until} IS NOT NULL)`),
    check('bookings_paid', sql`${table.state} <> 'confirmed' OR ${table.payment_id} IS NOT NULL`)
  ]
)

export type BookingRow = typeof bookings.$inferSelect

/**
 * One row per scooter and half hour, so the primary key prevents double bookings. A claim without `hold_until` is
 * permanent; one whose `hold_until` has passed no longer counts, even before the sweep.
 *
 * The foreign key ensures that a claim is on its booking's scooter.
 */
export const slot_claims = sqliteTable(
  'slot_claims',
  {
    scooter_id: text().notNull(),
    /** Half hours since 1970, UTC (domain/bookings/slots.ts). */
    cell: integer().notNull(),
    booking_id: text().notNull(),
    hold_until: instant()
  },
  table => [
    primaryKey({ columns: [table.scooter_id, table.cell] }),
    foreignKey({
      columns: [table.booking_id, table.scooter_id],
      foreignColumns: [bookings.id, bookings.scooter_id],
      name: 'slot_claims_of_booking'
    }),
    index('slot_claims_booking').on(table.booking_id),
    index('slot_claims_hold').on(table.hold_until).where(isNotNull(table.hold_until))
  ]
)

/**
 * What is wrong with a scooter: a rider's report, damage that the staff note, or a service window. Without foreign
 * keys, as the outbox: rows of bookings and riders are never deleted.
 */
export const problems = sqliteTable(
  'problems',
  {
    /** From the client. */
    id: text().primaryKey(),
    scooter_id: text().notNull(),
    /** Of a report: the ride. */
    booking_id: text(),
    /** The rider who reported it. Null: noted by the staff. */
    user_id: text(),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    is_rideable: integer({ mode: 'boolean' }).notNull(),
    /** The rider's words. */
    words: text(),
    photo_id: text(),
    /** What the staff say about it. Riders read that of a known damage. */
    note: text(),
    state: text({ enum: PROBLEM_STATES }).notNull(),
    // While it is open, the scooter cannot be booked between these times.
    blocked_from: instant(),
    blocked_until: instant(),
    /** Its report has put the scooter into maintenance. */
    set_maintenance: integer({ mode: 'boolean' }).notNull().default(false),
    outcome: text({ enum: PROBLEM_OUTCOMES }),
    created_at: createdAt(),
    updated_at: instant().notNull()
  },
  table => [
    // A ride has one open report of a kind about a scooter.
    uniqueIndex('problems_ride')
      .on(table.booking_id, table.scooter_id, table.kind)
      .where(sql`booking_id IS NOT NULL AND state = 'open'`),
    index('problems_scooter').on(table.scooter_id, table.state, table.blocked_until),
    index('problems_state').on(table.state, table.created_at),
    index('problems_user').on(table.user_id, table.created_at).where(isNotNull(table.user_id)),
    check(
      'problems_blocked',
      sql`(${table.blocked_from} IS NULL) = (${table.blocked_until} IS NULL) AND coalesce(${table.blocked_until} > ${table.blocked_from}, 1)`
    )
  ]
)

/** Each move of a ride to another scooter. The ride is on the scooter of its last move. Rows are never deleted. */
export const moves = sqliteTable(
  'moves',
  {
    ride_id: text().notNull(),
    /** That of the ride after the move. */
    revision: integer().notNull(),
    from_scooter_id: text().notNull(),
    to_scooter_id: text().notNull(),
    moved_by: text({ enum: MOVERS }).notNull(),
    /** When its rider first read the PIN of the scooter before. Null: not, or the row is older than this column. */
    from_pin_seen_at: instant(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.ride_id, table.revision] }),
    // For the rides that a scooter has lost.
    index('moves_from').on(table.from_scooter_id, table.created_at)
  ]
)
