import { lazyPart } from '#client/device/lazy-part.ts'
import { siteAnswers } from '#client/device/network.ts'
import { pendingRoundItem } from '#client/session/token.ts'

const round = lazyPart(() => import('./send-round.ts'))

/**
 * Sends what the staff have pressed without a network. Its code is loaded for it, and only by the portal. Rejects if it
 * does not load; the next page tries again.
 */
export async function sendPendingRound(): Promise<void> {
  if (pendingRoundItem.read() !== null && (await siteAnswers())) await (await round.load()).sendRound()
}
