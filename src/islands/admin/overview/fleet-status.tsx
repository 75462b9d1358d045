import { SCOOTER_STATUSES, type ScooterStatus } from '#domain/catalogue/scooter-status.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/overview.ts'
import { $fleet } from '#stores/admin/dashboard-lists.ts'
import { $fleetByStatus, $fleetShares } from '#stores/admin/overview/overview.ts'

const STATUS_FILLS: Record<ScooterStatus, string> = {
  Available: 'fill-scoot-1',
  Booked: 'fill-orange-fg',
  Maintenance: 'fill-red-fg'
}

/** The share of scooters by status. It is decorative, because the counts below show the same. */
function FleetShareBar() {
  const shares = useStore($fleetShares)
  return (
    <svg aria-hidden="true" className="h-2.5 w-full rounded-[3px] bg-sunken">
      {shares.map(({ from, percent, status }) => (
        <rect className={STATUS_FILLS[status]} height="100%" key={status} width={`${percent}%`} x={`${from}%`} />
      ))}
      {shares.slice(1).map(({ from, status }) => (
        <rect className="fill-surface" height="100%" key={status} width="3" x={`${from}%`} />
      ))}
    </svg>
  )
}

/** Uses only loaded scooters; hidden if the fleet is larger than one response. */
export function FleetStatus() {
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
            <dd className="numeric font-semibold">{counts[status]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
