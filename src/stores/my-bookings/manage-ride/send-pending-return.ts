import { call } from '#client/http/api.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import { RETURN_SENT_EVENT } from '#stores/app/send-pending.ts'
import { toast } from '#stores/app/toasts.ts'
import { markSavedEnded } from '#stores/my-bookings/saved-bookings.ts'
import { sendKept } from '#stores/my-bookings/send-kept.ts'
import { $isSendingReturn, forgetPendingReturn, keepPendingReturn, readPending } from './pending-return.ts'

// Sends the return that waits on this device. Loaded only if there is one.

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
  const { account: _, id, ...body } = pending
  let endedAt: string | null = null
  await sendKept({
    body,
    failureMessage: rideCard.returnFailed,
    forget: forgetPendingReturn,
    keep: kept => keepPendingReturn({ ...kept, id }),
    send: async sent => {
      const { end_time } = await call(returnRide, { body: sent, params: { id } })
      forgetPendingReturn()
      markSavedEnded(id, end_time)
      dispatchEvent(new Event(RETURN_SENT_EVENT))
      toast('success', text.rideEnded)
      endedAt = end_time
    }
  })
  return endedAt
}
