import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { Ridden } from '#islands/admin/catalogue/pins-view.tsx'
import { WhoRodeDialog } from '#islands/admin/catalogue/who-rode-dialog.tsx'
import { BookingsLink } from '#islands/admin/crud/crud-dialogs.tsx'
import { useMay } from '#islands/admin/use-may.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { maintenanceQuestion, openRidesStay, scooters as text } from '#messages/admin/catalogue/catalogue.ts'
import * as pins from '#messages/admin/catalogue/pin-changes.ts'
import * as labels from '#messages/labels.ts'
import { paidBookingsOf } from '#stores/admin/bookings/booking-queries.ts'
import { $savingStatusIds } from '#stores/admin/catalogue/scooter-status.ts'
import {
  $createdScooter,
  $isMigrateDialogOpen,
  $isMigratingPins,
  $rowForMaintenance,
  $upcomingRides,
  addAnother,
  cancelMaintenance,
  closeCreated,
  closeMigrateDialog,
  confirmMaintenance,
  migrateAllPins,
  scooterCrud
} from '#stores/admin/catalogue/scooters.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import type { Loadable } from '#stores/kit/requests.ts'

export function ScooterDialogs() {
  return (
    <>
      <MaintenanceDialog />
      <MigratePinsDialog />
      <PinQuestion />
      <CreatedDialog />
      <WhoRodeDialog />
    </>
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
          <p className="numeric">{relativeRideText(ride, now)}</p>
          <p className="caption">{ride.user_name}</p>
        </li>
      ))}
    </ul>
  )
}

/** Shows the paid rides that stay booked before a scooter is set to Maintenance. */
function MaintenanceDialog() {
  const row = useStore($rowForMaintenance)
  const rides = useStore($upcomingRides)
  const mayReadBookings = useMay('manager')
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
          <p className="muted">{openRidesStay(row.rides_ahead ?? 0)}</p>
          {mayReadBookings && (
            <>
              <UpcomingRides rides={rides} />
              <div>
                <BookingsLink onOpen={cancelMaintenance} query={paidBookingsOf('scooter_id', row)} />
              </div>
            </>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

function MigratePinsDialog() {
  const isMigrating = useStore($isMigratingPins)
  return (
    <ConfirmDialog
      busyLabel={text.migrating}
      confirmLabel={text.migrateConfirm}
      isBusy={isMigrating}
      cancelLabel={labels.cancel}
      onCancel={closeMigrateDialog}
      onConfirm={() => void migrateAllPins()}
      isOpen={useStore($isMigrateDialogOpen)}
      title={text.migrateQuestion}
    />
  )
}

/** Asks before the form changes the PIN of a scooter that a rider has. */
function PinQuestion() {
  const row = useStore(scooterCrud.$rowToConfirm)
  const now = useRenderTime()
  return (
    <ConfirmDialog
      cancelLabel={pins.notYet}
      confirmLabel={labels.save}
      onCancel={scooterCrud.cancelSave}
      onConfirm={() => void scooterCrud.confirmSave()}
      isOpen={row !== null}
      title={row?.is_late ? pins.lateQuestion : pins.inUseQuestion}
    >
      {row && <Ridden isLate={row.is_late} rider={row.booked_by} scooter={row.name} until={rideEndOf(row, now)} />}
    </ConfirmDialog>
  )
}

/** The PIN for the lock of a new scooter. */
function CreatedDialog() {
  const row = useStore($createdScooter)
  return (
    <Modal isOpen={row !== null} onClose={closeCreated} title={row?.name ?? ''}>
      {row?.otp_pin && <p className="numeric">{text.setLock(row.otp_pin)}</p>}
      <ModalButtons>
        <Button kind="secondary" onClick={closeCreated}>
          {labels.close}
        </Button>
        <Button onClick={addAnother}>{text.addAnother}</Button>
      </ModalButtons>
    </Modal>
  )
}
