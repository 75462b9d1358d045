/** Lists that the cron processes item by item. */
export const CRON_LISTS = ['bucket', 'invariants', 'orders', 'refunds', 'riders', 'uploads'] as const
export type CronList = (typeof CRON_LISTS)[number]
/** An extra list in the same table: problems whose log lines back off. */
export const LOG_LIST = 'log'
