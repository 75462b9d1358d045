import { isNotNull, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
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
import { BOOKING_KINDS, BOOKING_STATES, SCOOTER_STATUSES } from '#domain/bookings/booking-status.ts'
import { CANCELLERS, type CancellationTerms } from '#domain/bookings/cancellation.ts'
import { REFERENCE_LENGTH } from '#domain/bookings/reference.ts'
import { PLAN_COST_MIN_RUPEES, PLAN_HOURS } from '#domain/constants.ts'
import { CRON_LISTS, LOG_LIST } from '#domain/cron-lists.ts'
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#domain/outbox.ts'
import { DISPUTE_STATUSES } from '#domain/payments/disputes.ts'
import { REFUND_REASONS, REFUND_STATUSES } from '#domain/payments/refunds.ts'
import { PIN_MODES } from '#domain/property-rules.ts'
import type { Weekday } from '#domain/time.ts'

// Most columns have the name of their field on the wire. Bookings differ: `start_at` is `start_time` there,
// `hold_until` is `expires_at`, `settling` is `is_settling`, and `payment_status` is computed from `state`.
//
// Money is whole rupees; instants are Unix seconds, as Dates in code. Paise and ISO text exist only at the edges
// (server/payments/provider/current-provider.ts, the contract).

const instant = () => integer({ mode: 'timestamp' })
const createdAt = () => instant().notNull()

/** Restricts the column to its enum values. A new value needs a migration that rebuilds the table. */
function checkEnum(name: string, column: SQLiteColumn) {
  const words = column.enumValues?.map(word => `'${word}'`).join(', ')
  return check(name, sql`${column} IN (${sql.raw(words ?? '')})`)
}

export const properties = sqliteTable('properties', {
  id: text().primaryKey(),
  name: text().notNull(),
  location: text().notNull(),
  image_url: text(),
  /** Where its scooters are parked, such as 'Basement 1, beside the lift'. */
  parking_note: text(),
  created_at: createdAt(),
  /** Set when deleted while something still refers to the row, so that history keeps its name. */
  archived_at: instant()
})

export const scooters = sqliteTable(
  'scooters',
  {
    id: text().primaryKey(),
    /** Null: 'Unassigned', hidden from riders. */
    property_id: text().references(() => properties.id),
    name: text().notNull(),
    /** As set by the admin. Riders see an effective status derived from it. */
    status: text({ enum: SCOOTER_STATUSES }).notNull(),
    otp_pin: text().notNull(),
    image_url: text(),
    created_at: createdAt(),
    archived_at: instant()
  },
  table => [index('scooters_property').on(table.property_id)]
)

/**
 * At most one row per property. A null column has its default (domain/bookings/cancellation.ts,
 * domain/property-rules.ts).
 */
export const property_settings = sqliteTable('property_settings', {
  property_id: text()
    .primaryKey()
    .references(() => properties.id),
  free_cancel_minutes: integer(),
  grace_minutes: integer(),
  late_cancel_percent: integer(),
  /** Free time of a scooter between two riders. */
  buffer_minutes: integer(),
  max_days_ahead: integer(),
  /** Of a ride with its extensions. */
  max_ride_hours: integer(),
  /** Digits in the international form, without a plus. */
  support_phone: text(),
  pin_mode: text({ enum: PIN_MODES }),
  /** The PIN is shown this long before the start. Null: from the payment on. */
  pin_lead_minutes: integer(),
  updated_at: instant().notNull()
})

/** Scooters whose lock still has the previous PIN, at most one row per scooter. */
export const pin_changes = sqliteTable('pin_changes', {
  scooter_id: text()
    .primaryKey()
    .references(() => scooters.id),
  new_pin: text().notNull(),
  created_at: createdAt()
})

/** At most one row per property. Without one the default rates apply. */
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

/** Riders. Rows are never deleted, only marked with `deleted_at`; server/admin/stats.ts relies on it. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Trimmed, lower case. */
    email: text().notNull().unique(),
    phone: text().notNull(),
    /** 'yyyy-MM-dd' */
    date_of_birth: text().notNull(),
    password_hash: text().notNull(),
    property_id: text().references(() => properties.id),
    license_photo_url: text().notNull(),
    profile_image_url: text(),
    /** Increment to invalidate all tokens issued so far. */
    token_version: integer().notNull().default(1),
    /** Mails about holds that end, and rides that start or end soon. */
    reminders: integer({ mode: 'boolean' }).notNull().default(true),
    created_at: createdAt(),
    deleted_at: instant()
  },
  table => [
    index('users_created').on(table.created_at),
    index('users_license').on(table.license_photo_url),
    index('users_profile_image').on(table.profile_image_url).where(sql`profile_image_url IS NOT NULL`),
    index('users_property').on(table.property_id, table.created_at),
    // For the list of riders, sorted by name.
    index('users_name').on(sql`name COLLATE NOCASE`),
    index('users_deleted').on(table.deleted_at).where(sql`deleted_at IS NOT NULL`)
  ]
)

/** The words of each rider's name, email and phone (server/riders/search.ts). Deleted riders have none. */
export const rider_words = sqliteTable(
  'rider_words',
  {
    /** Lower case (domain/riders/search-words.ts). */
    word: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id)
  },
  table => [
    primaryKey({ columns: [table.word, table.user_id] }),
    index('rider_words_user').on(table.user_id, table.word)
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

/** Tokens revoked before they expire. Rows are swept after expiry. */
export const revoked_tokens = sqliteTable(
  'revoked_tokens',
  { jti: text().primaryKey(), expires_at: instant().notNull() },
  table => [index('revoked_tokens_expiry').on(table.expires_at)]
)

/** Rate limit counters (server/http/throttle.ts). Rows are swept once `forgotten_at` has passed. */
export const throttles = sqliteTable(
  'throttles',
  {
    /** The action, and its owner as a keyed hash. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** Calls are refused until then. */
    locked_until: instant().notNull(),
    /** The counter restarts after this. */
    forgotten_at: instant().notNull()
  },
  table => [index('throttles_forgotten').on(table.forgotten_at)]
)

/**
 * A ride is a row of kind 'ride' and the extensions that follow it without a gap. Each row has its own order and
 * payment.
 *
 * Rows are never deleted; server/admin/stats.ts relies on it.
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
    order_id: text().unique(),
    /** Until then only one request may create the provider order (server/payments/orders.ts). */
    ordering_until: instant(),
    payment_id: text().unique(),
    /** When to reconcile the order next; null: no more (server/payments/due-orders.ts). */
    next_check_at: instant(),
    checks: integer().notNull().default(0),
    /** The property's cancellation terms when it was booked. Null in older rows: the default terms. */
    terms: text({ mode: 'json' }).$type<CancellationTerms>(),
    /** When the payment confirmed it. */
    paid_at: instant(),
    /** Who cancelled a paid booking. Null in older rows. */
    cancelled_by: text({ enum: CANCELLERS }),
    /** The part of the payment that the cancellation refunds, in percent. */
    refund_percent: integer(),
    /** Of a ride: when its rider or an admin returned it, or its end, which the cron sets later. */
    returned_at: instant(),
    /** The upload of the parked scooter. */
    return_photo_id: text(),
    /** When its rider first read the PIN. */
    pin_seen_at: instant(),
    /** Of a ride: grows with every change of its window. Calendars need it. */
    revision: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: instant().notNull()
  },
  table => [
    index('bookings_extensions').on(table.ride_id).where(isNotNull(table.ride_id)),
    index('bookings_unreturned')
      .on(table.end_at)
      .where(sql`kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL`),
    index('bookings_user').on(table.user_id, table.start_at),
    // For the pages of a rider's own bookings (server/bookings/my-bookings.ts).
    index('bookings_rider').on(table.user_id, table.state, table.start_at),
    index('bookings_scooter').on(table.scooter_id, table.start_at),
    index('bookings_property').on(table.property_id, table.start_at),
    index('bookings_created').on(table.created_at),
    index('bookings_start').on(table.start_at),
    // For the admin's lists by payment status (server/bookings/admin-list.ts). The first also finds rides under way
    // (server/admin/stats.ts).
    index('bookings_paid').on(table.start_at).where(sql`state = 'confirmed'`),
    index('bookings_unpaid').on(table.start_at).where(sql`state IN ('held', 'expired', 'released')`),
    index('bookings_refunded').on(table.start_at).where(sql`state IN ('refund_due', 'refunded')`),
    index('bookings_cancelled').on(table.start_at).where(sql`state = 'cancelled'`),
    index('bookings_held').on(table.hold_until).where(sql`state = 'held'`),
    // For the hold limits (server/slots/hold-limits.ts).
    index('bookings_held_since').on(table.user_id, table.held_since).where(sql`held_since IS NOT NULL`),
    // The expression of `REFERENCE` (server/slots/conditions.ts).
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

/**
 * One row per scooter and half hour, so the primary key prevents double bookings. A claim without `hold_until` is
 * permanent; one whose `hold_until` has passed is dead even before the sweep.
 *
 * The foreign key ensures that a claim is on its booking's scooter.
 */
export const slot_claims = sqliteTable(
  'slot_claims',
  {
    scooter_id: text().notNull(),
    /** Half hours since 1970, UTC (domain/bookings/booking-window.ts). */
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

/** Payment attempts: failures reported by the browser or the provider, and captured payments. */
export const payments = sqliteTable(
  'payments',
  {
    /** For a captured payment the provider's id, which refunds refer to. */
    id: text().primaryKey(),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    /** The provider's id; null for attempts reported only by the browser. */
    payment_id: text(),
    status: text({ enum: ['captured', 'dismissed', 'failed'] }).notNull(),
    /**
     * The captured amount as reported by the provider, in the smallest unit. It need not be whole rupees or INR,
     * because mismatches are recorded too.
     */
    paise: integer(),
    currency: text(),
    /** As worded by the browser or the provider. */
    reason: text(),
    created_at: createdAt()
  },
  table => [
    index('payments_booking').on(table.booking_id),
    // For the overview's revenue (server/payments/revenue.ts).
    index('payments_received').on(table.created_at).where(sql`status = 'captured'`),
    uniqueIndex('payments_captured').on(table.payment_id).where(sql`status = 'captured'`),
    checkEnum('payments_status', table.status),
    check('payments_id', sql`${table.status} <> 'captured' OR ${table.payment_id} IS ${table.id}`)
  ]
)

/**
 * Refunds of captured payments. All refunds of a payment together never exceed what was captured.
 *
 * A refund that the payment's own fate demands, such as a lost slot or a cancelled booking, has the payment's id, so
 * there is at most one. A refund made in the provider's dashboard has the provider's id of it.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    payment_id: text()
      .notNull()
      .references(() => payments.id),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    /** In the payment's currency and smallest unit. */
    paise: integer().notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** 'review' waits for an admin; the cron skips it. */
    status: text({ enum: REFUND_STATUSES }).notNull(),
    /** The provider's id. A dashboard refund can cover one row and leave a rest, so two rows can share it. */
    refund_id: text(),
    /** The provider's answers that left it open. Each makes the pause before the next check longer. */
    attempts: integer().notNull().default(0),
    /** The provider's refusals in a row. */
    refusals: integer().notNull().default(0),
    /** No other run processes it before: it is being sent, or waits for its next check or for a retry of a refusal. */
    lease_until: instant(),
    /** The provider's reason for a failure, or an admin's note. */
    note: text(),
    /** When it was found to be processed. Null in older rows. */
    processed_at: instant(),
    created_at: createdAt()
  },
  table => [
    index('refunds_booking').on(table.booking_id),
    index('refunds_payment').on(table.payment_id),
    index('refunds_due').on(table.status, table.lease_until),
    index('refunds_created').on(table.created_at),
    check('refunds_paise', sql`${table.paise} > 0`),
    checkEnum('refunds_reason', table.reason),
    checkEnum('refunds_status', table.status)
  ]
)

/**
 * Disputes as the provider reports them (server/payments/disputes/dispute-events.ts). A dispute never changes a
 * booking.
 */
export const disputes = sqliteTable(
  'disputes',
  {
    /** The provider's id. A payment can have several disputes, and a dispute can arrive before its payment. */
    dispute_id: text().primaryKey(),
    payment_id: text().notNull(),
    booking_id: text()
      .notNull()
      .references(() => bookings.id),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** The provider's value; domain/payments/disputes.ts lists the known ones. */
    phase: text().notNull(),
    reason: text().notNull(),
    /** The disputed amount, which may be less than the payment, and the amount deducted from our account. */
    paise: integer().notNull(),
    paise_deducted: integer().notNull(),
    currency: text().notNull(),
    /** Deadline for the response to reach the bank. */
    respond_by: instant(),
    /** An admin allowed a refund despite the dispute. */
    refund_allowed: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
    /** Time of the latest event, by the provider's clock. */
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

/** Processed webhook events, once each. The row is written in the same batch as the event's changes. */
export const webhook_events = sqliteTable(
  'webhook_events',
  {
    event_id: text().primaryKey(),
    type: text().notNull(),
    received_at: instant().notNull()
  },
  table => [index('webhook_events_received').on(table.received_at)]
)

/** What admins did, when and to what. Append-only. */
export const audits = sqliteTable(
  'audits',
  {
    id: text().primaryKey(),
    created_at: createdAt(),
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    action: text({ enum: AUDITED_ACTIONS }).notNull(),
    /** The id of the affected row, or a name if there is no row. */
    subject: text().notNull(),
    detail: text()
  },
  table => [index('audits_created').on(table.created_at), index('audits_subject').on(table.subject)]
)

/** The last run of each cron job, one row per job. */
export const runs = sqliteTable(
  'runs',
  {
    /**
     * 'minute': the whole cron run. 'invariants': the daily check of all rides. 'bucket': the check of a part of the
     * stored pictures. 'installed': not a run, but when the table was created.
     */
    job: text({ enum: ['bucket', 'installed', 'invariants', 'minute'] }).primaryKey(),
    ended_at: instant().notNull(),
    /** Number of failed jobs, broken invariants or misplaced pictures. */
    troubles: integer().notNull(),
    /** For 'bucket': the path where the next run continues; null: from the start. */
    cursor: text()
  },
  table => [checkEnum('runs_job', table.job)]
)

/** Cron items that failed last time. A row is removed as soon as its item succeeds (server/db/item-retries.ts). */
export const failing_items = sqliteTable(
  'failing_items',
  {
    list: text({ enum: [...CRON_LISTS, LOG_LIST] }).notNull(),
    /** Id of the item: a booking, payment, upload or rider; for 'log' the message key. */
    id: text().notNull(),
    failing_since: instant().notNull(),
    /** The cron skips the item until then. */
    retry_at: instant().notNull()
  },
  table => [
    primaryKey({ columns: [table.list, table.id] }),
    index('failing_items_retry').on(table.retry_at),
    checkEnum('failing_items_list', table.list)
  ]
)

/** Every stored picture. Only the id is public. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text().primaryKey(),
    /** 'photo': of a returned scooter. */
    kind: text({ enum: ['image', 'license', 'photo'] }).notNull(),
    /** The object's key in R2. */
    path: text().notNull().unique(),
    content_type: text().notNull(),
    created_at: createdAt(),
    /**
     * False until the object is uploaded, because the row is written first. Until then the picture is not served and
     * cannot be claimed.
     *
     * False for a claimed row means that its object is missing (server/uploads/check-bucket.ts).
     */
    is_stored: integer({ mode: 'boolean' }).notNull().default(true),
    /** When an account, property or scooter claimed it. Unclaimed rows are swept within a day. */
    claimed_at: instant()
  },
  table => [
    index('uploads_missing').on(table.claimed_at).where(sql`claimed_at IS NOT NULL AND is_stored = 0`),
    index('uploads_unclaimed').on(table.created_at).where(sql`claimed_at IS NULL`),
    checkEnum('uploads_kind', table.kind)
  ]
)

/**
 * Messages to riders and admins, written in the batch of the change that they report (server/outbox). The cron sends
 * them, and writes their words from what is true then.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Random. The mail service's idempotency key. */
    id: text().primaryKey(),
    /** The occasion, so that it is told once. */
    key: text().notNull().unique(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    // Without foreign keys: their rows are never deleted, and each new booking would look for its messages.
    user_id: text(),
    admin_id: text(),
    booking_id: text(),
    /** JSON: what no other row says when the message is sent, such as the amount of a refund. */
    facts: text({ mode: 'json' }),
    due_at: instant().notNull(),
    /** It is not sent after this. */
    expires_at: instant().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    /** Failed attempts. */
    attempts: integer().notNull().default(0),
    /** Another run is sending it. */
    lease_until: instant(),
    sent_at: instant(),
    // What was sent. Kept for MESSAGE_RETENTION_DAYS.
    subject: text(),
    body: text(),
    /** Why the last attempt failed. */
    error: text(),
    created_at: createdAt()
  },
  table => [
    index('outbox_due').on(table.due_at).where(sql`state = 'due'`),
    index('outbox_user').on(table.user_id, table.created_at),
    index('outbox_created').on(table.created_at)
  ]
)

/** The devices on which riders want push messages. */
export const push_subscriptions = sqliteTable(
  'push_subscriptions',
  {
    /** The address at the browser's push service. */
    endpoint: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id),
    /** The device's keys, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: createdAt()
  },
  table => [index('push_subscriptions_user').on(table.user_id)]
)

/** Links that mails carry. The table has only the hashes of their tokens. */
export const email_tokens = sqliteTable(
  'email_tokens',
  {
    /** SHA-256 of the token, hexadecimal. */
    hash: text().primaryKey(),
    kind: text({ enum: ['password_reset'] }).notNull(),
    user_id: text().references(() => users.id),
    admin_id: text().references(() => admins.id),
    expires_at: instant().notNull(),
    used_at: instant()
  },
  table => [
    index('email_tokens_expiry').on(table.expires_at),
    index('email_tokens_user').on(table.user_id).where(isNotNull(table.user_id)),
    index('email_tokens_admin').on(table.admin_id).where(isNotNull(table.admin_id))
  ]
)

// The sandbox provider's own data.

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

/** Refunds of sandbox payments. They are processed at once. */
export const sandbox_refunds = sqliteTable(
  'sandbox_refunds',
  {
    id: text().primaryKey(),
    payment_id: text()
      .notNull()
      .references(() => sandbox_payments.id),
    /** Paise. */
    amount: integer().notNull(),
    /** The id of the refund row of a partial refund; null for a full one. */
    receipt: text().unique(),
    created_at: createdAt()
  },
  table => [index('sandbox_refunds_payment').on(table.payment_id)]
)
