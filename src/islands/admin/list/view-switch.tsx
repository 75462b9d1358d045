import { BOOKING_VIEWS, type BookingView } from '#domain/tabs.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputes from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { bookings as text } from '#messages/portal.ts'
import { $unanswered } from '#stores/admin/bookings/dispute-lists.ts'
import { $waiting } from '#stores/admin/bookings/refund-lists.ts'
import { $view, openView } from '#stores/admin/dashboard.ts'

const NAMES: Record<BookingView, string> = { all: text.all, payments: text.payments }

const NONE = { count: 0, has_more: false }

function WaitingCount() {
  const [disputed, waiting] = [useStore($unanswered) ?? NONE, useStore($waiting) ?? NONE]
  const count = disputed.count + waiting.count
  if (count === 0) return null
  const has_more = disputed.has_more || waiting.has_more
  const words = [
    disputed.count > 0 && disputes.waitingText(disputed.count, disputed.has_more),
    waiting.count > 0 && portal.waitingText(waiting.count, waiting.has_more)
  ]
  return (
    <>
      <span aria-hidden="true" className="badge num h-6 bg-red-bg px-2 text-red-fg">
        {portal.countText(count, has_more)}
      </span>
      <span className="sr-only">{`, ${words.filter(Boolean).join(', ')}`}</span>
    </>
  )
}

/** The two views of the tab, each with its own address. */
export function ViewSwitch() {
  const current = useStore($view)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons
    <div aria-label={text.views} className="segments" role="group">
      {BOOKING_VIEWS.map(view => (
        <button aria-pressed={view === current} key={view} onClick={() => openView(view)} type="button">
          {NAMES[view]}
          {view === 'payments' && <WaitingCount />}
        </button>
      ))}
    </div>
  )
}
