import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type RiderForAdmin, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import * as text from '#messages/admin/riders/riders.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'

/** Ids of the riders whose photos are uploading. */
export const $uploadingPhotoIds = atom<readonly string[]>([])

export async function uploadPhoto({ id }: RiderForAdmin, image: File): Promise<void> {
  if ($uploadingPhotoIds.get().includes(id)) return
  $uploadingPhotoIds.set([...$uploadingPhotoIds.get(), id])
  // Several uploads may run at once, so each has its own busy flag.
  const isDone = await whileBusy(atom(false), text.riders.updateFailed, async () => {
    await call(updateRiderPhoto, { body: { image }, params: { id } })
    toast('success', text.riders.updated)
    return true
  })
  $uploadingPhotoIds.set($uploadingPhotoIds.get().filter(each => each !== id))
  if (isDone) await reloadAfter('users')
}
