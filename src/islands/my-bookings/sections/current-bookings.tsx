import type { Booking } from '#contract/bookings/my-bookings.ts'
import { BookingCard } from '#islands/my-bookings/cards/booking-card.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { isPaid } from '#stores/my-bookings/booking-details.ts'
import { ShowMore } from './show-more.tsx'

interface CurrentBookingsProps {
  bookings: readonly Booking[]
  /** How many bookings are rendered. */
  visibleCount: number
  now: Date
}

export function CurrentBookings({ bookings, visibleCount, now }: CurrentBookingsProps) {
  const nextRide = bookings.find(isPaid)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{text.currentAndUpcoming}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:gap-5">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingCard booking={booking} isNext={booking === nextRide} key={booking.id} now={now} />
        ))}
      </ul>
      {bookings.length > visibleCount && <ShowMore section="current" />}
    </section>
  )
}
