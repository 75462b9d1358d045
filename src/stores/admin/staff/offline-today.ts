import { atom } from 'nanostores'
import { siteAnswers, whenOnline } from '#client/device/network.ts'
import { queryParam } from '#client/device/page.ts'
import { PROPERTY_PARAM, screenPath } from '#domain/admin/screens.ts'
import { OFFLINE_POLL_MS } from '#domain/constants.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { NETWORK_ONLY_PARAM } from '#domain/routes.ts'
import { isLoaded, logFailure } from '#stores/kit/requests.ts'
import { stopAll } from '#stores/kit/ssr-values.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { readCopy } from './round.ts'
import { sendPendingRound } from './send-pending-round.ts'
import { $today, today } from './today.ts'

// The page that stands for Today while the site does not answer.

/** When the day on screen was loaded; null without one. */
export const $savedAt = atom<Date | null>(null)

function showCopy(): void {
  $savedAt.set(readCopy()?.saved_at ?? null)
  // A copy that is too old leaves the screen, too.
  if ($savedAt.get() === null && isLoaded($today.get())) today.retry()
}

/** Once the site answers, sends what waits and opens the page itself, which the network may take its time for. */
async function leaveIfAnswered(): Promise<void> {
  if (!(await siteAnswers())) return showCopy()
  await ignoreFailure(sendPendingRound())
  location.replace(`${screenPath('today', queryParam(PROPERTY_PARAM) ?? '')}&${NETWORK_ONLY_PARAM}`)
}

whenMountedSignedIn($savedAt, () => {
  showCopy()
  void logFailure(today.load())
  const timer = setInterval(() => void leaveIfAnswered(), OFFLINE_POLL_MS)
  return stopAll([() => clearInterval(timer), whenOnline(() => void leaveIfAnswered())])
})
