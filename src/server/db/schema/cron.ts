import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CRON_LISTS, LOG_LIST, RECORDED_RUNS } from '#domain/monitoring/cron-lists.ts'
import { checkEnum, instant } from './columns.ts'

/** The last run of each cron job, one row per job. */
export const runs = sqliteTable(
  'runs',
  {
    job: text({ enum: RECORDED_RUNS }).primaryKey(),
    /** For 'hourly' and 'daily': when their jobs were started (server/cron/due-jobs.ts). */
    ended_at: instant().notNull(),
    /** Number of failed jobs, broken invariants or misplaced pictures. */
    // The column keeps its first name, because a renamed one would stop the running version during a deploy.
    problems: integer('troubles').notNull(),
    /** For 'bucket': the path where the next run continues; null: from the start. */
    cursor: text()
  },
  table => [checkEnum('runs_job', table.job)]
)

/** Cron items that failed last time. A row is removed as soon as its item succeeds (server/jobs/item-retries.ts). */
export const failing_items = sqliteTable(
  'failing_items',
  {
    list: text({ enum: [...CRON_LISTS, LOG_LIST] }).notNull(),
    /** Id of the item: a booking, payment, upload or rider; for 'log' the message key. */
    id: text().notNull(),
    failing_since: instant().notNull(),
    /** The cron skips the item until then. */
    retry_at: instant().notNull()
  },
  table => [
    primaryKey({ columns: [table.list, table.id] }),
    index('failing_items_retry').on(table.retry_at),
    checkEnum('failing_items_list', table.list)
  ]
)
