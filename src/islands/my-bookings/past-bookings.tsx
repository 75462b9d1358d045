import type { Booking } from '#contract/my-bookings.ts'
import { StatusBadge } from '#islands/ui/status-badge.tsx'
import * as text from '#messages/my-bookings.ts'
import { BookingRow } from './booking-row.tsx'

export function PastBookings({ bookings, now }: { bookings: readonly Booking[]; now: Date }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{text.pastBookings}</h2>
      <ul className="card divide-y divide-line">
        {bookings.map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now}>
            <StatusBadge status="Completed" />
          </BookingRow>
        ))}
      </ul>
    </section>
  )
}
