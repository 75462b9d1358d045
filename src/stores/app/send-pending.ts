import { pendingProblemsItem, pendingReturnItem } from '#client/session/token.ts'

/** An event of the window, after a return that waited was sent. */
export const RETURN_SENT_EVENT = 'returnsent'

/**
 * Sends a return that was pressed without a network; its code is loaded for it. Returns when the ride ended, ISO; null
 * if nothing waits or was sent. Rejects if the code does not load; the next page tries again.
 */
export async function sendReturn(): Promise<string | null> {
  if (pendingReturnItem.read() === null) return null
  return (await import('#stores/my-bookings/manage-ride/send-pending-return.ts')).sendPendingReturn()
}

/** Sends the reports of problems that wait. Rejects as above. */
export async function sendReports(): Promise<void> {
  if (pendingProblemsItem.read() !== null)
    await (await import('#stores/my-bookings/pending-problems.ts')).sendPendingProblems()
}
