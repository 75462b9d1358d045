import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { createPhotoDialog, createRowDialog, findRow } from '#stores/admin/list/row-dialogs.ts'
import { reloadAfterRider, riders } from '#stores/admin/riders/rider-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { busyRow, type Loadable, latestOnly, loadLatest, showFailures, whileBusy } from '#stores/kit/requests.ts'

// What an admin does with one rider.

/** Licence photos are identity documents: fetched with the admin's token, and released on close. */
export const licenceDialog = createPhotoDialog<contract.RiderForAdmin>({
  load: ({ license_photo_url }) =>
    call(getLicence, { params: { id: licenceIdFromUrl(license_photo_url ?? '') ?? '' } }),
  name: 'licence'
})

/** Ids of the riders whose photos are uploading. */
export const $uploadingPhotoIds = atom<readonly string[]>([])

export async function uploadPhoto({ id }: contract.RiderForAdmin, image: File): Promise<void> {
  await whileBusy(busyRow($uploadingPhotoIds, id), ridersText.list.updateFailed, async () => {
    await call(contract.updateRiderPhoto, { body: { image }, params: { id } })
    toast('success', ridersText.list.updated)
    return reloadAfterRider
  })
}

export const deleteRiderDialog = createRowDialog<contract.RiderForAdmin>({
  perform: async ({ id }) => (await call(contract.deleteRider, { params: { id } })).message || ridersText.list.deleted,
  failureMessage: ridersText.list.deleteFailed,
  findCurrentRow: ({ id }) => findRow(riders, rider => rider.id === id),
  reload: reloadAfterRider
})

type NamedRider = Pick<contract.RiderForAdmin, 'id' | 'name'>

/** The rider whose messages are open; null while none is. */
export const $messagedRider = atom<NamedRider | null>(null)
export const $riderMessages = atom<Loadable<readonly contract.RiderMessage[]>>('loading')

const beginRequest = latestOnly()

export async function openRiderMessages(rider: NamedRider): Promise<void> {
  const isLatest = beginRequest()
  $messagedRider.set(rider)
  $riderMessages.set('loading')
  await showFailures(ridersText.riderMessages.failed, () =>
    loadLatest($riderMessages, isLatest, call(contract.listRiderMessages, { params: { id: rider.id } }))
  )
}

export function closeRiderMessages(): void {
  beginRequest()
  $messagedRider.set(null)
}
