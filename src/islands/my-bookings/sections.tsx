import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { isCancelledOrRefunded, isPaid, refundRemarkOn, remarkOn } from '#stores/my-bookings/booking-details.ts'
import type { BookingSections } from '#stores/my-bookings/booking-sections.ts'
import { $hasMore, $isLoadingMore, showMore } from '#stores/my-bookings/bookings-state.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { BookingCard } from './booking-card.tsx'
import { BookingRow } from './booking-row.tsx'

interface SectionProps {
  bookings: readonly Booking[]
  /** How many bookings are rendered. */
  visibleCount: number
  now: Date
}

export function CurrentBookings({ bookings, visibleCount, now }: SectionProps) {
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

export function PastBookings({ bookings, visibleCount, now }: SectionProps) {
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

/** `isOpen`: the page shows nothing else. */
export function NotConfirmed({ bookings, isOpen, visibleCount, now }: SectionProps & { isOpen: boolean }) {
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

/** The button below a section that has more bookings than are shown. */
function ShowMore({ section }: { section: keyof BookingSections }) {
  const isLoading = useStore($isLoadingMore)
  const isOffline = useStore($outdated)?.isOffline
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div className="grid justify-items-center" ref={focusFallback}>
      <Button isBusy={isLoading} disabled={isOffline} kind="secondary" onClick={() => void showMore(section)} isSmall>
        {text.showMore}
      </Button>
    </div>
  )
}
