import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listRiderMessages, type RiderForAdmin, type RiderMessage } from '#contract/riders/admin-riders.ts'
import { riderMessages as text } from '#messages/admin/riders/rider-messages.ts'
import { showFailures } from '#stores/kit/errors.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/loadable.ts'

/** The rider whose messages are open; null while none is. */
export const $messagedRider = atom<RiderForAdmin | null>(null)
export const $riderMessages = atom<Loadable<readonly RiderMessage[]>>('loading')

const beginRequest = latestOnly()

export async function openRiderMessages(rider: RiderForAdmin): Promise<void> {
  const isLatest = beginRequest()
  $messagedRider.set(rider)
  $riderMessages.set('loading')
  await showFailures(text.failed, () =>
    loadLatest($riderMessages, isLatest, call(listRiderMessages, { params: { id: rider.id } }))
  )
}

export function closeRiderMessages(): void {
  beginRequest()
  $messagedRider.set(null)
}
