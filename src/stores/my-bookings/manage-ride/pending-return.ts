import { atom } from 'nanostores'
import * as v from 'valibot'
import { accountId, pendingReturnItem, storedToken } from '#client/session/token.ts'
import { createOfflineQueue } from '#stores/app/offline-queue.ts'

// Returns that their rider pressed without a network. They are kept on this device and sent when there is one.

const pendingReturn = v.object({
  account: v.string(),
  id: v.string(),
  /** Of a photo that was uploaded before the network was lost. */
  photo_id: v.nullable(v.string()),
  pressed_at: v.string()
})
export type PendingReturn = v.InferOutput<typeof pendingReturn>

const queue = createOfflineQueue({
  idOf: ({ id }) => id,
  item: pendingReturnItem,
  name: 'returns',
  schema: pendingReturn
})
export const createReturnSender = queue.createSender

/** The returns are on their way; nothing can stop them. */
export const $isSendingReturns = atom(false)
/** The rider's returns that wait on this device. */
export const $pendingReturns = atom<readonly PendingReturn[]>([])

export const showPendingReturns = (): void => $pendingReturns.set(queue.read())

/** `pressed_at`: when the rider pressed the button, ISO. Returns whether the device has kept it. */
export function keepPendingReturn(pending: Omit<PendingReturn, 'account'>): boolean {
  const token = storedToken()
  const isKept = token !== null && queue.keep({ ...pending, account: accountId(token) })
  showPendingReturns()
  return isKept
}

/** The rider keeps riding, or the return has arrived. */
export function forgetPendingReturn(id: string): void {
  queue.forget(id)
  showPendingReturns()
}
