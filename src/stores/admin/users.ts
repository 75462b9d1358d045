import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { type User, updateProfileImage } from '#contract/users.ts'
import * as text from '#messages/portal.ts'
import { whileBusy } from '../busy.ts'
import { toast } from '../toasts.ts'
import { reloadAfter } from './lists.ts'

/** The rider whose photo is on its way. */
export const $updating = atom<string | null>(null)
const $busy = atom(false)

export async function updatePhoto({ id }: User, image: File): Promise<void> {
  await whileBusy($busy, text.users.updateFailed, async () => {
    $updating.set(id)
    await call(updateProfileImage, { body: { image }, params: { id } })
    toast('success', text.users.updated)
    await reloadAfter('users')
  })
  $updating.set(null)
}
