import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { getWayOut, moveOwnRide, takeMoneyBack, type WayOut } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { toast } from '#stores/app/toasts.ts'
import {
  isLoaded,
  type Loadable,
  latestOnly,
  loadLatest,
  onRefusal,
  showFailure,
  showFailures,
  whileBusy
} from '#stores/kit/requests.ts'
import { $bookingWithWayOut } from './booking-dialogs.ts'
import { refreshAfter } from './my-bookings.ts'

// A rider whose scooter has trouble takes another one, or the money.

export const $wayOut = atom<Loadable<WayOut>>('loading')
/** What the rider has chosen: the id of a scooter, or 'money'. Null while nothing is sent. */
export const $choice = atom<string | null>(null)
/** The ride on its new scooter. */
export const $movedRide = atom<Booking | null>(null)
const $isTaking = atom(false)
const beginRequest = latestOnly()

/** Why no other scooter is offered; null: one is. */
export function noScooterText({ cause, may_move: mayMove, scooters }: WayOut): string | null {
  if (scooters.length > 0) return null
  return cause === null || mayMove === false ? bookingText.noWayOut : troubleText.noOtherScooter
}

export async function loadWayOut({ id }: Booking): Promise<void> {
  $movedRide.set(null)
  $wayOut.set('loading')
  const isLatest = beginRequest()
  await showFailures(troubleText.optionsFailed, () =>
    loadLatest($wayOut, isLatest, call(getWayOut, { params: { id } }))
  )
}

export function openWayOut(booking: Booking): void {
  $bookingWithWayOut.set(booking)
  void loadWayOut(booking)
}

/** Not while a choice is being sent. */
export function closeWayOut(): void {
  if ($choice.get() === null) $bookingWithWayOut.set(null)
}

/** The refusals that mean that something else is possible now. */
const OUTDATED = ['no_way_out', 'refund_changed', 'ride_changed', 'scooter_taken'] as const

interface Choice<Answer> {
  booking: Booking
  /** As in `$choice`. */
  choice: string
  failed: string
  onDone: (answer: Answer) => void
}

/** Sends a choice. If it is no longer possible, the options load again. */
async function choose<Answer>({ booking, choice, failed, onDone }: Choice<Answer>, request: () => Promise<Answer>) {
  await whileBusy($isTaking, failed, async () => {
    $choice.set(choice)
    const answer = await onRefusal(request(), OUTDATED, async refusal => {
      showFailure(refusal, failed)
      await loadWayOut(booking)
      return null
    }).finally(() => $choice.set(null))
    if (answer === null) return undefined
    onDone(answer)
    return () => refreshAfter(true)
  })
}

export function takeScooter(booking: Booking, scooterId: string): Promise<void> {
  const body = { from_scooter_id: booking.scooter?.id ?? '', scooter_id: scooterId }
  return choose(
    { booking, choice: scooterId, failed: troubleText.takeFailed, onDone: moved => $movedRide.set(moved) },
    () => call(moveOwnRide, { body, params: { id: booking.id } })
  )
}

/** The amount that is shown. Calls `onDone` when it goes back. */
export async function takeMoney(booking: Booking, onDone: () => void): Promise<void> {
  const shown = $wayOut.get()
  if (!isLoaded(shown) || shown.refund === null) return
  const body = { amount: shown.refund }
  const sentence = shown.is_full ? manageRideText.cancelledWithRefund : manageRideText.endedWithRefund
  const told = ({ refund }: { refund: number }) => {
    toast('success', sentence(refund))
    onDone()
  }
  await choose({ booking, choice: 'money', failed: troubleText.refundFailed, onDone: told }, () =>
    call(takeMoneyBack, { body, params: { id: booking.id } })
  )
}
