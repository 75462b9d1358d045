import { parseInstant } from '#domain/time/india-time.ts'
import { extendedUntil } from '#messages/my-bookings/extend-booking.ts'
import { toast } from '#stores/app/toasts.ts'
import { timeOrDayText } from '#stores/my-bookings/booking-details.ts'

/** Tells the new end of the ride instead of the usual success message. */
export const announceExtension =
  (endTime: string): typeof toast =>
  (kind, message) => {
    const until = timeOrDayText(parseInstant(endTime), new Date())
    toast(kind, kind === 'success' ? extendedUntil(until) : message)
  }
