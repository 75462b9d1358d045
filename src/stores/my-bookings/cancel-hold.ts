import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/cancel.ts'
import { holdCancelled } from '#messages/cancel-hold.ts'
import { cancelHoldFailed } from '#messages/my-bookings.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { $holdToCancel } from './booking-dialogs.ts'
import { refreshAfter } from './my-bookings.ts'

export const $isCancelling = atom(false)

export async function cancelHold(): Promise<void> {
  const booking = $holdToCancel.get()
  if (booking === null) return
  let succeeded = false
  await whileBusy($isCancelling, cancelHoldFailed, async () => {
    const { message } = await call(contract.cancelBooking, { body: {}, params: { id: booking.id } })
    toast('success', message || holdCancelled)
    succeeded = true
  })
  $holdToCancel.set(null)
  await refreshAfter(succeeded)
}
