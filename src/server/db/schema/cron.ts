import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ALERT_STATUSES, CRON_LISTS, LOG_LIST, RECORDED_RUNS } from '#domain/monitoring.ts'
import { checkEnum, instant } from '#server/db/sql.ts'

/** The last run of each cron job, one row per job. */
export const runs = sqliteTable(
  'runs',
  {
    job: text({ enum: RECORDED_RUNS }).primaryKey(),
    /** For 'hourly' and 'daily': when their jobs were started (server/cron/cron.ts). */
    ended_at: instant().notNull(),
    /** Number of failed jobs, broken invariants or misplaced pictures. */
    // The column keeps its first name, because a renamed one would stop the running version during a deploy.
    troubles: integer().notNull(),
    /** For 'bucket': the path where the next run continues; null: from the start. */
    cursor: text()
  },
  table => [checkEnum('runs_job', table.job)]
)

/** Cron items that failed last time. A row is removed as soon as its item succeeds (server/jobs/retries.ts). */
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

/** The changes of the alert status, in order (server/monitoring/alerts.ts). The last row is the latest. */
export const alerts = sqliteTable(
  'alerts',
  {
    number: integer().primaryKey(),
    /** Random. The idempotency key of the request. */
    id: text().notNull(),
    status: text({ enum: ALERT_STATUSES }).notNull(),
    previous: text({ enum: ALERT_STATUSES }).notNull(),
    /** JSON: the checks that failed when the change counted. */
    checks: text().notNull(),
    /** When the cron first found the status. */
    changed_at: instant().notNull(),
    /** 'seen': found by one run, does not count yet. 'due': an alert waits. 'sent': it was taken. */
    state: text({ enum: ['seen', 'due', 'sent'] }).notNull(),
    /** Failed requests. */
    attempts: integer().notNull().default(0),
    /** No request before then. */
    due_at: instant().notNull(),
    /** Another run is sending it. */
    lease_until: instant()
  },
  table => [
    index('alerts_in_state').on(table.state, table.number),
    checkEnum('alerts_previous', table.previous),
    checkEnum('alerts_state', table.state),
    checkEnum('alerts_status', table.status)
  ]
)
