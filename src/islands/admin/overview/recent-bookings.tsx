import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as portalOverview from '#messages/admin/overview.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import { retryDashboard } from '#stores/admin/dashboard.ts'
import { $recentBookings, $recentBookingsFailed, $stats, type RecentBooking } from '#stores/admin/dashboard-lists.ts'

function RecentRow({ booking }: { booking: RecentBooking }) {
  const now = useRenderTime()
  return (
    <li className="recent-row">
      <h3>{booking.user_name}</h3>
      <p className="recent-ride caption numeric">{rideText(booking, now)}</p>
      <p className="recent-scooter caption">{lists.scooterAt(booking.scooter_name, booking.property_name)}</p>
      <span className="recent-status">
        <StatusBadge status={booking.payment_status} />
      </span>
    </li>
  )
}

const SKELETON_KEYS = ['one', 'two', 'three', 'four', 'five']

export function RecentBookings() {
  const recent = useStore($recentBookings)
  const stats = useStore($stats)
  // If the stats failed too, the dashboard already shows one error for both.
  if (useStore($recentBookingsFailed))
    return stats === 'failed' ? null : <ErrorState onRetry={retryDashboard} title={text.dashboardLoadFailed} />
  return (
    <section aria-busy={recent === null} className="card min-w-0">
      <h2 className="px-5 pt-5 pb-2">{portalOverview.recentBookings}</h2>
      {recent === null &&
        SKELETON_KEYS.map(key => <SkeletonBlock className="mx-5 my-3 h-11 rounded-slot max-md:h-20" key={key} />)}
      {recent?.length === 0 && <p className="muted px-5 pb-5">{portalOverview.noRecentBookings}</p>}
      <ul>
        {recent?.map(booking => (
          <RecentRow booking={booking} key={booking.id} />
        ))}
      </ul>
    </section>
  )
}
