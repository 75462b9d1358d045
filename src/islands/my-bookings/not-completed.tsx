import type { Booking } from '#contract/my-bookings.ts'
import { instantFrom } from '#domain/time.ts'
import { Icon } from '#islands/ui/icon.tsx'
import { StatusBadge } from '#islands/ui/status-badge.tsx'
import * as text from '#messages/my-bookings.ts'
import { BookingRow } from './booking-row.tsx'

/** What became of a booking beyond 'Failed' (decision 38). */
const CHIPS = ['Cancelled', 'Refunded']

/** What became of it, and where its money is. */
const REMARKS: Readonly<Record<string, string>> = {
  Cancelled: text.bookingCancelled,
  Failed: text.bookingNotPaid,
  Pending: text.bookingNotPaid,
  Refunded: text.bookingRefunded
}

/** Whoever may still come downstairs for a ride must see that there is none. */
function isNews({ end_time, payment_status }: Booking, now: Date): boolean {
  return CHIPS.includes(payment_status) && instantFrom(end_time) > now
}

export function NotCompleted({ bookings, now }: { bookings: readonly Booking[]; now: Date }) {
  return (
    <details className="group card" open={bookings.some(booking => isNews(booking, now))}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-card px-4 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="num">{text.ridesCount(text.notCompleted, bookings.length)}</span>
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {bookings.map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now} remark={REMARKS[booking.payment_status]}>
            <StatusBadge status="Failed" />
            {CHIPS.includes(booking.payment_status) && <StatusBadge status={booking.payment_status} />}
          </BookingRow>
        ))}
      </ul>
    </details>
  )
}
