import { lazyPart } from '#client/device/lazy-part.ts'
import { siteAnswers } from '#client/device/network.ts'
import { pendingProblemsItem, pendingReturnItem, pendingRoundItem } from '#client/session/token.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'

/** An event of the window, after a ride was returned or extended. */
export const RIDE_CHANGED_EVENT = 'ridechanged'

const returns = lazyPart(() => import('#stores/my-bookings/manage-ride/send-pending-return.ts'))
const reports = lazyPart(() => import('#stores/my-bookings/pending-problems.ts'))

const unsentPins = lazyPart(() => import('./unsent-pins.ts'))

/** Says which PINs of locks the server does not know. `isSignInRefused`: so was one on this page, if the site answers. */
export async function warnOfUnsentPins(isSignInRefused = false): Promise<void> {
  if (pendingRoundItem.read() === null || (isSignInRefused && !(await siteAnswers()))) return
  const { tellUnsentPins } = await unsentPins.load()
  tellUnsentPins(isSignInRefused)
}

async function sendReports(): Promise<void> {
  if (pendingProblemsItem.read() !== null && (await siteAnswers())) await (await reports.load()).sendPendingProblems()
}

/**
 * Sends what was pressed without a network: the reports of problems, then the returns, which end what can be reported.
 * Their code is loaded for them. Returns whether any return arrived. Rejects if their code does not load; the next page
 * tries again.
 */
export async function sendPending(): Promise<boolean> {
  await Promise.all([warnOfUnsentPins(), sendReports()].map(ignoreFailure))
  if (pendingReturnItem.read() === null || !(await siteAnswers())) return false
  return (await returns.load()).sendPendingReturns()
}
