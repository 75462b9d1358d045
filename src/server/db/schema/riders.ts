import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LICENCE_STATUSES, NOTE_KINDS, REJECT_REASONS } from '#domain/riders/licence.ts'
import { createdAt, instant } from '#server/db/sql.ts'
import { admins } from './admins.ts'
import { properties } from './catalogue.ts'

const IS_TO_REVIEW = 'license_waits_since IS NOT NULL AND deleted_at IS NULL'

/**
 * SQL: what sorts riders by name, also those that the cron has not folded yet. It has no comma, because drizzle-kit
 * would split it into two columns.
 */
export const nameOrder = ({ name, name_key }: Record<'name' | 'name_key', SQLWrapper>): SQL =>
  sql`CASE WHEN ${name_key} IS NULL THEN lower(${name}) ELSE ${name_key} END`

/** SQL: the rider has an email (domain/riders/contact.ts). */
export const hasEmail = (rider: string) => `instr(${rider}.email, '@') > 0`

/** SQL: the email of a rider; '' without one. */
export const emailOf = (rider: string) => `iif(${hasEmail(rider)}, ${rider}.email, '')`

/** Riders. Rows are never deleted, only marked with `deleted_at`; server/overview/stats.ts relies on it. */
export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /**
     * For the order of names (domain/kit/text.ts). Null: an earlier version stored the name and the words of
     * `rider_words`, which the cron replaces.
     */
    name_key: text(),
    /** Trimmed, lower case. A guest without an email has text without '@'. */
    email: text().notNull().unique(),
    /** When a link to this address was opened. */
    email_confirmed_at: instant(),
    phone: text().notNull(),
    /** 'yyyy-MM-dd' */
    date_of_birth: text().notNull(),
    password_hash: text().notNull(),
    property_id: text().references(() => properties.id),
    license_photo_url: text().notNull(),
    license_status: text({ enum: LICENCE_STATUSES }).notNull().default('unreviewed'),
    /** Of a rejected licence. */
    license_reason: text({ enum: REJECT_REASONS }),
    /** Of an approved licence: when it ends. */
    license_valid_until: instant(),
    /**
     * Since when a photo waits for a decision. Null: none does. 0: it is older than this column, so it is listed last,
     * and neither counted nor told.
     */
    license_waits_since: instant().default(sql`0`),
    /** Grows with every upload and decision. */
    license_revision: integer().notNull().default(0),
    /** Null: the rider may book. */
    suspended_at: instant(),
    profile_image_url: text(),
    /** Increment to invalidate all tokens issued so far. */
    token_version: integer().notNull().default(1),
    /** Mails about holds that end, and rides that start or end soon. */
    reminders: integer({ mode: 'boolean' }).notNull().default(true),
    /** Of an earlier version, which has no `name_key`. */
    are_words_folded: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
    /** When its rider asked for the deletion. Null: has not, or has signed in since. */
    deletion_asked_at: instant(),
    deleted_at: instant()
  },
  table => [
    index('users_created').on(table.created_at),
    index('users_license').on(table.license_photo_url),
    index('users_profile_image').on(table.profile_image_url).where(sql`profile_image_url IS NOT NULL`),
    index('users_property').on(table.property_id, table.created_at),
    // For the list of riders, sorted by name, and those of a property, sorted by name or email.
    index('users_name').on(nameOrder(table)),
    index('users_property_name').on(table.property_id, nameOrder(table)),
    index('users_property_email').on(table.property_id, table.email),
    // For the licences to review: all, and those of a property.
    index('users_to_review').on(table.license_waits_since).where(sql.raw(IS_TO_REVIEW)),
    index('users_property_to_review').on(table.property_id, table.license_waits_since).where(sql.raw(IS_TO_REVIEW)),
    index('users_unfolded').on(table.name_key).where(sql`name_key IS NULL AND deleted_at IS NULL`),
    index('users_deleted').on(table.deleted_at).where(sql`deleted_at IS NOT NULL`),
    index('users_leaving').on(table.deletion_asked_at).where(sql`deletion_asked_at IS NOT NULL AND deleted_at IS NULL`)
  ]
)

/** Which terms a rider agreed to. They are kept when the account is deleted, for disputes. */
export const consents = sqliteTable(
  'consents',
  {
    user_id: text()
      .notNull()
      .references(() => users.id),
    /** The day of the terms: TERMS_VERSION of domain/operator.ts. */
    version: text().notNull(),
    agreed_at: createdAt()
  },
  table => [primaryKey({ columns: [table.user_id, table.version] })]
)

/** What admins write about a rider. They are deleted with the account. */
export const rider_notes = sqliteTable(
  'rider_notes',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id),
    /** The rider's property of that day. Whoever has it reads the note. */
    property_id: text(),
    admin_id: text()
      .notNull()
      .references(() => admins.id),
    /** 'phone': the number at which the rider was reached. 'suspension': why the rider was suspended. */
    kind: text({ enum: NOTE_KINDS }).notNull(),
    text: text().notNull(),
    created_at: createdAt()
  },
  table => [index('rider_notes_user').on(table.user_id, table.created_at)]
)

/** The words of each rider's name, email and phone (server/riders/search.ts). Deleted riders have none. */
export const rider_words = sqliteTable(
  'rider_words',
  {
    /** Folded (domain/riders/contact.ts). */
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

// The columns that hold something of a rider, and the SQL of what the deletion of the rider leaves in them. A test fails
// on a column that is neither here nor excused (tests/architecture/personal-columns.test.ts).

const NOTHING = 'NULL'
const EMPTY = "''"

/** The rows stay. */
export const FORGOTTEN = {
  // What admins wrote. Amounts stay, which stand before the words.
  audits: {
    detail: `iif(action IN ('refund_booking', 'pay_compensation'), substr(detail, 1, instr(detail || ' · ', ' · ') - 1), NULL)`
  },
  bookings: { cancel_reason: NOTHING, note_to_staff: NOTHING, return_photo_id: NOTHING },
  compensations: { note: NOTHING },
  outbox: { body: NOTHING, error: NOTHING, facts: NOTHING, subject: NOTHING },
  // The browser reported some of these reasons, so they may contain anything.
  payments: { reason: NOTHING },
  // The problem itself stays: it is about a scooter. Riders read the note on one that is not fixed.
  problems: { note: "iif(state = 'fixed', NULL, note)", photo_id: NOTHING, user_id: NOTHING, words: NOTHING },
  refunds: { note: NOTHING },
  users: {
    date_of_birth: EMPTY,
    email: "'deleted-' || id",
    email_confirmed_at: NOTHING,
    license_photo_url: EMPTY,
    license_reason: NOTHING,
    license_status: "'unreviewed'",
    license_valid_until: NOTHING,
    license_waits_since: NOTHING,
    name: ':deletedName',
    name_key: NOTHING,
    password_hash: EMPTY,
    phone: EMPTY,
    profile_image_url: NOTHING,
    property_id: NOTHING,
    suspended_at: NOTHING
  }
} as const

/** The rows of the rider are deleted, by their `user_id`. */
export const DELETED_WITH_RIDER = ['email_tokens', 'push_subscriptions', 'rider_notes', 'rider_words'] as const
