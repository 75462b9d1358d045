import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import { RETURN_SENT_EVENT } from '#stores/app/send-return.ts'
import { toast } from '#stores/app/toasts.ts'
import { hasEndedSession, showFailure } from '#stores/kit/requests.ts'
import { $isSendingReturn, forgetPendingReturn, keepPendingReturn, readPending } from './pending-return.ts'
import { markSavedEnded } from './saved-bookings.ts'

// Sends the return that waits on this device. Loaded only if there is one.

/** The server could not answer for a moment, an extension was paid meanwhile, or the rider must sign in again. */
const mayTryAgain = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.code === 'ride_changed' ||
  hasEndedSession(error)

let sending: Promise<string | null> | null = null

/** Returns when the ride ended, ISO; null if nothing was sent, so that it waits for the next try, or it was refused. */
export function sendPendingReturn(): Promise<string | null> {
  $isSendingReturn.set(true)
  sending ??= send().finally(() => {
    sending = null
    $isSendingReturn.set(false)
  })
  return sending
}

async function send(): Promise<string | null> {
  const pending = readPending()
  if (pending === null) return null
  const { id, photo_id, pressed_at } = pending
  try {
    const { end_time } = await call(returnRide, { body: { photo_id, pressed_at }, params: { id } })
    forgetPendingReturn()
    markSavedEnded(id, end_time)
    dispatchEvent(new Event(RETURN_SENT_EVENT))
    toast('success', text.rideEnded)
    return end_time
  } catch (error) {
    if (mayTryAgain(error)) return null
    if (photo_id !== null && error instanceof ApiError && error.code === 'invalid_input') {
      // The server no longer has the photo.
      keepPendingReturn({ ...pending, photo_id: null })
      return send()
    }
    forgetPendingReturn()
    showFailure(error, rideCard.returnFailed)
    return null
  }
}
