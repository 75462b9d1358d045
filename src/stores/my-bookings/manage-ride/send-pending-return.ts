import { call } from '#client/http/api.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as commonText from '#messages/common.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { type Outcome, sendKept } from '#stores/app/kept-list.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { toast } from '#stores/app/toasts.ts'
import { markEnded } from '#stores/my-bookings/saved-bookings.ts'
import {
  $isSendingReturns,
  forgetPendingReturn,
  keepPendingReturn,
  type PendingReturn,
  readPendingReturns
} from './pending-return.ts'

// Sends the returns that wait on this device. Loaded only if there are any.

let sending: Promise<boolean> | null = null

/** Returns whether any arrived. The others wait for the next try, or were refused. */
export function sendPendingReturns(): Promise<boolean> {
  $isSendingReturns.set(true)
  sending ??= sendAll().finally(() => {
    sending = null
    $isSendingReturns.set(false)
  })
  return sending
}

async function sendAll(): Promise<boolean> {
  let hasSent = false
  for (const pending of readPendingReturns()) {
    if ((await send(pending)) === 'sent') hasSent = true
  }
  return hasSent
}

function send({ account: _, id, ...body }: PendingReturn): Promise<Outcome> {
  return sendKept({
    body,
    failureMessage: rideCardText.returnFailed,
    keep: kept => keepPendingReturn({ ...kept, id }),
    onRefused: () => forgetPendingReturn(id),
    send: async sent => {
      const { end_time } = await call(returnRide, { body: sent, params: { id } })
      markEnded(id, end_time)
      forgetPendingReturn(id)
      dispatchEvent(new Event(RIDE_CHANGED_EVENT))
      toast('success', commonText.rideEnded)
    }
  })
}
