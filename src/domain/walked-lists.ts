/** The lists that the cron walks item by item. */
export const WALKED_LISTS = ['invariants', 'orders', 'refunds', 'riders', 'uploads'] as const
export type WalkedList = (typeof WALKED_LISTS)[number]
