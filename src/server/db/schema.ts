import { isNotNull, sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex
} from 'drizzle-orm/sqlite-core'
import { AUDITED_ACTIONS } from '#domain/audits.ts'
import { BOOKING_STATES, SCOOTER_STATUSES } from '#domain/booking-status.ts'
import { PLAN_COST_MIN_RUPEES, PLAN_HOURS } from '#domain/constants.ts'
import { DISPUTE_STATUSES } from '#domain/disputes.ts'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/refunds.ts'
import type { Weekday } from '#domain/time.ts'
import { CRON_LISTS, LOG_LIST } from '#domain/walked-lists.ts'

// Names are the wire's. Money is whole rupees. Instants are whole seconds since 1970, UTC; in code they are Dates.
// Paise and ISO text exist only outside (server/payments/current-provider.ts, the contract).

const instant = () => integer({ mode: 'timestamp' })
const createdAt = () => instant().notNull()

/** The database refuses any other word than the column's own. A new word takes a migration that makes the table anew. */
function checkEnum(name: string, column: SQLiteColumn) {
  const words = column.enumValues?.map(word => `'${word}'`).join(', ')
  return check(name, sql`${column} IN (${sql.raw(words ?? '')})`)
}

export const properties = sqliteTable('properties', {
  id: text().primaryKey(),
  name: text().notNull(),
  location: text().notNull(),
  image_url: text(),
  created_at: createdAt(),
  /** Deleted, but something still refers to it: history keeps its name (design.md §10.5). */
  archived_at: instant()
})

export const scooters = sqliteTable(
  'scooters',
  {
    id: text().primaryKey(),
    /** Null: 'Unassigned', invisible to riders (decision 52). */
    property_id: text().references(() => properties.id),
    name: text().notNull(),
    /** The admin's word; what a rider sees is derived from it (decision 40). */
    status: text({ enum: SCOOTER_STATUSES }).notNull(),
    otp_pin: text().notNull(),
    image_url: text(),
    created_at: createdAt(),
    archived_at: instant()
  },
  table => [index('scooters_property').on(table.property_id)]
)

/** At most one row a property; without one the default rates hold. */
export const legacy_pricing = sqliteTable('legacy_pricing', {
  property_id: text()
    .primaryKey()
    .references(() => properties.id),
  hourly_1: integer().notNull(),
  hourly_3: integer().notNull(),
  hourly_6: integer().notNull(),
  hourly_12: integer().notNull()
})

export const pricing_plans = sqliteTable(
  'pricing_plans',
  {
    id: text().primaryKey(),
    property_id: text()
      .notNull()
      .references(() => properties.id),
    name: text().notNull(),
    hours: integer().notNull(),
    cost: integer().notNull(),
    available_days: text({ mode: 'json' }).$type<Weekday[]>().notNull(),
    is_active: integer({ mode: 'boolean' }).notNull(),
    created_at: createdAt(),
    archived_at: instant()
  },
  table => [
    index('pricing_plans_property').on(table.property_id),
    check('pricing_plans_hours', sql`${table.hours} BETWEEN ${sql.raw(`${PLAN_HOURS.min} AND ${PLAN_HOURS.max}`)}`),
    check('pricing_plans_cost', sql`${table.cost} >= ${sql.raw(`${PLAN_COST_MIN_RUPEES}`)}`)
  ]
)

/** Riders. A row is never deleted: what `deleted_at` says is enough, and server/admin/stats.ts counts on it. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Trimmed, in lower case. */
    email: text().notNull().unique(),
    phone: text().notNull(),
    /** 'yyyy-MM-dd' */
    date_of_birth: text().notNull(),
    password_hash: text().notNull(),
    property_id: text().references(() => properties.id),
    license_photo_url: text().notNull(),
    profile_image_url: text(),
    /** Raised to end every token given out so far. */
    token_version: integer().notNull().default(1),
    created_at: createdAt(),
    deleted_at: instant()
  },
  table => [
    index('users_created').on(table.created_at),
    index('users_license').on(table.license_photo_url),
    index('users_profile_image').on(table.profile_image_url).where(sql`profile_image_url IS NOT NULL`),
    index('users_property').on(table.property_id, table.created_at),
    // A search finds how the name begins, or what follows its first word (server/riders/users.ts).
    index('users_name').on(sql`name COLLATE NOCASE`),
    index('users_later_names').on(sql`substr(name, instr(name, ' ') + 1) COLLATE NOCASE`),
    index('users_deleted').on(table.deleted_at).where(sql`deleted_at IS NOT NULL`)
  ]
)

export const admins = sqliteTable('admins', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  password_hash: text().notNull(),
  token_version: integer().notNull().default(1),
  created_at: createdAt(),
  deleted_at: instant()
})

/** Tokens that were signed out before their time; rows are swept once they would have ended anyway. */
export const revoked_tokens = sqliteTable(
  'revoked_tokens',
  { jti: text().primaryKey(), expires_at: instant().notNull() },
  table => [index('revoked_tokens_expiry').on(table.expires_at)]
)

/** How often somebody did what is limited (server/http/throttle.ts); rows are swept once they are forgotten. */
export const throttles = sqliteTable(
  'throttles',
  {
    /** What is counted, and of whom; that one as a keyed hash. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** Refused until then. */
    locked_until: instant().notNull(),
    /** From then on it counts from the beginning. */
    forgotten_at: instant().notNull()
  },
  table => [index('throttles_forgotten').on(table.forgotten_at)]
)

/** A row is never deleted (decision 30), and server/admin/stats.ts counts on it. */
export const bookings = sqliteTable(
  'bookings',
  {
    /** Random; also the payment session's id and the provider's receipt (at most 40 characters). */
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id),
    scooter_id: text()
      .notNull()
      .references(() => scooters.id),
    // As they were when booked: a deleted or renamed scooter leaves history as it was.
    scooter_name: text().notNull(),
    property_id: text().notNull(),
    property_name: text().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    plan_id: text(),
    plan_name: text(),
    hours: integer().notNull(),
    /** What this booking costs, frozen at the order (decision 27). */
    amount: integer().notNull(),
    state: text({ enum: BOOKING_STATES }).notNull(),
    /** Money is known to be on its way: the hold waits for the provider's word. */
    settling: integer({ mode: 'boolean' }).notNull().default(false),
    hold_until: instant(),
    /**
     * Since when the hold's time runs; a hold that was moved keeps it. Null: it does not count against its rider, because
     * it ended by no doing of his, or because it is older than this column.
     */
    held_since: instant(),
    order_id: text().unique(),
    /** Until then one request alone asks the provider for the order (server/payments/orders.ts). */
    ordering_until: instant(),
    payment_id: text().unique(),
    /** When the provider is asked next what was paid for the order; null: not any more (server/payments/reconcile.ts). */
    next_check_at: instant(),
    checks: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: instant().notNull()
  },
  table => [
    index('bookings_user').on(table.user_id, table.start_at),
    // A rider's own list by pages (server/bookings/my-bookings.ts).
    index('bookings_rider').on(table.user_id, table.state, table.start_at),
    index('bookings_scooter').on(table.scooter_id, table.start_at),
    index('bookings_property').on(table.property_id, table.start_at),
    index('bookings_created').on(table.created_at),
    index('bookings_start').on(table.start_at),
    // The admin's lists by payment status (server/bookings/admin-list.ts); the first also says who rides (server/admin/stats.ts).
    index('bookings_paid').on(table.start_at).where(sql`state = 'confirmed'`),
    index('bookings_unpaid').on(table.start_at).where(sql`state IN ('held', 'expired', 'released')`),
    index('bookings_refunded').on(table.start_at).where(sql`state IN ('refund_due', 'refunded')`),
    index('bookings_cancelled').on(table.start_at).where(sql`state = 'cancelled'`),
    index('bookings_held').on(table.hold_until).where(sql`state = 'held'`),
    // How often a rider holds without paying (server/bookings/slots.ts).
    index('bookings_held_since').on(table.user_id, table.held_since).where(sql`held_since IS NOT NULL`),
    index('bookings_check').on(table.next_check_at).where(isNotNull(table.next_check_at)),
    // What claims refer to.
    uniqueIndex('bookings_of_scooter').on(table.id, table.scooter_id),
    check('bookings_window', sql`${table.end_at} > ${table.start_at}`),
    check('bookings_hours', sql`${table.hours} BETWEEN ${sql.raw(`${PLAN_HOURS.min} AND ${PLAN_HOURS.max}`)}`),
    check('bookings_amount', sql`${table.amount} >= 1`),
    check('bookings_hold', sql`(${table.state} = 'held') = (${table.hold_until} IS NOT NULL)`),
    check('bookings_paid', sql`${table.state} <> 'confirmed' OR ${table.payment_id} IS NOT NULL`)
  ]
)

/**
 * One row a scooter and half hour: the primary key itself refuses a double booking. A claim without `hold_until` is
 * for good; one whose `hold_until` has passed no longer counts, swept or not. It is on its booking's scooter.
 */
export const slot_claims = sqliteTable(
  'slot_claims',
  {
    scooter_id: text().notNull(),
    /** Half hours since 1970, UTC (domain/booking-window.ts). */
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

/** What was tried and what came of it: failures that the browser told, payments that the provider confirmed. */
export const payments = sqliteTable(
  'payments',
  {
    /** Of what was captured, the provider's: refunds refer to it. */
    id: text().primaryKey(),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    /** The provider's id; unknown for what only the browser told. */
    payment_id: text(),
    status: text({ enum: ['captured', 'dismissed', 'failed'] }).notNull(),
    /**
     * What was captured, as the provider tells it: the one amount that need not be whole rupees, or rupees at all, for
     * what is not as it was ordered is written down as well. A refund always gives back all of it.
     */
    paise: integer(),
    currency: text(),
    /** The browser's or the provider's words. */
    reason: text(),
    created_at: createdAt()
  },
  table => [
    index('payments_booking').on(table.booking_id),
    uniqueIndex('payments_captured').on(table.payment_id).where(sql`status = 'captured'`),
    checkEnum('payments_status', table.status),
    check('payments_id', sql`${table.status} <> 'captured' OR ${table.payment_id} IS ${table.id}`)
  ]
)

/**
 * Every captured payment belongs to one confirmed booking or has exactly one row here (faults.md C1, I4). How much goes
 * back is in the payment's own row: all of it.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    payment_id: text()
      .primaryKey()
      .references(() => payments.id),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** 'review' waits for an admin; the worker leaves it alone (design.md §10.2). */
    status: text({ enum: REFUND_STATUSES }).notNull(),
    refund_id: text(),
    attempts: integer().notNull().default(0),
    /** Nobody else touches it before: it is being sent, or was tried in vain and waits. */
    lease_until: instant(),
    /** Why it did not go through, in the provider's words; or what an admin noted. */
    note: text(),
    created_at: createdAt()
  },
  table => [
    index('refunds_booking').on(table.booking_id),
    index('refunds_due').on(table.status, table.lease_until),
    index('refunds_created').on(table.created_at),
    checkEnum('refunds_reason', table.reason),
    checkEnum('refunds_status', table.status)
  ]
)

/** Payments that a rider's bank takes back, as the provider tells it (server/disputes/record.ts). No booking changes with one. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** The provider's. A payment can have several, and one before it is known itself. */
    dispute_id: text().primaryKey(),
    payment_id: text().notNull(),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** The provider's word (domain/disputes.ts has those that are known). */
    phase: text().notNull(),
    reason: text().notNull(),
    /** What the dispute is over, which need not be all of the payment; and what was taken from the account for it. */
    paise: integer().notNull(),
    paise_deducted: integer().notNull(),
    currency: text().notNull(),
    /** Until then an answer has to reach the bank. */
    respond_by: instant(),
    /** An admin gives the payment back all the same. */
    refund_allowed: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
    /** When that happened which is known of it last, by the provider's clock. */
    told_at: instant().notNull()
  },
  table => [
    index('disputes_booking').on(table.booking_id),
    index('disputes_payment').on(table.payment_id),
    index('disputes_created').on(table.created_at),
    index('disputes_status').on(table.status, table.respond_by),
    checkEnum('disputes_status', table.status)
  ]
)

/** What the provider told, once each; the row is written in the batch of what the event brought about. */
export const webhook_events = sqliteTable(
  'webhook_events',
  {
    event_id: text().primaryKey(),
    type: text().notNull(),
    received_at: instant().notNull()
  },
  table => [index('webhook_events_received').on(table.received_at)]
)

/** What admins did: who, when, to what. Rows are only ever added. */
export const audits = sqliteTable(
  'audits',
  {
    id: text().primaryKey(),
    created_at: createdAt(),
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    action: text({ enum: AUDITED_ACTIONS }).notNull(),
    /** The id of what it was done to; where that is no row, what it is called. */
    subject: text().notNull(),
    detail: text()
  },
  table => [index('audits_created').on(table.created_at), index('audits_subject').on(table.subject)]
)

/** When the cron's work was done last, a row a job. */
export const runs = sqliteTable(
  'runs',
  {
    /**
     * 'minute' is all of it; 'invariants' the daily look at every ride, 'bucket' the one at a part of the stored pictures.
     * 'installed' is no run: when the table was filled.
     */
    job: text({ enum: ['bucket', 'installed', 'invariants', 'minute'] }).primaryKey(),
    ended_at: instant().notNull(),
    /** Parts that failed, invariants that do not hold, or pictures that were found astray. */
    troubles: integer().notNull(),
    /** Of 'bucket': the path where the next run goes on; null: from the beginning. */
    cursor: text()
  },
  table => [checkEnum('runs_job', table.job)]
)

/** Items of the cron's lists that failed the last time; a row goes as soon as its item succeeds (server/runtime/item-retries.ts). */
export const failing_items = sqliteTable(
  'failing_items',
  {
    list: text({ enum: [...CRON_LISTS, LOG_LIST] }).notNull(),
    /** In that list: a booking's, a payment's, an upload's, a rider's; of 'log' what was logged. */
    id: text().notNull(),
    failing_since: instant().notNull(),
    /** The cron leaves it alone until then. */
    retry_at: instant().notNull()
  },
  table => [
    primaryKey({ columns: [table.list, table.id] }),
    index('failing_items_retry').on(table.retry_at),
    checkEnum('failing_items_list', table.list)
  ]
)

/** Every stored picture; the id is all the world sees of it. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['image', 'license'] }).notNull(),
    /** The object's key in R2. */
    path: text().notNull().unique(),
    content_type: text().notNull(),
    created_at: createdAt(),
    /**
     * The row is written before its object: until that is there too, the picture is neither shown nor taken up. False for
     * one that is claimed: its object is missing (server/uploads/bucket-check.ts).
     */
    is_stored: integer({ mode: 'boolean' }).notNull().default(true),
    /** Taken up by an account, a property or a scooter; null ones are swept within a day. */
    claimed_at: instant()
  },
  table => [
    index('uploads_missing').on(table.claimed_at).where(sql`claimed_at IS NOT NULL AND is_stored = 0`),
    index('uploads_unclaimed').on(table.created_at).where(sql`claimed_at IS NULL`),
    checkEnum('uploads_kind', table.kind)
  ]
)

// The sandbox's bank: what a card provider would keep on its side.

export const sandbox_orders = sqliteTable('sandbox_orders', {
  id: text().primaryKey(),
  receipt: text().notNull().unique(),
  /** Paise, as at the real provider. */
  amount: integer().notNull(),
  created_at: createdAt()
})

export const sandbox_payments = sqliteTable(
  'sandbox_payments',
  {
    id: text().primaryKey(),
    order_id: text()
      .notNull()
      .references(() => sandbox_orders.id),
    amount: integer().notNull(),
    status: text({ enum: ['captured', 'failed', 'refunded'] }).notNull(),
    created_at: createdAt()
  },
  table => [index('sandbox_payments_order').on(table.order_id), checkEnum('sandbox_payments_status', table.status)]
)
