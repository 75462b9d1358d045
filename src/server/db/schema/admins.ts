import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LOGGED_ACTIONS } from '#domain/admin/logged-actions.ts'
import { createdAt, instant } from './columns.ts'

export const admins = sqliteTable('admins', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  password_hash: text().notNull(),
  token_version: integer().notNull().default(1),
  created_at: createdAt(),
  deleted_at: instant()
})

/** What admins did, when and to what. Append-only. In SQL the table has its first name, audits. */
export const activity_log = sqliteTable(
  'audits',
  {
    id: text().primaryKey(),
    created_at: createdAt(),
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    action: text({ enum: LOGGED_ACTIONS }).notNull(),
    /** The id of the affected row, or a name if there is no row. */
    subject: text().notNull(),
    detail: text()
  },
  table => [index('audits_created').on(table.created_at), index('audits_subject').on(table.subject)]
)
