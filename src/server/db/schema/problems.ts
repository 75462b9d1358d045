import { isNotNull, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MOVERS, PROBLEM_KINDS, PROBLEM_OUTCOMES, PROBLEM_STATES } from '#domain/problems/problems.ts'
import { createdAt, instant } from './columns.ts'

/**
 * What is wrong with a scooter: a rider's report, damage that the staff note, or a service window. Without foreign
 * keys, as the outbox: rows of bookings and riders are never deleted.
 */
export const problems = sqliteTable(
  'problems',
  {
    /** From the client. */
    id: text().primaryKey(),
    scooter_id: text().notNull(),
    /** Of a report: the ride. */
    booking_id: text(),
    /** The rider who reported it. Null: noted by the staff. */
    user_id: text(),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    is_rideable: integer({ mode: 'boolean' }).notNull(),
    /** The rider's words. */
    words: text(),
    photo_id: text(),
    /** What the staff say about it. Riders read that of a known damage. */
    note: text(),
    state: text({ enum: PROBLEM_STATES }).notNull(),
    // While it is open, the scooter cannot be booked between these times.
    blocked_from: instant(),
    blocked_until: instant(),
    /** Its report has put the scooter into maintenance. */
    set_maintenance: integer({ mode: 'boolean' }).notNull().default(false),
    outcome: text({ enum: PROBLEM_OUTCOMES }),
    created_at: createdAt(),
    updated_at: instant().notNull()
  },
  table => [
    // A ride has one open report of a kind about a scooter.
    uniqueIndex('problems_ride')
      .on(table.booking_id, table.scooter_id, table.kind)
      .where(sql`booking_id IS NOT NULL AND state = 'open'`),
    index('problems_scooter').on(table.scooter_id, table.state, table.blocked_until),
    index('problems_state').on(table.state, table.created_at),
    index('problems_user').on(table.user_id, table.created_at).where(isNotNull(table.user_id)),
    check(
      'problems_blocked',
      sql`(${table.blocked_from} IS NULL) = (${table.blocked_until} IS NULL) AND coalesce(${table.blocked_until} > ${table.blocked_from}, 1)`
    )
  ]
)

/** Each move of a ride to another scooter. The ride is on the scooter of its last move. Rows are never deleted. */
export const moves = sqliteTable(
  'moves',
  {
    ride_id: text().notNull(),
    /** That of the ride after the move. */
    revision: integer().notNull(),
    from_scooter_id: text().notNull(),
    to_scooter_id: text().notNull(),
    moved_by: text({ enum: MOVERS }).notNull(),
    /** When its rider first read the PIN of the scooter before. Null: not, or the row is older than this column. */
    from_pin_seen_at: instant(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.ride_id, table.revision] }),
    // For the rides that a scooter has lost.
    index('moves_from').on(table.from_scooter_id, table.created_at)
  ]
)
