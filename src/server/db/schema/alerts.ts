import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ALERT_STATUSES } from '#domain/monitoring/health-checks.ts'
import { checkEnum, instant } from './columns.ts'

/** The changes of the alert status, in order (server/monitoring/alert-changes.ts). The last row is the latest. */
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
