import { atom } from 'nanostores'
import type { Order } from '#contract/payments/orders.ts'
import { type TimeWindow, windowFrom } from '#domain/bookings/booking-window.ts'
import { DISMISSED_HOLD_SECONDS } from '#domain/constants.ts'
import { type Clock, type Day, instantAt, parseInstant } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $offer, $ride, type BookingOffer, type HeldOffer } from './offers.ts'
import { $now } from './times.ts'

// The hold that an unfinished payment leaves. Book Now reopens its order as long as the same ride is selected.

interface Hold {
  /** The id of its payment session. */
  id: string
  offerKey: string
  start: Date
  until: Date
  /** The rider closed the payment, so the server has shortened the hold. */
  isShortened: boolean
}

const $hold = atom<Hold | null>(null)

/** The live hold of the selected ride, or null. */
export const $selectedHold = computed([$hold, $offer, $ride, $now], (hold, offer, ride, now) => {
  const isSelected = hold?.offerKey === offer?.key && hold?.start.getTime() === ride?.start.getTime()
  return hold !== null && isSelected && hold.until > now ? hold : null
})

/** A hold of this scooter that the server knows, with what the page must show to continue it. */
export interface InitialHold extends HeldOffer {
  expires_at: string
  id: string
}

/** SSR entries of the hold, if its offer is still made. */
export function holdSsrEntries(
  { expires_at, id }: InitialHold,
  { day, offer, slot }: { day: Day; offer: BookingOffer; slot: Clock }
): SsrEntries {
  const { start } = windowFrom(instantAt(day, slot), offer.hours)
  return [ssrEntry($hold, { id, isShortened: false, offerKey: offer.key, start, until: parseInstant(expires_at) })]
}

/** Remembers the hold of an order that was not paid. `orderedAt` is when the order was received. */
export function keepHold(
  { hold_seconds, session_id }: Order,
  { offer, ride }: { offer: BookingOffer; ride: TimeWindow },
  orderedAt: Date
): void {
  // Another backend does not tell how long it holds a scooter.
  if (!hold_seconds) return
  const end = orderedAt.getTime() + hold_seconds * SECOND_MS
  const shortened = currentTime().getTime() + DISMISSED_HOLD_SECONDS * SECOND_MS
  $hold.set({
    id: session_id,
    isShortened: shortened < end,
    offerKey: offer.key,
    start: ride.start,
    until: new Date(Math.min(end, shortened))
  })
}

/** For an order that is paid, or may be. */
export function forgetHold({ session_id }: Order): void {
  if ($hold.get()?.id === session_id) $hold.set(null)
}
