import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checkEnum, createdAt, instant } from '#server/db/sql.ts'

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
     * False for a claimed row means that its object is missing (server/uploads/bucket.ts).
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
