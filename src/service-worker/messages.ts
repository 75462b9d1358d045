/** What a page says to a new version that waits: take over. */
export const SKIP_WAITING_MESSAGE = 'skip waiting'
