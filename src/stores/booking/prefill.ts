import { queryParam } from '#client/device/browser.ts'
import { isDay } from '#domain/time.ts'
import { $offers, chooseOffer } from './offers.ts'
import { $day, $slots, chooseDay, chooseSlot } from './times.ts'

// A ride that was not paid in time is in the booking page's address (domain/routes.ts): the page begins with it.

/** Chooses the date and the start time that the address asks for, as far as they can still be had. */
export function applyTimeFromUrl(): void {
  const day = queryParam('date')
  const slot = queryParam('time')
  if (day === null || !isDay(day)) return
  chooseDay(day)
  if (slot !== null && $day.get() === day && $slots.get().includes(slot)) chooseSlot(slot)
}

/** Chooses what is as long as the address asks for, once the offers of the date are there. */
export function applyOfferFromUrl(): void {
  const offer = $offers.get().find(({ hours }) => String(hours) === queryParam('hours'))
  if (offer) chooseOffer(offer.key)
}
