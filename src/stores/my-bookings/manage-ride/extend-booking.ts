import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { nullOnError, onRefusal, showFailure, showFailures, whileBusy } from '#stores/kit/errors.ts'

import { computed } from '#stores/kit/ssr-values.ts'

import { $bookingToExtend } from '#stores/my-bookings/booking-dialogs.ts'
import { refreshAfter } from '#stores/my-bookings/my-bookings.ts'
import { pay } from '#stores/my-bookings/resume-payment.ts'

import { replacePanel } from './ride-panel.ts'

export const $extensions = atom<contract.Extensions | null>(null)
export const $areExtensionsLoading = atom(false)
export const $isExtending = atom(false)
const $chosenHours = atom<number | null>(null)

/** The chosen extension; the shortest at first. Null if there is none. */
export const $choice = computed([$extensions, $chosenHours], (extensions, hours) => {
  const choices = extensions?.choices ?? []
  return choices.find(choice => choice.hours === hours) ?? choices[0] ?? null
})

/** What limits the extensions: the next booking of the scooter, or another reason. Final if none is possible. */
export const $extensionLimit = computed($extensions, extensions => {
  const { next_taken = null, reason = null } = extensions ?? {}
  const isTaken = next_taken !== null && (reason === null || reason === 'taken')
  return { isFinal: reason !== null, otherReason: isTaken ? null : reason, takenFrom: isTaken ? next_taken : null }
})

export const chooseExtension = (hours: number): void => $chosenHours.set(hours)

async function loadExtensions({ id }: Booking): Promise<void> {
  $extensions.set(await call(contract.listExtensions, { params: { id } }))
}

/** Reads the possible extensions, then replaces the panel of the ride. */
export function openExtendDialog(): Promise<void> {
  $chosenHours.set(null)
  return replacePanel({
    $isLoading: $areExtensionsLoading,
    failureMessage: text.extensionsFailed,
    load: loadExtensions,
    open: booking => $bookingToExtend.set(booking)
  })
}

export function closeExtendDialog(): void {
  $bookingToExtend.set(null)
}

/** The refusals that mean that other extensions are possible now. */
const STALE_REFUSALS = [
  'booking_conflict',
  'cannot_extend',
  'own_ride_overlaps',
  'ride_too_long',
  'scooter_leaves_service'
] as const

/** Holds the time and opens the payment. The dialog stays open if the time is not free any more. */
export async function extendRide(): Promise<void> {
  const booking = $bookingToExtend.get()
  const choice = $choice.get()
  if (booking === null || choice === null) return
  await whileBusy($isExtending, text.extendFailed, async () => {
    const request = call(contract.extendBooking, { body: { hours: choice.hours }, params: { id: booking.id } })
    const order = await onRefusal(request, STALE_REFUSALS, async refusal => {
      showFailure(refusal, text.extendFailed)
      await nullOnError(loadExtensions(booking))
      return null
    })
    if (!order) return
    closeExtendDialog()
    const { end_time } = choice
    const extension = {
      ...booking,
      end_time,
      id: order.session_id,
      kind: 'extension' as const,
      start_time: booking.end_time
    }
    const succeeded = await showFailures(text.extendFailed, () => pay(order, extension, choice.amount))
    return () => refreshAfter(Boolean(succeeded))
  })
}
