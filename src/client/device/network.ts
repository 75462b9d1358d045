/** Whether the device knows that it is offline. A network without internet access still counts as online. */
export function isOffline(): boolean {
  return navigator.onLine === false
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
