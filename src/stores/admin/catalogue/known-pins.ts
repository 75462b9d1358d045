import { atom } from 'nanostores'
import { call, callPage } from '#client/http/api.ts'
import { type KnownPin, listKnownPins, renewPin } from '#contract/catalogue/known-pins.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { toast } from '#stores/app/toasts.ts'
import { busyRow, whileBusy } from '#stores/kit/requests.ts'

/** The locks whose PIN riders or former colleagues know. */
export const knownPins = createListStore({
  name: 'knownPins',
  shows: ['pins'],
  fetchPage: query => callPage(listKnownPins, query)
})

/** Ids of the scooters whose PIN is being renewed. */
export const $renewingPinIds = atom<readonly string[]>([])

export function renew({ scooter_id }: KnownPin): Promise<void> {
  return whileBusy(busyRow($renewingPinIds, scooter_id), pinChangesText.renewFailed, async () => {
    const { message } = await call(renewPin, { body: { scooter_id } })
    toast('success', message)
    return () => reloadAfter('pins')
  })
}
