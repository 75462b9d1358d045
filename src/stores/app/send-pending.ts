import { pendingProblemsItem, pendingReturnItem } from '#client/session/token.ts'

/** An event of the window, after a return that waited was sent. */
export const RETURN_SENT_EVENT = 'returnsent'

/**
 * Sends the returns that were pressed without a network; their code is loaded for them. Returns whether any arrived.
 * Rejects if the code does not load; the next page tries again.
 */
export async function sendReturns(): Promise<boolean> {
  if (pendingReturnItem.read() === null) return false
  return (await import('#stores/my-bookings/manage-ride/send-pending-return.ts')).sendPendingReturns()
}

/** Sends the reports of problems that wait. Rejects as above. */
export async function sendReports(): Promise<void> {
  if (pendingProblemsItem.read() !== null)
    await (await import('#stores/my-bookings/pending-problems.ts')).sendPendingProblems()
}
