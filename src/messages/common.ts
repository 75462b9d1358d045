import type { TimeWindow } from '#domain/bookings/slots.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { atTimeText, durationText, timeOrDayAndTimeText, timeWithDay } from '#domain/time/time-texts.ts'

// Labels and short sentences of several screens.

export const activityLog = 'Activity log'
export const backToScooters = 'Back to Scooters'
export const bookNow = 'Book Now'
export const cancel = 'Cancel'
export const cancelBooking = 'Cancel booking'
export const cancelFailed = 'Failed to cancel the booking'
export const chatWithSupport = 'Chat with support'
export const close = 'Close'
export const downloadPhoto = 'Download photo'
export const logout = 'Logout'
export const noRefund = 'There is no refund.'
export const notNow = 'Not now'
export const ok = 'OK'
export const processing = 'Processing...'
export const property = 'Property'
export const refresh = 'Refresh'
export const refreshing = 'Refreshing...'
export const replace = 'Replace'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const today = 'Today'

// The facts of a ride, before and after it is booked.

export const date = 'Date'
export const duration = 'Duration'
export const startTime = 'Start Time'
export const endTime = 'End Time'
export const plan = 'Plan'

/** Shown to a rider whose property was deleted. */
export const propertyClosed = 'This property is no longer available. Choose another property to book scooters.'

/** 'Ather 450X · A1 · Sat 13 Jun · ₹140': what is known, in one line. */
export const joinFacts = (...parts: readonly (string | false | 0 | null | undefined)[]) =>
  parts.filter(Boolean).join(' · ')

export const inIndianTime = (when: string) => `${when} IST`

/**
 * When a ride ends, starts or has ended: '4 h left', 'Starts 9:30 am', 'Starts Mon 15 Jun, 9:30 am' if that is not
 * today, 'Your ride ended at 12:43 pm'.
 */
export function rideTime({ end, start }: TimeWindow, now: Date): string {
  if (end <= now) return `Your ride ended ${atTimeText(end, now)}`
  if (start <= now) return `${durationText(end.getTime() - now.getTime())} left`
  return `Starts ${timeOrDayAndTimeText(start, now)}`
}

/** '1 rider' or '23 riders'; empty if there are none. */
export const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

// What riders and the staff read when they end or cancel a ride.

export const returnQuestion = 'End this ride now?'
export const endRideEffect = 'Others can book the scooter, and the PIN is no longer shown.'
export const endRide = 'End ride'
export const ending = 'Ending...'
export const rideEnded = 'Ride ended'
export const cancelQuestion = 'Cancel this booking?'
export const keepBooking = 'Keep booking'
export const cancelling = 'Cancelling...'
export const bookingCancelled = 'Booking cancelled'
export const slotAvailableAgain = 'Other riders can book this time right away.'

// Of a scooter and its prices, for riders and in the portal.

export const perHour = (price: string) => `${price}/hour`

/** Beside the status of a scooter: 'until 7:30 pm', with the day if it is not that of `now`. */
export const bookedUntil = (end: Date, now: Date) => `until ${timeWithDay(end, dayOf(now))}`

export const hoursList = (hours: readonly number[]) => `${hours.slice(0, -1).join(', ')} or ${hours.at(-1)} hours`
export const back = 'Back'
export const print = 'Print'
export const sending = 'Sending...'
export const whyMissing = 'Say why'
