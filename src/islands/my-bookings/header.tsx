import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { $isRefreshing, refreshBookings } from '#stores/my-bookings/my-bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

export function Header() {
  const isRefreshing = useStore($isRefreshing)
  const isOffline = useStore($outdated)?.isOffline
  return (
    <header>
      {/* The title does not break inside words; with large text, the button wraps below it. */}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h1 className="w-min grow">{text.title}</h1>
        <Button
          isBusy={isRefreshing}
          disabled={isOffline}
          kind="secondary"
          onClick={() => void refreshBookings()}
          isSmall
        >
          {/* Both states have the same total width, so the layout does not shift. */}
          <span className={`flex items-center justify-center gap-2 ${isRefreshing ? 'min-w-[94px]' : 'min-w-[120px]'}`}>
            {!isRefreshing && <Icon name="refresh" />}
            {isRefreshing ? labels.refreshing : labels.refresh}
          </span>
        </Button>
      </div>
      <p className="muted">{text.subtitle}</p>
    </header>
  )
}
