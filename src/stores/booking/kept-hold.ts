import { atom } from 'nanostores'
import type { Order } from '#contract/payments/orders.ts'
import type { TimeWindow } from '#domain/bookings/booking-window.ts'
import { DISMISSED_HOLD_SECONDS } from '#domain/constants.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $offer, $ride, type BookingOffer } from './offers.ts'
import { $now } from './times.ts'

// The hold that an unfinished payment leaves. Book Now reopens its order as long as the same ride is selected.

interface Hold {
  /** The id of its payment session. */
  id: string
  offer: BookingOffer
  ride: TimeWindow
  until: Date
  /** The rider closed the payment, so the server has shortened the hold. */
  isShortened: boolean
}

const $hold = atom<Hold | null>(null)

/** The live hold of the selected ride, or null. */
export const $selectedHold = computed([$hold, $offer, $ride, $now], (hold, offer, ride, now) => {
  const isSelected = hold?.offer.key === offer?.key && hold?.ride.start.getTime() === ride?.start.getTime()
  return hold !== null && isSelected && hold.until > now ? hold : null
})

/** Remembers the hold of an order that was not paid. `orderedAt` is when the order was received. */
export function keepHold(
  { hold_seconds, session_id }: Order,
  held: { offer: BookingOffer; ride: TimeWindow },
  orderedAt: Date
): void {
  // Another backend does not tell how long it holds a scooter.
  if (!hold_seconds) return
  const end = orderedAt.getTime() + hold_seconds * SECOND_MS
  const shortened = Date.now() + DISMISSED_HOLD_SECONDS * SECOND_MS
  $hold.set({ ...held, id: session_id, isShortened: shortened < end, until: new Date(Math.min(end, shortened)) })
}

/** For an order that is paid, or may be. */
export function forgetHold({ session_id }: Order): void {
  if ($hold.get()?.id === session_id) $hold.set(null)
}
