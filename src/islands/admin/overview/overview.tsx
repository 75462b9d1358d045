import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { SCOOTER_STATUSES, type ScooterStatus } from '#domain/booking-status.ts'
import { rideText } from '#islands/admin/bookings/ride-text.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { BarIcon } from '#islands/ui/chrome/bar-icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-render-time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/portal/general.ts'
import { SUPPORTS_ACTIVITY_LOG } from '#stores/admin/activity.ts'
import { openTab, retry, setActivityOpen } from '#stores/admin/dashboard.ts'
import { $fleet, $recentBookings, $recentBookingsFailed, $stats } from '#stores/admin/dashboard-lists.ts'
import { $fleetByStatus, $shares } from '#stores/admin/overview.ts'

function RecentRow({ booking }: { booking: BookingForAdmin }) {
  const now = useRenderTime()
  return (
    <li className="recent-row">
      <h3>{booking.user_name}</h3>
      <p className="recent-ride cap num">{rideText(booking, now)}</p>
      <p className="recent-scooter cap">{text.scooterAt(booking.scooter_name, booking.property_name)}</p>
      <span className="recent-status">
        <StatusBadge status={booking.payment_status} />
      </span>
    </li>
  )
}

const SKELETON_KEYS = ['one', 'two', 'three', 'four', 'five']

function RecentBookings() {
  const recent = useStore($recentBookings)
  const stats = useStore($stats)
  // If the stats failed too, the dashboard already shows one error for both.
  if (useStore($recentBookingsFailed))
    return stats === 'failed' ? null : <ErrorState retry={retry} title={text.dashboardLoadFailed} />
  return (
    <section aria-busy={recent === null} className="card min-w-0">
      <h2 className="px-5 pt-5 pb-2">{text.recentBookings}</h2>
      {recent === null &&
        SKELETON_KEYS.map(key => <SkeletonBlock className="mx-5 my-3 h-11 rounded-slot max-md:h-20" key={key} />)}
      {recent?.length === 0 && <p className="sub px-5 pb-5">{text.noRecentBookings}</p>}
      <ul>
        {recent?.map(booking => (
          <RecentRow booking={booking} key={booking.id} />
        ))}
      </ul>
    </section>
  )
}

function QuickActions() {
  return (
    <section className="card grid gap-2.5 p-5">
      <h2>{text.quickActions}</h2>
      <Button kind="secondary" onClick={() => openTab('properties')} wide>
        <Icon name="building" />
        {text.manageProperties}
      </Button>
      <Button kind="secondary" onClick={() => openTab('scooters')} wide>
        <BarIcon name="scooter" />
        {text.manageScooters}
      </Button>
    </section>
  )
}

const STATUS_FILLS: Record<ScooterStatus, string> = {
  Available: 'fill-scoot-1',
  Booked: 'fill-orange-fg',
  Maintenance: 'fill-red-fg'
}

/** The share of scooters by status. It is decorative, because the counts below show the same. */
function FleetShareBar() {
  const shares = useStore($shares)
  return (
    <svg aria-hidden="true" className="h-2.5 w-full rounded-[3px] bg-sunken">
      {shares.map(({ from, share, status }) => (
        <rect className={STATUS_FILLS[status]} height="100%" key={status} width={`${share}%`} x={`${from}%`} />
      ))}
      {shares.slice(1).map(({ from, status }) => (
        <rect className="fill-surface" height="100%" key={status} width="3" x={`${from}%`} />
      ))}
    </svg>
  )
}

/** Uses only loaded scooters; hidden if the fleet is larger than one response. */
function FleetStatus() {
  const counts = useStore($fleetByStatus)
  if (!useStore($fleet)) return null
  return (
    <section className="card grid gap-2.5 p-5">
      <h2>{text.scootersNow}</h2>
      <FleetShareBar />
      <dl className="grid gap-2.5">
        {SCOOTER_STATUSES.map(status => (
          <div className="flex items-center justify-between" key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="num font-semibold">{counts[status]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The activity log is rarely needed, so it is a link at the end instead of a tab. */
function ActivityLink() {
  return (
    <Button kind="quiet" onClick={() => setActivityOpen(true)} wide>
      <Icon name="clock" />
      {text.activity}
    </Button>
  )
}

export function Overview() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <RecentBookings />
      <div className="grid gap-4">
        <QuickActions />
        <FleetStatus />
        {SUPPORTS_ACTIVITY_LOG && <ActivityLink />}
      </div>
    </div>
  )
}
