import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#domain/outbox/outbox.ts'
import { createdAt, instant } from '#server/db/sql.ts'
import { admins } from './admins.ts'
import { users } from './riders.ts'

/**
 * Messages to riders and admins, written in the batch of the change that they report (server/outbox). The cron sends
 * them, and writes their words from what is true then.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Random. The mail service's idempotency key. */
    id: text().primaryKey(),
    /** Names the cause of the message, so that each cause has one message. */
    key: text().notNull().unique(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    // Without foreign keys: their rows are never deleted, and each new booking would look for its messages.
    user_id: text(),
    admin_id: text(),
    booking_id: text(),
    /** JSON: what no other row says when the message is sent, such as the amount of a refund. */
    facts: text(),
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

/** The devices on which riders and the people of the portal want push messages. Each belongs to one account. */
export const push_subscriptions = sqliteTable(
  'push_subscriptions',
  {
    /** The address at the browser's push service. */
    endpoint: text().primaryKey(),
    user_id: text().references(() => users.id),
    admin_id: text().references(() => admins.id),
    /** The device's keys, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: createdAt()
  },
  table => [
    index('push_subscriptions_user').on(table.user_id),
    index('push_subscriptions_admin').on(table.admin_id),
    check('push_subscriptions_account', sql`(user_id IS NULL) <> (admin_id IS NULL)`)
  ]
)
