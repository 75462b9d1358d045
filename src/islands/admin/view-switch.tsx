import { BOOKING_VIEWS, type BookingView } from '#domain/tabs.ts'
import { useStore } from '#islands/ui/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { bookings as text } from '#messages/portal.ts'
import { $view, openView } from '#stores/admin/dashboard.ts'
import { $waiting } from '#stores/admin/refund-lists.ts'

const NAMES: Record<BookingView, string> = { all: text.all, payments: text.payments }

function WaitingCount() {
  const waiting = useStore($waiting)
  if (waiting === null || waiting.count === 0) return null
  return (
    <>
      <span aria-hidden="true" className="badge num h-6 bg-red-bg px-2 text-red-fg">
        {portal.countText(waiting.count, waiting.has_more)}
      </span>
      <span className="sr-only">{`, ${portal.waitingText(waiting.count, waiting.has_more)}`}</span>
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
