import { isOffline, isOfflineShell, whenOffline, whenOnline } from '#client/device/network.ts'
import { queryParam, replaceUrl } from '#client/device/page.ts'
import { keepTodayShell } from '#client/device/today-shell.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { $token } from '#client/session/token.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { getToday, type Today } from '#contract/staff/today.ts'
import { PROPERTY_PARAM, screenPath } from '#domain/admin/screens.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { NETWORK_ONLY_PARAM } from '#domain/routes.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { hasFreshData, stopAll } from '#stores/kit/ssr-values.ts'
import { $withoutNetwork } from './presses.ts'
import { readCopy, saveDay, showPresses } from './round.ts'
import { sendPendingRound } from './send-pending-round.ts'

/** Loads a day after what waits was sent. The offline page has the copy. */
export async function loadDay(query: NonNullable<ClientInput<typeof getToday>['query']>): Promise<Today> {
  if (isOfflineShell()) {
    const copy = readCopy()
    if (copy) return copy.day
    throw new TypeError('This device has saved no day')
  }
  await ignoreFailure(sendPendingRound())
  const token = $token.get()
  const day = await call(getToday, { query }).catch((error: unknown) => {
    $withoutNetwork.set(!(error instanceof ApiError))
    throw error
  })
  $withoutNetwork.set(false)
  if (query.day === undefined) saveDay(token, day)
  return day
}

/** While Today is on screen: keeps it ready for a round without a network. Returns how to stop. */
export function watchRound(day: Loadable<Today>, load: () => void): () => void {
  showPresses()
  $withoutNetwork.set(isOffline() || isOfflineShell())
  if (isOfflineShell()) return () => undefined
  // The next reload may be answered by the offline page again.
  if (queryParam(NETWORK_ONLY_PARAM) !== null) replaceUrl(screenPath('today', queryParam(PROPERTY_PARAM) ?? ''))
  if (isLoaded(day) && hasFreshData()) saveDay($token.get(), day)
  void ignoreFailure(keepTodayShell())
  // Other screens do not notice when the network is back.
  return stopAll([() => $withoutNetwork.set(false), whenOffline(() => $withoutNetwork.set(true)), whenOnline(load)])
}
