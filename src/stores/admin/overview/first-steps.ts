import { atom } from 'nanostores'
import { urlOf } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { setFirstSteps } from '#contract/overview/stats.ts'
import { PATHS } from '#domain/routes.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { openForm, openScreen } from '#stores/admin/dashboard.ts'
import { $stats, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { copyAndTell } from '#stores/app/toasts.ts'
import { isLoaded, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// What a new portal needs until a ride is paid and the locks are set.

/** Whether each step is done, in their order; null once there are none to show. */
export const $firstSteps = computed($stats, stats => {
  if (!isLoaded(stats) || !stats.first_steps) return null
  const { first_steps, total_properties, total_scooters, total_users } = stats
  return {
    properties: total_properties > 0,
    scooters: total_scooters > 0,
    locks: total_scooters > 0 && first_steps.are_locks_set,
    prices: first_steps.prices > 0,
    riders: total_users > 0
  }
})

export type FirstStep = keyof NonNullable<ReturnType<(typeof $firstSteps)['get']>>

/** Null: all are done, or there are none. */
export const $nextStep = computed($firstSteps, steps => {
  const names = steps ? (Object.keys(steps) as FirstStep[]) : []
  return names.find(name => !steps?.[name]) ?? null
})

export const $isSavingLocks = atom(false)

export function setLocks(locks: boolean): Promise<void> {
  return whileBusy($isSavingLocks, dashboardText.firstSteps.locksFailed, async () => {
    await call(setFirstSteps, { body: { locks } })
    return reloadAfter
  })
}

export function copySignUpLink(): Promise<void> {
  const link = urlOf(PATHS.auth)
  return copyAndTell(link, { copied: dashboardText.linkCopied, copyByHand: link })
}

/** After the first property its scooter is next. */
export function leadToScooters(): void {
  if ($firstSteps.get()?.scooters === false) openForm('scooters')
}

/** After a scooter of a new portal its lock is next. */
export function leadToLocks(): void {
  if ($firstSteps.get()?.locks === false) openScreen('overview')
}
