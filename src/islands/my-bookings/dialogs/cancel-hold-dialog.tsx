import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/cancel-hold.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-details.ts'
import { $holdToCancel, closeCancelHoldDialog } from '#stores/my-bookings/booking-dialogs.ts'
import { $isCancelling, cancelHold } from '#stores/my-bookings/cancel-hold.ts'

/** Cancelling a hold needs a confirmation. */
export function CancelHoldDialog({ now }: { now: Date }) {
  const booking = useStore($holdToCancel)
  const isCancelling = useStore($isCancelling)
  return (
    <ConfirmDialog
      confirmLabel={isCancelling ? text.cancellingHold : text.cancelHoldConfirm}
      busy={isCancelling}
      isDestructive
      cancelLabel={text.keepBooking}
      onCancel={closeCancelHoldDialog}
      onConfirm={() => void cancelHold()}
      open={booking !== null}
      title={text.cancelHoldQuestion}
    >
      {booking && (
        <>
          <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
          <p className="numeric">{rideText(booking, now)}</p>
          <p className="muted">{text.cancelHoldConsequence}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
