import { atom } from 'nanostores'
import * as v from 'valibot'
import { parseJson } from '#client/device/storage.ts'
import { accountId, pendingReturnItem, storedToken } from '#client/session/token.ts'

// A return that its rider pressed without a network. It is kept on this device and sent when there is one.

const pendingReturn = v.object({
  account: v.string(),
  id: v.string(),
  /** Of a photo that was uploaded before the network was lost. */
  photo_id: v.nullable(v.string()),
  pressed_at: v.string()
})
type PendingReturn = v.InferOutput<typeof pendingReturn>

/** Null for another account's, which waits until that account signs in again. */
export function readPending(): PendingReturn | null {
  const { issues, output } = v.safeParse(pendingReturn, parseJson(pendingReturnItem.read() ?? ''))
  const token = storedToken()
  return issues || token === null || output.account !== accountId(token) ? null : output
}

/** The return is on its way; nothing can stop it. */
export const $isSendingReturn = atom(false)
/** The return that waits on this device. */
export const $pendingReturn = atom<PendingReturn | null>(null)

export function showPendingReturn(): void {
  $pendingReturn.set(readPending())
}

/** `pressed_at`: when the rider pressed the button, ISO. */
export function keepPendingReturn(pending: Omit<PendingReturn, 'account'>): void {
  const token = storedToken()
  if (token === null) return
  pendingReturnItem.write(JSON.stringify({ ...pending, account: accountId(token) }))
  showPendingReturn()
}

/** The rider keeps riding, or the return has arrived. */
export function forgetPendingReturn(): void {
  pendingReturnItem.remove()
  $pendingReturn.set(null)
}
