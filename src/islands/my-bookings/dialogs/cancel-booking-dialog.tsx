import { parseInstant } from '#domain/time/india-time.ts'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { cancelExtension } from '#messages/my-bookings/manage-ride.ts'
import { isPaid, rideText, scooterName, timeOrDayText } from '#stores/my-bookings/booking-details.ts'
import { $bookingToCancel } from '#stores/my-bookings/booking-dialogs.ts'
import {
  $isCancelling,
  $preview,
  cancelBooking,
  closeCancelDialog
} from '#stores/my-bookings/manage-ride/cancel-booking.ts'

/** Shows the refund of a paid booking before the rider confirms. */
export function CancelBookingDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToCancel)
  const isCancelling = useStore($isCancelling)
  const isExtension = booking?.kind === 'extension'
  return (
    <ConfirmDialog
      busyLabel={text.cancelling}
      confirmLabel={isExtension ? cancelExtension : labels.cancelBooking}
      isBusy={isCancelling}
      isDestructive
      cancelLabel={isExtension ? text.keepExtension : text.keepBooking}
      onCancel={closeCancelDialog}
      onConfirm={() => void cancelBooking()}
      isOpen={booking !== null}
      title={isExtension ? text.extensionQuestion : text.cancelQuestion}
    >
      {booking && (
        <>
          <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
          <p className="numeric">{rideText(booking, now)}</p>
          {isPaid(booking) && <RefundAmount now={now} />}
          {isExtension && <p>{text.rideKeepsEnd}</p>}
          <p className="muted">{text.slotAvailableAgain}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

function RefundAmount({ now }: { now: Date }) {
  const preview = useStore($preview)
  if (!preview) return null
  const { amount, full_refund_until, refund, until } = preview
  const when = (instant: string) => timeOrDayText(parseInstant(instant), now)
  return (
    <div aria-live="polite" className="numeric grid gap-2">
      <p className="font-semibold">{text.refundOf(refund, amount)}</p>
      {until && <p>{text.fullRefundUntil(when(until))}</p>}
      {full_refund_until && <p>{text.fullRefundEnded(when(full_refund_until))}</p>}
      {refund > 0 && <p className="muted">{text.refundMethod}</p>}
    </div>
  )
}
