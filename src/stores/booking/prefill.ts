import { queryParam } from '#client/device/navigation.ts'
import { defaultStart } from '#domain/bookings/availability.ts'
import type { RideParam } from '#domain/bookings/book-again.ts'
import { isDay } from '#domain/time/india-time.ts'
import { $bookedWindows, $requiredHours, availabilityLoaded } from './availability.ts'
import { $offer, $offers, chooseDefaultOffer, chooseOffer, plansLoaded } from './offers.ts'
import { $day, $missedSlot, $now, $slot, $slots, $stripDays, chooseDay, chooseSlot, preselectSlot } from './times.ts'

// The ride that the form starts with: that of the URL, which can carry the date, time and hours of an unpaid ride (see
// domain/bookings/book-again.ts), else the first free one.

const rideParam = (name: RideParam) => queryParam(name)

/** Selects the date and start time from the URL if they are still available. */
export function applyTimeFromUrl(): void {
  const day = rideParam('date')
  const slot = rideParam('time')
  if (day === null || !isDay(day)) return
  chooseDay(day)
  if (slot !== null && $day.get() === day && $slots.get().includes(slot)) chooseSlot(slot)
}

/** Selects the offer whose duration the URL names, and the first free ride where the URL names none. */
export async function preselectRide(): Promise<void> {
  await plansLoaded()
  const offer = $offers.get().find(({ hours }) => String(hours) === rideParam('hours'))
  if (offer) chooseOffer(offer.key)
  await preselectFirstFree()
}

/**
 * Selects the shortest offer and its first free start, on the first date that has one. Loads one date after the other,
 * because plans differ by weekday. Stops when the rider selects something.
 */
async function preselectFirstFree(): Promise<void> {
  const firstDay = $day.get()
  for (const { day } of $stripDays.get().filter(each => each.day >= firstDay)) {
    if (day > firstDay) chooseDay(day)
    await Promise.all([plansLoaded(), availabilityLoaded()])
    if ($day.get() !== day) return
    if ($offer.get() === null) chooseDefaultOffer()
    // A start that was cleared stays cleared; the page suggests others.
    if ($slot.get() !== null || $missedSlot.get() !== null) return
    const { slot } = defaultStart([day], {
      busy: $bookedWindows.get(),
      hoursOn: () => $requiredHours.get(),
      now: $now.get()
    })
    if (slot !== null) return preselectSlot(slot)
  }
  chooseDay(firstDay)
}
