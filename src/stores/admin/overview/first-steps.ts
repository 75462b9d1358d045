import { atom, onMount } from 'nanostores'
import { urlOf } from '#client/device/navigation.ts'
import { deviceStorageItem } from '#client/device/storage.ts'
import { PATHS } from '#domain/routes.ts'
import { linkCopied } from '#messages/admin/dashboard.ts'
import { $stats } from '#stores/admin/dashboard-lists.ts'
import { copyAndTell } from '#stores/app/copy.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// What a new portal needs until its first paid ride.

/** Nobody but the owner knows whether the locks are set, so this browser keeps the tick. */
const stored = deviceStorageItem('areLocksSet')

export const $areLocksSet = atom(false)
onMount($areLocksSet, () => $areLocksSet.set(stored.read() !== null))

export function tickLocks(areSet: boolean): void {
  if (areSet) stored.write('true')
  else stored.remove()
  $areLocksSet.set(areSet)
}

/** Which steps are done; null once there are none to show. */
export const $firstSteps = computed([$stats, $areLocksSet], (stats, areLocksSet) => {
  if (typeof stats !== 'object' || !stats.first_steps) return null
  const { first_steps, total_properties, total_scooters, total_users } = stats
  return {
    properties: total_properties > 0,
    scooters: total_scooters > 0,
    locks: total_scooters > 0 && areLocksSet,
    prices: first_steps.prices > 0,
    riders: total_users > 0
  }
})

export function copySignUpLink(): Promise<void> {
  const link = urlOf(PATHS.auth)
  return copyAndTell(link, { copied: linkCopied, copyByHand: link })
}
