import { atom } from 'nanostores'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { giveUpFailed } from '#messages/my-bookings.ts'
import { whileBusy } from '#stores/kit/busy.ts'

// A rider who does not want to pay after all frees the time at once, before its hold ends.

/** Only our own backend takes a hold back. */
export const CAN_GIVE_UP = !IS_EXTERNAL_BACKEND

/** The booking that the rider is asked about. */
export const $toGiveUp = atom<Booking | null>(null)
/** The question is on its way, and is there: it comes when it is first asked. */
export const $fetchingQuestion = atom(false)
export const $hasQuestion = atom(false)

export function askToGiveUp(booking: Booking, bring: () => Promise<unknown>): Promise<void> {
  return whileBusy($fetchingQuestion, giveUpFailed, async () => {
    await bring()
    $hasQuestion.set(true)
    $toGiveUp.set(booking)
  })
}

export function keepBooking(): void {
  $toGiveUp.set(null)
}
