import { latePart } from '#client/device/late-part.ts'
import { siteAnswers } from '#client/device/network.ts'
import { pendingProblemsItem, pendingReturnItem } from '#client/session/token.ts'

/** An event of the window, after a return that waited was sent. */
export const RETURN_SENT_EVENT = 'returnsent'

const returns = latePart(() => import('#stores/my-bookings/manage-ride/send-pending-return.ts'))
const reports = latePart(() => import('#stores/my-bookings/pending-problems.ts'))

/**
 * Sends the returns that were pressed without a network; their code is loaded for them. Returns whether any arrived.
 * Rejects if the code does not load; the next page tries again.
 */
export async function sendReturns(): Promise<boolean> {
  if (pendingReturnItem.read() === null || !(await siteAnswers())) return false
  return (await returns.load()).sendPendingReturns()
}

/** Sends the reports of problems that wait. Rejects as above. */
export async function sendReports(): Promise<void> {
  if (pendingProblemsItem.read() !== null && (await siteAnswers())) await (await reports.load()).sendPendingProblems()
}
