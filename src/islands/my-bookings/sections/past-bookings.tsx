import type { Booking } from '#contract/bookings/my-bookings.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { refundRemarkOn } from '#stores/my-bookings/booking-details.ts'
import { BookingRow } from './booking-row.tsx'
import { ShowMore } from './show-more.tsx'

interface PastBookingsProps {
  bookings: readonly Booking[]
  /** How many bookings are rendered. */
  visibleCount: number
  now: Date
}

export function PastBookings({ bookings, visibleCount, now }: PastBookingsProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{text.pastBookings}</h2>
      <ul className="card divide-y divide-line">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now} remark={refundRemarkOn(booking)}>
            <StatusBadge status="Completed" />
          </BookingRow>
        ))}
      </ul>
      {bookings.length > visibleCount && <ShowMore section="past" />}
    </section>
  )
}
