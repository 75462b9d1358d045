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
