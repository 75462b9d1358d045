import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LOGGED_ACTIONS, ROLES } from '#domain/admin/roles.ts'
import { checkEnum, createdAt, instant } from '#server/db/sql.ts'
import { properties } from './catalogue.ts'

export const admins = sqliteTable(
  'admins',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    password_hash: text().notNull(),
    token_version: integer().notNull().default(1),
    // A row that is added without a role has the fewest rights.
    role: text({ enum: ROLES }).notNull().default('caretaker'),
    /** When it was invited. Null: it has joined, so it has a password. */
    invited_at: instant(),
    /** An email each morning with the rides of the day. */
    daily_mail: integer({ mode: 'boolean' }).notNull().default(false),
    /** Emails about what needs the account soon. */
    tell_trouble: integer({ mode: 'boolean' }).notNull().default(true),
    created_at: createdAt(),
    deleted_at: instant()
  },
  // For messages.
  table => [index('admins_staff').on(table.role).where(sql`deleted_at IS NULL AND invited_at IS NULL`)]
)

/** The properties of managers and caretakers. Owners have none here, and all. */
export const admin_properties = sqliteTable(
  'admin_properties',
  {
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    property_id: text()
      .notNull()
      .references(() => properties.id)
  },
  table => [
    primaryKey({ columns: [table.admin_id, table.property_id] }),
    index('admin_properties_property').on(table.property_id)
  ]
)

/** Who could read the PINs of a property, and until when. The property '' stands for all. */
export const former_access = sqliteTable(
  'former_access',
  {
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    property_id: text().notNull(),
    until: instant().notNull()
  },
  table => [
    primaryKey({ columns: [table.admin_id, table.property_id] }),
    index('former_access_property').on(table.property_id, table.until)
  ]
)

/** What an owner of a new portal says is done, and the database cannot know. A row: it is. */
export const first_steps = sqliteTable(
  'first_steps',
  {
    step: text({ enum: ['locks'] }).primaryKey(),
    done_at: instant().notNull()
  },
  ({ step }) => [checkEnum('first_steps_step', step)]
)

/** What admins did, when and to what. Append-only. The table has its first name; elsewhere the code says activity. */
export const audits = sqliteTable(
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
