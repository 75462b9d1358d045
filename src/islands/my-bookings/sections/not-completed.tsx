import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings.ts'
import { isCancelledAhead } from '#stores/my-bookings/booking-sections.ts'
import { $hasMore } from '#stores/my-bookings/bookings-state.ts'
import { BookingRow } from './booking-row.tsx'
import { ShowMore } from './show-more.tsx'

/** Statuses that get a badge of their own in addition to 'Failed'. */
const BADGE_STATUSES = ['Cancelled', 'Refunded']

/** What happened to the booking, by status. */
const REMARKS: Readonly<Record<string, string>> = {
  Cancelled: text.bookingCancelled,
  Failed: text.bookingNotPaid,
  Pending: text.bookingNotPaid,
  Refunded: text.bookingRefunded
}

function remarkOn({ payment_status, refund }: Booking): string | undefined {
  const remark = REMARKS[payment_status]
  return payment_status === 'Cancelled' && refund ? `${remark} ${text.refundText(refund)}` : remark
}

interface NotCompletedProps {
  bookings: readonly Booking[]
  /** How many bookings are rendered. */
  visibleCount: number
  now: Date
}

export function NotCompleted({ bookings, visibleCount, now }: NotCompletedProps) {
  const hasHiddenRows = bookings.length > visibleCount
  // If the backend returned all bookings, the count includes the hidden ones.
  const isCountExact = !(useStore($hasMore) && hasHiddenRows)
  return (
    <details className="group card" open={bookings.some(booking => isCancelledAhead(booking, now))}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-card px-4 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="numeric">
          {text.ridesCount(text.notCompleted, isCountExact ? bookings.length : visibleCount, !isCountExact)}
        </span>
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now} remark={remarkOn(booking)}>
            <StatusBadge status="Failed" />
            {BADGE_STATUSES.includes(booking.payment_status) && <StatusBadge status={booking.payment_status} />}
          </BookingRow>
        ))}
      </ul>
      {hasHiddenRows && (
        <div className="pb-4">
          <ShowMore section="not_completed" />
        </div>
      )}
    </details>
  )
}
