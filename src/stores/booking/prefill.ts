import { asked } from '#client/device/browser.ts'
import { isDay } from '#domain/time.ts'
import { $offers, chooseOffer } from './offers.ts'
import { $day, $slots, chooseDay, chooseSlot } from './times.ts'

// A ride that was not paid in time is in the booking page's address (domain/routes.ts): the page begins with it.

/** Chooses the date and the start time that the address asks for, as far as they can still be had. */
export function chooseAskedTime(): void {
  const day = asked('date')
  const slot = asked('time')
  if (day === null || !isDay(day)) return
  chooseDay(day)
  if (slot !== null && $day.get() === day && $slots.get().includes(slot)) chooseSlot(slot)
}

/** Chooses what is as long as the address asks for, once the offers of the date are there. */
export function chooseAskedOffer(): void {
  const offer = $offers.get().find(({ hours }) => String(hours) === asked('hours'))
  if (offer) chooseOffer(offer.key)
}
