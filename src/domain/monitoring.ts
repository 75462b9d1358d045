/** These cannot wait until morning (docs/operating.md). The most urgent is first, as below. */
const URGENT_CHECKS = [
  'misconfigured',
  'database_unreachable',
  'pictures_unreachable',
  'invariants_broken',
  'cron_late',
  'orders_failing'
] as const

/** What can be wrong with an installation. */
export const HEALTH_CHECKS = [
  ...URGENT_CHECKS,
  'payments_unsettled',
  'refunds_in_review',
  'compensations_owed',
  'disputes_near_deadline',
  'disputes_unanswered',
  'payouts_unread',
  'database_filling',
  'cron_stuck',
  'cron_failures',
  'messages_late',
  'pictures_missing',
  'papers_expiring'
] as const
export type HealthCheck = (typeof HEALTH_CHECKS)[number]

/** A failed check with the number of rows or jobs that fail it; 1 if there is nothing to count. */
export interface FailedCheck {
  name: HealthCheck
  count: number
}

/** The cron runs every minute. Without a run for this long it counts as late. */
export const CRON_LATE_MINUTES = 10
/** A message that waits longer needs attention. */
export const MESSAGES_LATE_MINUTES = 15
/** A payment that the provider has not confirmed for longer needs attention. */
export const UNSETTLED_LATE_MINUTES = 60
/** What riders are owed for longer needs attention. */
export const OWED_LATE_DAYS = 7
/** Days whose payouts could not be read for longer need attention. */
export const PAYOUTS_LATE_HOURS = 48
/** D1 refuses writes to a larger database. */
export const DATABASE_MAX_GB = 10
/** A database of this size needs attention, because the ways out take weeks. */
export const DATABASE_FILLING_GB = 7
/** A cron item that has failed for this long needs an operator. */
export const STUCK_AFTER_DAYS = 2
/** The health endpoint counts no further, because more is not more urgent. */
export const HEALTH_COUNT_MAX = 1000
/** Disputes due within this time are logged every hour, because evidence takes time to collect. */
export const DISPUTE_WARNING_HOURS = 72
/** If the provider created none of this many orders in a row, nobody can pay. Older orders do not count. */
export const FAILING_ORDERS = 3
export const FAILING_ORDERS_MINUTES = 60

/** The states of an alert, the best first. */
export const ALERT_STATUSES = ['ok', 'attention', 'broken'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** Whether the alerts or the heartbeat are set up. 'unusable': the variable is set, but its address is ignored. */
export const OPERATOR_SERVICE_STATES = ['off', 'on', 'unusable'] as const
export type OperatorServiceState = (typeof OPERATOR_SERVICE_STATES)[number]

/** These can end by themselves within a minute, so the next run must find them too. */
const SELF_RECOVERING_CHECKS: readonly HealthCheck[] = [
  'database_unreachable',
  'pictures_unreachable',
  'orders_failing'
]

export const isUrgent = (check: HealthCheck) => (URGENT_CHECKS as readonly HealthCheck[]).includes(check)

/** Returns 'broken' if a failed check is urgent. */
export function alertStatusOf(checks: readonly FailedCheck[]): AlertStatus {
  if (checks.some(({ name }) => isUrgent(name))) return 'broken'
  return checks.length > 0 ? 'attention' : 'ok'
}

/** Whether a single run of the cron is enough to send an alert. */
export function needsImmediateAlert(checks: readonly FailedCheck[]): boolean {
  return checks.some(({ name }) => isUrgent(name) && !SELF_RECOVERING_CHECKS.includes(name))
}

// The jobs of the cron, their lists of items, and the runs that it records.

/** The jobs of the cron. The log line of a run has one count for each. */
export const CRON_JOBS = [
  'invariants_broken',
  'bucket_repaired',
  'claims_deleted',
  'deadlines_near',
  'holds_ended',
  'links_deleted',
  'messages_deleted',
  'messages_sent',
  'orders_checked',
  'payouts_read',
  'photos_released',
  'pins_rotated',
  'receipts_issued',
  'references_read',
  'refunds_sent',
  'reminders_added',
  'riders_deleted',
  'rides_returned',
  'search_words_upgraded',
  'uploads_deleted',
  'throttles_deleted',
  'tokens_deleted',
  'events_deleted',
  'retries_deleted'
] as const

export type CronJob = (typeof CRON_JOBS)[number]

/** Lists that the cron processes item by item. */
export const CRON_LISTS = ['bucket', 'invariants', 'orders', 'refunds', 'riders', 'uploads'] as const
export type CronList = (typeof CRON_LISTS)[number]

/** An extra list in the same table: problems whose log lines back off. */
export const LOG_LIST = 'log'

/**
 * The rows of the table `runs`. 'minute': the whole cron run. 'hourly' and 'daily': the last start of these jobs.
 * 'invariants': the daily check of all rides. 'bucket': the check of a part of the stored pictures. 'installed': not a
 * run, but when the table was created. 'refund_shares': not a run, but since when a cancellation cannot refund more than
 * its share; its troubles are 1 until the refunds from before are logged. 'receipts': the last run that left no payment
 * without its receipt. 'receipts_since': not a run, but since when payments get receipts.
 */
export const RECORDED_RUNS = [
  'bucket',
  'daily',
  'hourly',
  'installed',
  'invariants',
  'minute',
  'receipts',
  'receipts_since',
  'refund_shares'
] as const
export type RecordedRun = (typeof RECORDED_RUNS)[number]
export const MINUTE_RUN = 'minute' satisfies RecordedRun
