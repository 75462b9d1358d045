import { isNotNull } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LINK_KINDS } from '#domain/outbox/outbox.ts'
import { instant } from '#server/db/sql.ts'
import { admins } from './admins.ts'
import { users } from './riders.ts'

/** Tokens revoked before they expire. Rows are swept after expiry. */
export const revoked_tokens = sqliteTable(
  'revoked_tokens',
  { jti: text().primaryKey(), expires_at: instant().notNull() },
  table => [index('revoked_tokens_expiry').on(table.expires_at)]
)

/** Links that mails carry. The table has only the hashes of their tokens. */
export const email_tokens = sqliteTable(
  'email_tokens',
  {
    /** SHA-256 of the token, hexadecimal. */
    hash: text().primaryKey(),
    kind: text({ enum: LINK_KINDS }).notNull(),
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
