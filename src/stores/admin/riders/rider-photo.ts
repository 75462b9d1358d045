import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type RiderForAdmin, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import * as text from '#messages/admin/riders/riders.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { whileSaving } from '#stores/admin/kit/while-saving.ts'
import { toast } from '#stores/app/toasts.ts'

/** Ids of the riders whose photos are uploading. */
export const $uploadingPhotoIds = atom<readonly string[]>([])

export async function uploadPhoto({ id }: RiderForAdmin, image: File): Promise<void> {
  await whileSaving({ $ids: $uploadingPhotoIds, failureMessage: text.riders.updateFailed, id }, async () => {
    await call(updateRiderPhoto, { body: { image }, params: { id } })
    toast('success', text.riders.updated)
    return () => reloadAfter('users')
  })
}
