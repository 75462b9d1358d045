import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { type User, updateProfileImage } from '#contract/users.ts'
import * as text from '#messages/portal.ts'
import { whileBusy } from '../busy.ts'
import { toast } from '../toasts.ts'
import { reloadAfter } from './lists.ts'

/** The riders whose photos are on their way, by id. */
export const $updating = atom<readonly string[]>([])

export async function updatePhoto({ id }: User, image: File): Promise<void> {
  if ($updating.get().includes(id)) return
  $updating.set([...$updating.get(), id])
  let isDone = false
  // Several may be on their way at once, each for itself.
  await whileBusy(atom(false), text.users.updateFailed, async () => {
    await call(updateProfileImage, { body: { image }, params: { id } })
    isDone = true
    toast('success', text.users.updated)
  })
  $updating.set($updating.get().filter(each => each !== id))
  if (isDone) await reloadAfter('users')
}
