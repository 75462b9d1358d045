import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listRiderMessages, type RiderMessage } from '#contract/riders/messages.ts'
import type { User } from '#contract/riders/users.ts'
import { riderMessages as text } from '#messages/admin/users/rider-messages.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { type Loadable, loadLatest } from '#stores/kit/loadable.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'

/** The rider whose messages are open; null while none is. */
export const $messagedRider = atom<User | null>(null)
export const $riderMessages = atom<Loadable<readonly RiderMessage[]>>('loading')

const beginRequest = latestOnly()

export async function openRiderMessages(user: User): Promise<void> {
  const isLatest = beginRequest()
  $messagedRider.set(user)
  $riderMessages.set('loading')
  await whileBusy(atom(false), text.failed, () =>
    loadLatest($riderMessages, isLatest, call(listRiderMessages, { params: { id: user.id } }))
  )
}

export function closeRiderMessages(): void {
  beginRequest()
  $messagedRider.set(null)
}
