import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { isCancelledOrRefunded, refundRemarkOn, remarkOn } from '#stores/my-bookings/booking-details.ts'
import { $hasMore } from '#stores/my-bookings/bookings-state.ts'
import { BookingRow } from './booking-row.tsx'
import { ShowMore } from './show-more.tsx'

interface NotConfirmedProps {
  bookings: readonly Booking[]
  /** Whether the page shows nothing else. */
  isOpen: boolean
  /** How many bookings are rendered. */
  visibleCount: number
  now: Date
}

export function NotConfirmed({ bookings, isOpen, visibleCount, now }: NotConfirmedProps) {
  const hasHiddenRows = bookings.length > visibleCount
  // If the backend returned all bookings, the count includes the hidden ones.
  const isCountExact = !(useStore($hasMore) && hasHiddenRows)
  return (
    <details className="group card" open={isOpen}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-card px-4 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="numeric">
          {text.ridesCount(text.notConfirmedTitle, isCountExact ? bookings.length : visibleCount, !isCountExact)}
        </span>
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingRow
            booking={booking}
            key={booking.id}
            now={now}
            remark={[remarkOn(booking), refundRemarkOn(booking)].filter(Boolean).join(' ')}
          >
            <StatusBadge status="Failed" />
            {isCancelledOrRefunded(booking) && <StatusBadge status={booking.payment_status} />}
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
