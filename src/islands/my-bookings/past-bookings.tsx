import type { Booking } from '#contract/bookings/my-bookings.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import * as text from '#messages/my-bookings.ts'
import { BookingRow } from './booking-row.tsx'
import { ShowMore } from './show-more.tsx'

interface PastBookingsProps {
  bookings: readonly Booking[]
  /** How many of them are drawn. */
  drawn: number
  now: Date
}

export function PastBookings({ bookings, drawn, now }: PastBookingsProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{text.pastBookings}</h2>
      <ul className="card divide-y divide-line">
        {bookings.slice(0, drawn).map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now}>
            <StatusBadge status="Completed" />
          </BookingRow>
        ))}
      </ul>
      {bookings.length > drawn && <ShowMore section="past" />}
    </section>
  )
}
