import { Icon, type IconName } from '#islands/ui/art/icon.tsx'

const GREEN = 'bg-green-bg text-green-fg'
const ORANGE = 'bg-orange-bg text-orange-fg'
const RED = 'bg-red-bg text-red-fg'
const BLUE = 'bg-blue-bg text-blue-fg'
const YELLOW = 'bg-yellow-bg text-yellow-fg'

// Always combine colour, icon and text, so that the status does not depend on colour alone.
const STATUS_STYLES: Record<string, readonly [colours: string, icon: IconName]> = {
  Active: [GREEN, 'play-circle'],
  Available: [GREEN, 'check-circle'],
  Booked: [ORANGE, 'clock'],
  Cancelled: [RED, 'cross-circle'],
  Completed: [BLUE, 'check'],
  Failed: [RED, 'cross-circle'],
  Maintenance: [RED, 'wrench'],
  Overdue: [RED, 'warning'],
  'Payment Pending': [YELLOW, 'hourglass'],
  Pending: [YELLOW, 'hourglass'],
  Refunded: [BLUE, 'refresh'],
  Upcoming: [BLUE, 'calendar'],
  // Until a paper ends (domain/catalogue/scooters.ts).
  fine: [GREEN, 'check-circle'],
  soon: [YELLOW, 'hourglass'],
  urgent: [RED, 'warning'],
  // Of a rider and a licence.
  approved: [GREEN, 'check-circle'],
  rejected: [RED, 'cross-circle'],
  suspended: [RED, 'warning'],
  // Statuses of a dispute (domain/payments.ts).
  action_required: [RED, 'warning'],
  lost: [RED, 'cross-circle'],
  open: [RED, 'warning'],
  under_review: [BLUE, 'hourglass'],
  won: [GREEN, 'check-circle'],
  // Statuses of a refund (domain/payments.ts).
  due: [YELLOW, 'hourglass'],
  processed: [GREEN, 'check-circle'],
  review: [RED, 'warning'],
  sent: [BLUE, 'refresh']
}
const UNKNOWN_STYLE = ['bg-sunken text-ink-2', 'info'] as const

interface StatusBadgeProps {
  status: string
  /** The text to show if the status itself is not readable. */
  label?: string
}

/** The status of a scooter, booking or payment. An unknown status of an external backend is shown unchanged. */
export function StatusBadge({ label, status }: StatusBadgeProps) {
  const [colours, icon] = STATUS_STYLES[status] ?? UNKNOWN_STYLE
  return (
    <span className={`badge ${colours}`}>
      <Icon name={icon} size="s" />
      {label ?? status}
    </span>
  )
}
