import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/admin/overview.ts'
import * as labels from '#messages/labels.ts'
import { openScreen, openTab } from '#stores/admin/dashboard.ts'
import { HAS_ACTIVITY_LOG, HAS_REVENUE, HAS_SYSTEM_STATUS } from '#stores/kit/backend-features.ts'
import { FleetStatus } from './fleet-status.tsx'
import { RecentBookings } from './recent-bookings.tsx'
import { Revenue } from './revenue.tsx'

function QuickActions() {
  return (
    <section className="card grid gap-2.5 p-5">
      <h2>{text.quickActions}</h2>
      <Button kind="secondary" onClick={() => openTab('properties')} isWide>
        <Icon name="building" />
        {text.manageProperties}
      </Button>
      <Button kind="secondary" onClick={() => openTab('scooters')} isWide>
        <Icon name="scooter" />
        {text.manageScooters}
      </Button>
    </section>
  )
}

interface ScreenLinkProps {
  children: string
  icon: IconName
  screen: 'activity' | 'status'
}

/** A screen that is rarely needed is a link at the end instead of a tab. */
function ScreenLink({ children, icon, screen }: ScreenLinkProps) {
  return (
    <Button kind="ghost" onClick={() => openScreen(screen)} isWide>
      <Icon name={icon} />
      {children}
    </Button>
  )
}

export function Overview() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {HAS_REVENUE && <Revenue />}
        <RecentBookings />
      </div>
      <div className="grid gap-4">
        <QuickActions />
        <FleetStatus />
        {HAS_ACTIVITY_LOG && (
          <ScreenLink icon="clock" screen="activity">
            {labels.activityLog}
          </ScreenLink>
        )}
        {HAS_SYSTEM_STATUS && (
          <ScreenLink icon="check-circle" screen="status">
            {text.status}
          </ScreenLink>
        )}
      </div>
    </div>
  )
}
