import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/book-again.ts'
import { bookAgain, bookScooterAgain } from '#messages/my-bookings/my-bookings.ts'
import { scooterName, windowOf } from '#stores/my-bookings/booking-details.ts'

/** A link to book the same ride again. */
export function BookAgain({ booking, now }: { booking: Booking; now: Date }) {
  const id = booking.scooter?.id
  if (!id) return null
  return (
    <a
      aria-label={bookScooterAgain(scooterName(booking))}
      className="link shrink-0 text-[.9375rem]"
      href={bookAgainPath(id, windowOf(booking), now)}
    >
      {bookAgain}
    </a>
  )
}
