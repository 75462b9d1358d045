import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checkEnum, createdAt } from './columns.ts'

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
