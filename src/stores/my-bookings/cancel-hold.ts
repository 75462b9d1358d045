import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { cancelBooking } from '#contract/bookings/cancel.ts'
import { holdGivenUp } from '#messages/cancel-hold.ts'
import { giveUpFailed } from '#messages/my-bookings.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { $toGiveUp } from './cancel-question.ts'
import { refreshAfter } from './my-bookings.ts'

// Comes with its question.

export const $givingUp = atom(false)

export async function giveUp(): Promise<void> {
  const booking = $toGiveUp.get()
  if (booking === null) return
  let wentWell = false
  await whileBusy($givingUp, giveUpFailed, async () => {
    const { message } = await call(cancelBooking, { params: { id: booking.id } })
    toast('success', message || holdGivenUp)
    wentWell = true
  })
  $toGiveUp.set(null)
  await refreshAfter(wentWell)
}
