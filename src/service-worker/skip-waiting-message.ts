/** Message from a page that makes the waiting service worker take over. */
export const SKIP_WAITING_MESSAGE = 'skip waiting'
