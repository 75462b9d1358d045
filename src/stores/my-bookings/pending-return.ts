import { atom } from 'nanostores'
import * as v from 'valibot'
import { parseJson } from '#client/device/storage.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { accountId, pendingReturnItem, storedToken } from '#client/session/token.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { showFailure } from '#stores/kit/requests.ts'

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
function readPending(): PendingReturn | null {
  const { issues, output } = v.safeParse(pendingReturn, parseJson(pendingReturnItem.read() ?? ''))
  const token = storedToken()
  return issues || token === null || output.account !== accountId(token) ? null : output
}

/** The return that waits on this device. */
export const $pendingReturn = atom<PendingReturn | null>(null)

export function showPendingReturn(): void {
  $pendingReturn.set(readPending())
}

/** `pressed_at`: when the rider pressed the button, ISO. */
export function keepReturn(pending: Omit<PendingReturn, 'account'>): void {
  const token = storedToken()
  if (token === null) return
  pendingReturnItem.write(JSON.stringify({ ...pending, account: accountId(token) }))
  showPendingReturn()
}

/** The rider keeps riding, or the return has arrived. */
export function forgetReturn(): void {
  pendingReturnItem.remove()
  $pendingReturn.set(null)
}

/** The server could not answer for a moment, or an extension was paid meanwhile. */
const mayTryAgain = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.code === 'ride_changed'

let sending: Promise<string | null> | null = null

/** Returns when the ride ended, ISO; null if nothing was sent, so that it waits for the next try, or it was refused. */
export function sendPendingReturn(): Promise<string | null> {
  sending ??= send().finally(() => {
    sending = null
  })
  return sending
}

async function send(): Promise<string | null> {
  const pending = readPending()
  if (pending === null) return null
  const { id, photo_id, pressed_at } = pending
  try {
    const { end_time } = await call(returnRide, { body: { photo_id, pressed_at }, params: { id } })
    forgetReturn()
    toast('success', text.rideEnded)
    return end_time
  } catch (error) {
    if (mayTryAgain(error)) return null
    forgetReturn()
    showFailure(error, text.returnFailed)
    return null
  }
}
