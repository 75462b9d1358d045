import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { getSystemStatus, type SystemStatus } from '#contract/monitoring/system-status.ts'
import { toastOnFailure } from '#stores/admin/list/create-list.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { type Loadable, loadLatest } from '#stores/kit/loadable.ts'
import { ssrEntry } from '#stores/kit/ssr-values.ts'

export const $systemStatus = atom<Loadable<SystemStatus>>('loading')
export const $isRefreshingStatus = atom(false)

const beginRequest = latestOnly()

/** Loads the status. The previous one stays until then. */
async function load(): Promise<void> {
  const isLatest = beginRequest()
  $isRefreshingStatus.set(true)
  await loadLatest($systemStatus, isLatest, call(getSystemStatus)).finally(() => {
    if (isLatest()) $isRefreshingStatus.set(false)
  })
}

export const systemStatus = {
  isLoaded: () => typeof $systemStatus.get() !== 'string',
  load,
  toSsrEntry: (status: SystemStatus) => ssrEntry($systemStatus, status)
}

export function refreshStatus(): void {
  void toastOnFailure([load()])
}

export function retryStatus(): void {
  $systemStatus.set('loading')
  refreshStatus()
}
