/** The lists that the cron walks item by item. */
export const WALKED_LISTS = ['bucket', 'invariants', 'orders', 'refunds', 'riders', 'uploads'] as const
export type WalkedList = (typeof WALKED_LISTS)[number]
/** Beside them, what is logged ever more seldom as long as it goes on. */
export const LOGGED = 'log'
