import { SECOND_MS } from '#domain/time/time-units.ts'

/** Whether the device knows that it is offline. A network without internet access still counts as online. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

/** A file that is never cached, and that the Worker does not have to answer. */
const ANSWER_PATH = '/robots.txt'
const ANSWER_MAX_MS = 5 * SECOND_MS

/** Whether this site answers now. The page that a captive portal shows instead is a redirect. */
export async function siteAnswers(): Promise<boolean> {
  if (isOffline()) return false
  const request: RequestInit = { cache: 'no-store', method: 'HEAD', redirect: 'error' }
  return fetch(ANSWER_PATH, { ...request, signal: AbortSignal.timeout(ANSWER_MAX_MS) }).then(
    ({ status }) => status < 500,
    () => false
  )
}

/**
 * Whether the page is the offline shell, which replaces an unreachable page. It cannot open payments (see
 * scripts/build/page-policy.ts).
 */
export function isOfflineShell(): boolean {
  return document.querySelector('[data-offline]') !== null
}

/** Calls `task` when the device is online again. Returns an unsubscribe function. */
export function whenOnline(task: () => void): () => void {
  addEventListener('online', task)
  return () => removeEventListener('online', task)
}

/** Calls `task` when the device goes offline. Returns an unsubscribe function. */
export function whenOffline(task: () => void): () => void {
  addEventListener('offline', task)
  return () => removeEventListener('offline', task)
}
