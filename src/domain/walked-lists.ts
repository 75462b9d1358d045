/** The lists that the cron walks item by item. */
export const CRON_LISTS = ['bucket', 'invariants', 'orders', 'refunds', 'riders', 'uploads'] as const
export type CronList = (typeof CRON_LISTS)[number]
/** Beside them, what is logged ever more seldom as long as it goes on. */
export const LOG_LIST = 'log'
