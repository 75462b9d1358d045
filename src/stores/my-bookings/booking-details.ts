import type { Booking } from '#contract/bookings/my-bookings.ts'
import { dayOrDateText, rangeText } from '#domain/dated-times.ts'
import { durationText } from '#domain/durations.ts'
import { dayOf, dayText, parseInstant, timeText } from '#domain/time.ts'
import { scooterFallbackName } from '#messages/common.ts'
import * as text from '#messages/my-bookings.ts'

export function isPaid({ payment_status }: Booking): boolean {
  return payment_status === 'Completed'
}

export function scooterName({ scooter }: Booking): string {
  return scooter?.name || scooterFallbackName
}

/** Remaining hold time of an unpaid booking; infinite if the backend sets no limit. */
export function holdRemainingMs({ expires_at }: Booking, now: Date): number {
  return expires_at ? Math.max(0, parseInstant(expires_at).getTime() - now.getTime()) : Number.POSITIVE_INFINITY
}

/** Elapsed part of the ride, from 0 to 1. */
export function rideProgress(booking: Booking, now: Date): number {
  const start = parseInstant(booking.start_time).getTime()
  const end = parseInstant(booking.end_time).getTime()
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)))
}

/** 'Starts in 46 min' before a ride, '2 h 16 min left' during it. */
export function rideCountdownText(booking: Booking, now: Date): string | null {
  const toStart = parseInstant(booking.start_time).getTime() - now.getTime()
  const toEnd = parseInstant(booking.end_time).getTime() - now.getTime()
  if (toStart > 0) return text.startsIn(durationText(toStart))
  return toEnd >= 0 ? text.timeLeft(durationText(toEnd)) : null
}

/** 'Sat 13 Jun · 6:30 – 9:30 pm'; includes the year if it is not the current one. */
export function rideText(booking: Booking, now: Date): string {
  const start = parseInstant(booking.start_time)
  return `${dayOrDateText(dayOf(start), dayOf(now))} · ${rangeText(start, parseInstant(booking.end_time))}`
}

/** '7:42 pm'; includes the date if it is not today. */
export function timeOrDayText(moment: Date, now: Date): string {
  const day = dayOf(moment)
  return day === dayOf(now) ? timeText(moment) : `${timeText(moment)}, ${dayText(day)}`
}
