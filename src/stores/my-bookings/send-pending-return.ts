import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { showFailure } from '#stores/kit/requests.ts'
import { forgetReturn, readPending } from './kept-return.ts'

// Sends the return that waits on this device. Loaded only if there is one.

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
