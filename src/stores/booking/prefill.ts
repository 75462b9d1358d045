import { queryParam } from '#client/device/browser.ts'
import { isDay } from '#domain/time.ts'
import { $offers, chooseOffer } from './offers.ts'
import { $day, $slots, chooseDay, chooseSlot } from './times.ts'

// The URL can carry the date, time and hours of an unpaid ride (see domain/routes.ts). The form starts with them.

/** Selects the date and start time from the URL if they are still available. */
export function applyTimeFromUrl(): void {
  const day = queryParam('date')
  const slot = queryParam('time')
  if (day === null || !isDay(day)) return
  chooseDay(day)
  if (slot !== null && $day.get() === day && $slots.get().includes(slot)) chooseSlot(slot)
}

/** Selects the offer whose duration the URL names. Call it after the offers of the date have loaded. */
export function applyOfferFromUrl(): void {
  const offer = $offers.get().find(({ hours }) => String(hours) === queryParam('hours'))
  if (offer) chooseOffer(offer.key)
}
