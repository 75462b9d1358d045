import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { EmailText } from '#islands/admin/list/cells.tsx'
import { DisputeDialog } from '#islands/admin/payments/dispute-dialog.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { refundTo, cancelling as text } from '#messages/admin/bookings.ts'
import * as lists from '#messages/admin/lists.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import {
  cancelBookingDialog,
  cancelsOtherRows,
  refundAmount,
  rideStage
} from '#stores/admin/bookings/cancel-as-admin.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'

const EFFECTS = { ahead: text.slotAvailableAgain, over: text.rideIsOver, under_way: text.rideIsUnderWay } as const

function BookingSummary({ booking }: { booking: BookingForAdmin }) {
  const { property_name, scooter_name, user_email, user_name } = booking
  const now = useRenderTime()
  return (
    <>
      <p className="grid wrap-anywhere">
        <span className="font-semibold">{user_name}</span>
        <span className="caption">
          <EmailText email={user_email} />
        </span>
      </p>
      <p className="wrap-anywhere">{lists.scooterAt(scooter_name, property_name)}</p>
      <p className="numeric">{rideText(booking, now)}</p>
      {cancelsOtherRows(booking) && <p className="font-semibold">{text.wholeRide}</p>}
      <p className="muted">{EFFECTS[rideStage(booking, now)]}</p>
      <p className="h3 numeric my-1 wrap-anywhere">{refundTo(refundAmount(booking), booking)}</p>
    </>
  )
}

export function CancelBookingDialog() {
  const booking = useStore(cancelBookingDialog.$row)
  return (
    <>
      <RowQuestion
        busyLabel={text.busy}
        cancelLabel={text.keep}
        confirmLabel={text.action}
        dialog={cancelBookingDialog}
        isDestructive
        title={text.question}
      >
        {booking && <BookingSummary booking={booking} />}
      </RowQuestion>
      <DisputeDialog
        confirmLabel={disputes.cancelAction}
        confirmation={cancelBookingDialog}
        busyLabel={text.busy}
        consequence={disputes.consequence}
        title={disputes.cancelDisputedQuestion}
      />
    </>
  )
}
