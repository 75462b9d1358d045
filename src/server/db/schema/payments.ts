import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ATTEMPT_STATUSES, DISPUTE_STATUSES, REFUND_REASONS, REFUND_STATUSES } from '#domain/payments.ts'
import { PAID_KINDS, RECEIPT_KINDS } from '#domain/receipts.ts'
import { checkEnum, createdAt, instant, json, sqlStringList, storedReceiptFacts } from '#server/db/sql.ts'
import { bookings } from './bookings.ts'

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
    status: text({ enum: ATTEMPT_STATUSES }).notNull(),
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
    // For the overview's revenue (server/payments/admin-payments.ts).
    index('payments_received').on(table.created_at).where(sql`status = 'captured'`),
    uniqueIndex('payments_captured').on(table.payment_id).where(sql`status = 'captured'`),
    checkEnum('payments_status', table.status),
    check('payments_id', sql`${table.status} <> 'captured' OR ${table.payment_id} IS ${table.id}`)
  ]
)

/**
 * Refunds of captured payments. All refunds of a payment together never exceed what was captured.
 *
 * An automatic refund, for example after a lost slot or a cancelled booking, has the payment's id, so there is at most
 * one. A refund made in the provider's dashboard has the id that the provider gave it.
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
    /** By which the rider's bank finds the money. It often exists only days after the refund was processed. */
    bank_reference: text(),
    /** When the provider is asked for it next; null: never (server/payments/refunds/refund-records.ts). */
    reference_at: instant(),
    created_at: createdAt()
  },
  table => [
    index('refunds_booking').on(table.booking_id),
    index('refunds_payment').on(table.payment_id),
    index('refunds_due').on(table.status, table.lease_until),
    index('refunds_created').on(table.created_at),
    index('refunds_processed').on(table.processed_at).where(sql`processed_at IS NOT NULL`),
    index('refunds_reference').on(table.reference_at).where(sql`reference_at IS NOT NULL`),
    check('refunds_paise', sql`${table.paise} > 0`),
    checkEnum('refunds_reason', table.reason),
    checkEnum('refunds_status', table.status)
  ]
)

/**
 * The receipts and tax invoices of payments, and the notes of their refunds (server/receipts/receipts.ts). Rows never
 * change. Without foreign keys, as the outbox.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    /** 'KAI/2627': prefix, letter of the kind, financial year. Numbers of a series have no gap. */
    series: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: RECEIPT_KINDS }).notNull(),
    booking_id: text().notNull(),
    payment_id: text().notNull(),
    property_id: text().notNull(),
    /** The GSTIN of an invoice, and of the notes of its payment. */
    registration: text(),
    paise: integer().notNull(),
    /** 1800: 18 percent. */
    tax_rate: integer().notNull(),
    /** Included in `paise`. A note of one paisa can have two of tax. */
    tax_paise: integer().notNull(),
    /** Nothing of the rider. */
    facts: json('receipts.facts', storedReceiptFacts).notNull(),
    /** When it was paid or refunded. */
    issued_at: instant().notNull()
  },
  table => [
    primaryKey({ columns: [table.series, table.number] }),
    uniqueIndex('receipts_paid')
      .on(table.payment_id)
      .where(sql.raw(`kind IN ${sqlStringList(PAID_KINDS)}`)),
    index('receipts_payment').on(table.payment_id),
    index('receipts_issued').on(table.issued_at),
    index('receipts_registered').on(table.registration, table.issued_at).where(sql`registration IS NOT NULL`),
    checkEnum('receipts_kind', table.kind),
    check('receipts_paise', sql`${table.paise} > 0 AND ${table.tax_paise} >= 0 AND ${table.tax_paise} % 2 = 0`)
  ]
)

/** What the operator owes for rides that it cancelled late, beside their refunds. At most one row per ride. */
export const compensations = sqliteTable(
  'compensations',
  {
    /** The ride. */
    booking_id: text()
      .primaryKey()
      .references(() => bookings.id),
    paise: integer().notNull(),
    created_at: createdAt(),
    /** Null: it is owed. */
    paid_at: instant(),
    /** How it was paid, by an owner. */
    note: text()
  },
  table => [
    index('compensations_owed').on(table.created_at).where(sql`paid_at IS NULL`),
    check('compensations_paise', sql`${table.paise} > 0`)
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
    /** The provider's value; domain/payments.ts lists the known ones. */
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

/** Webhook events, once each. The row of a processed one is written in the same batch as its changes. */
export const webhook_events = sqliteTable(
  'webhook_events',
  {
    event_id: text().primaryKey(),
    type: text().notNull(),
    /** The whole event, if it could not be processed. It is, when it is sent again. */
    quarantined: text(),
    received_at: instant().notNull()
  },
  table => [index('webhook_events_received').on(table.received_at)]
)

/** Orders of the provider for development (server/payments/provider/sandbox.ts). */
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

// What the provider has paid out to the operator's bank account, and the months that an owner has closed. Paise. A payout
// can be of a payment that is not ours, so that nothing here is a foreign key.

/** A row of the provider's report: a payment, a refund, a transfer or an adjustment. */
export const payouts = sqliteTable(
  'payouts',
  {
    /** The provider's id of the payment or refund itself. */
    entity_id: text().primaryKey(),
    /** The provider's word, such as 'payment' or 'refund'. */
    type: text().notNull(),
    /** Of a refund: its payment. */
    payment_id: text(),
    dispute_id: text(),
    paise: integer().notNull(),
    /** What the bank account gets for it, and what is taken from it: without what the provider charges. */
    credit: integer().notNull(),
    debit: integer().notNull(),
    /** On what the provider charges. */
    tax: integer().notNull(),
    settlement_id: text().notNull(),
    /** By which the bank's statement names the settlement. */
    utr: text(),
    settled_at: instant().notNull(),
    /** The month that counts it. Later than `settled_at` if that month was closed before this row was read. */
    counted_at: instant().notNull()
  },
  table => [
    index('payouts_counted').on(table.counted_at),
    index('payouts_payment').on(table.payment_id).where(sql`payment_id IS NOT NULL`)
  ]
)

/** The days in India whose report is read (server/payments/payouts.ts). */
export const payout_days = sqliteTable(
  'payout_days',
  {
    day: text().primaryKey(),
    /** Since when its next reading is tried. */
    tried_at: instant().notNull(),
    /** Null until it succeeds. */
    read_at: instant()
  },
  table => [index('payout_days_unread').on(table.tried_at).where(sql`read_at IS NULL`)]
)

/** The closed months. What they say does not change any more. */
export const books = sqliteTable('books', {
  /** 'yyyy-MM' */
  month: text().primaryKey(),
  ends_at: instant().notNull(),
  closed_at: instant().notNull(),
  admin_id: text().notNull(),
  /** JSON: the month as it was closed. */
  figures: text().notNull(),
  /** The sum of what did not agree. */
  difference: integer().notNull(),
  /** Why the owner has closed it nevertheless. */
  note: text()
})
