import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { ListLink } from '#islands/admin/list/list-link.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { maintenanceQuestion, scooters as text, upcomingRidesStay } from '#messages/admin/catalogue/catalogue.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import {
  $ridesAhead,
  $rowForMaintenance,
  $savingStatusIds,
  cancelMaintenance,
  confirmMaintenance,
  paidBookingsOf,
  toggleMaintenance
} from '#stores/admin/catalogue/scooters.ts'
import type { Loadable } from '#stores/kit/loadable.ts'

/** Sets a scooter to Maintenance and back. */
export function MaintenanceButton({ scooter }: { scooter: ScooterForAdmin }) {
  const isSaving = useStore($savingStatusIds).includes(scooter.id)
  const label = scooter.status === 'Maintenance' ? text.setAvailable : text.setMaintenance
  return (
    <Button
      aria-label={lists.actionOn(label, scooter.name)}
      isBusy={isSaving}
      kind="secondary"
      onClick={() => void toggleMaintenance(scooter)}
      isSmall
    >
      {label}
    </Button>
  )
}

function UpcomingRides({ rides }: { rides: Loadable<readonly BookingForAdmin[]> }) {
  const now = useRenderTime()
  if (rides === 'loading') return <SkeletonBlock className="h-12 rounded-slot" />
  if (rides === 'failed') return <p className="caption">{text.ridesFailed}</p>
  return (
    <ul className="divide-y divide-line">
      {rides.map(ride => (
        <li className="py-1.5 wrap-anywhere" key={ride.id}>
          <p className="numeric">{rideText(ride, now)}</p>
          <p className="caption">{ride.user_name}</p>
        </li>
      ))}
    </ul>
  )
}

/** Shows the paid rides that stay booked before a scooter is set to Maintenance. */
export function MaintenanceDialog() {
  const row = useStore($rowForMaintenance)
  const rides = useStore($ridesAhead)
  const isSaving = useStore($savingStatusIds).includes(row?.id ?? '')
  return (
    <ConfirmDialog
      isBusy={isSaving}
      cancelLabel={labels.cancel}
      busyLabel={labels.saving}
      confirmLabel={text.setMaintenance}
      onCancel={cancelMaintenance}
      onConfirm={() => void confirmMaintenance()}
      isOpen={row !== null}
      title={maintenanceQuestion(row?.name ?? '')}
    >
      {row && (
        <>
          <p className="muted">{upcomingRidesStay(row.rides_ahead ?? 0)}</p>
          <UpcomingRides rides={rides} />
          <div>
            <ListLink className="link" onOpen={cancelMaintenance} query={paidBookingsOf(row)} tab="bookings">
              {forms.showBookings}
            </ListLink>
          </div>
        </>
      )}
    </ConfirmDialog>
  )
}
