import { atom } from 'nanostores'
import { call } from '#client/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/config.ts'
import { type Booking, cancelBooking } from '#contract/bookings.ts'
import { holdGivenUp } from '#messages/booking.ts'
import { giveUpFailed } from '#messages/my-bookings.ts'
import { whileBusy } from './busy.ts'
import { refreshAfter } from './my-bookings.ts'
import { toast } from './toasts.ts'

// A rider who does not want to pay after all frees the time at once, before its hold ends.

/** Only our own backend takes a hold back. */
export const CAN_GIVE_UP = !IS_EXTERNAL_BACKEND

/** The booking that the rider is asked about. */
export const $toGiveUp = atom<Booking | null>(null)
export const $givingUp = atom(false)

export function askToGiveUp(booking: Booking): void {
  $toGiveUp.set(booking)
}

export function keepBooking(): void {
  $toGiveUp.set(null)
}

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
