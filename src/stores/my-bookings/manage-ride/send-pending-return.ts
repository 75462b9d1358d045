import { call } from '#client/http/api.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import * as commonText from '#messages/common.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { type Outcome, sendKept } from '#stores/app/offline-queue.ts'
import { RIDE_CHANGED_EVENT } from '#stores/app/send-pending.ts'
import { toast } from '#stores/app/toasts.ts'
import { markEnded } from '#stores/my-bookings/saved-bookings.ts'
import {
  $isSendingReturns,
  createReturnSender,
  forgetPendingReturn,
  keepPendingReturn,
  type PendingReturn
} from './pending-return.ts'

// Sends the returns that wait on this device. Loaded only if there are any.

const sendReturns = createReturnSender(send)

/** Returns whether any arrived. The others wait for the next try, or were refused. */
export async function sendPendingReturns(): Promise<boolean> {
  $isSendingReturns.set(true)
  try {
    return await sendReturns()
  } finally {
    $isSendingReturns.set(false)
  }
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
