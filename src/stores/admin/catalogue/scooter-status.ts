import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import type { ScooterStatus } from '#domain/catalogue/scooters.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { toast } from '#stores/app/toasts.ts'
import { busyRow, whileBusy } from '#stores/kit/requests.ts'
import { reloadAfterScooter } from './fleet-lists.ts'

/** Ids of the scooters whose status is being saved. */
export const $savingStatusIds = atom<readonly string[]>([])
/** The status that was saved last. */
export const $savedStatus = atom<{ id: string; status: ScooterStatus } | null>(null)

/** Saves a new status without the form. */
export async function setScooterStatus(
  { id, name }: { id: string; name: string },
  status: ScooterStatus,
  body: ClientInput<typeof updateScooter>['body'] = { status }
): Promise<void> {
  await whileBusy(busyRow($savingStatusIds, id), text.scooters.updateFailed, async () => {
    const saved = await call(updateScooter, { body, params: { id } })
    $savedStatus.set({ id, status })
    toast('success', text.statusSet(name, status, saved?.rides_ahead ?? 0))
    return reloadAfterScooter
  })
}
