import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

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
