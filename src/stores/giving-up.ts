import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { cancelBooking } from '#contract/cancelling.ts'
import { holdGivenUp } from '#messages/giving-up.ts'
import { giveUpFailed } from '#messages/my-bookings.ts'
import { $toGiveUp } from './booking-give-up.ts'
import { whileBusy } from './busy.ts'
import { refreshAfter } from './my-bookings.ts'
import { toast } from './toasts.ts'

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
