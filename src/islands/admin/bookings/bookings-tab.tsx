import { AllBookingsView } from '#islands/admin/bookings/all-bookings-view.tsx'
import { PaymentsView } from '#islands/admin/payments/payments-view.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { bookings as text } from '#messages/admin/bookings.ts'
import * as lists from '#messages/admin/lists.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { $screen, openScreen } from '#stores/admin/dashboard.ts'
import { $pendingReviews, $unansweredDisputes } from '#stores/admin/dashboard-lists.ts'
import { NO_ROWS } from '#stores/admin/list/create-list.ts'
import { HAS_PAYMENTS } from '#stores/kit/backend-features.ts'

const VIEWS = [
  { name: text.all, screen: 'bookings' },
  { name: text.payments, screen: 'payments' }
] as const

function AttentionCount() {
  const [disputed, reviews] = [useStore($unansweredDisputes) ?? NO_ROWS, useStore($pendingReviews) ?? NO_ROWS]
  const count = disputed.count + reviews.count
  if (count === 0) return null
  const hasMore = disputed.hasMore || reviews.hasMore
  const parts = [
    disputed.count > 0 && disputes.unansweredText(disputed.count, disputed.hasMore),
    reviews.count > 0 && portalRefunds.reviewsWaiting(reviews.count, reviews.hasMore)
  ]
  return (
    <>
      <span aria-hidden="true" className="badge numeric h-6 bg-red-bg px-2 text-red-fg">
        {lists.countText(count, hasMore)}
      </span>
      <span className="sr-only">{lists.countedParts(parts.filter(part => part !== false))}</span>
    </>
  )
}

/** Switches between the views of the Bookings tab; each has its own URL. */
export function BookingsViewSwitch() {
  const current = useStore($screen)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons
    <div aria-label={text.views} className="segmented-control" role="group">
      {VIEWS.map(({ name, screen }) => (
        <button aria-pressed={screen === current} key={screen} onClick={() => openScreen(screen)} type="button">
          {name}
          {screen === 'payments' && <AttentionCount />}
        </button>
      ))}
    </div>
  )
}

export function BookingsTab() {
  const screen = useStore($screen)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {HAS_PAYMENTS && <BookingsViewSwitch />}
      {screen === 'payments' ? <PaymentsView /> : <AllBookingsView />}
    </div>
  )
}
