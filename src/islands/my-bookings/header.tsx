import { Button } from '#islands/ui/button.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/my-bookings.ts'
import { $refreshing, refreshBookings } from '#stores/my-bookings.ts'
import { $outdated } from '#stores/saved-bookings.ts'

export function Header() {
  const refreshing = useStore($refreshing)
  const isOffline = useStore($outdated)?.is_offline
  return (
    <header>
      <div className="flex items-center justify-between gap-3">
        <h1>{text.title}</h1>
        <Button busy={refreshing} disabled={isOffline} kind="secondary" onClick={() => void refreshBookings()} small>
          {/* As wide busy, beside the spinner, as idle: nothing around it moves. */}
          <span className={`flex items-center justify-center gap-2 ${refreshing ? 'min-w-[94px]' : 'min-w-[120px]'}`}>
            {!refreshing && <Icon name="refresh" />}
            {refreshing ? text.refreshing : text.refresh}
          </span>
        </Button>
      </div>
      <p className="sub">{text.subtitle}</p>
    </header>
  )
}
