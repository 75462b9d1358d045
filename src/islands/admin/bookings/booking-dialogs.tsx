import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { NoteForm, PhotoDialog, RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { EmailText } from '#islands/admin/list/cells.tsx'
import { DisputeDialog } from '#islands/admin/payments/payment-cells.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { cancelling, refundTo, returning, returnPhoto } from '#messages/admin/bookings.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import * as labels from '#messages/labels.ts'
import {
  cancelBookingDialog,
  cancelsOtherRows,
  canReturn,
  refundAmount,
  returnDialog,
  rideStage
} from '#stores/admin/booking-actions.ts'
import { $selectedBooking } from '#stores/admin/payments/booking-payments.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import { returnPhotoDialog } from '#stores/admin/return-photo.ts'

const EFFECTS = {
  ahead: cancelling.slotAvailableAgain,
  over: cancelling.rideIsOver,
  under_way: cancelling.rideIsUnderWay
} as const

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
      <p className="numeric">{relativeRideText(booking, now)}</p>
      {cancelsOtherRows(booking) && <p className="font-semibold">{cancelling.wholeRide}</p>}
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
        busyLabel={cancelling.busy}
        cancelLabel={cancelling.keep}
        confirmLabel={cancelling.action}
        dialog={cancelBookingDialog}
        isDestructive
        title={cancelling.question}
      >
        {booking && (
          <>
            <BookingSummary booking={booking} />
            <NoteForm dialog={cancelBookingDialog} hint={cancelling.reasonHint} isOptional label={cancelling.reason} />
          </>
        )}
      </RowQuestion>
      <DisputeDialog
        confirmLabel={disputes.cancelAction}
        confirmation={cancelBookingDialog}
        busyLabel={cancelling.busy}
        consequence={disputes.consequence}
        title={disputes.cancelDisputedQuestion}
      />
    </>
  )
}

/** Asks for the reason before an admin ends a rider's ride. */
function ReturnDialog() {
  const now = useRenderTime()
  const booking = useStore(returnDialog.$row)
  return (
    <RowQuestion
      busyLabel={returning.busy}
      cancelLabel={labels.cancel}
      confirmLabel={returning.action}
      dialog={returnDialog}
      isDestructive
      title={returning.question}
    >
      {booking && (
        <>
          <p className="font-semibold wrap-anywhere">{booking.user_name}</p>
          <p className="wrap-anywhere">{lists.scooterAt(booking.scooter_name, booking.property_name)}</p>
          <p className="numeric">{relativeRideText(booking, now)}</p>
          <p>{returning.consequence}</p>
          <NoteForm dialog={returnDialog} hint={forms.reasonHint} label={forms.reason} />
        </>
      )}
    </RowQuestion>
  )
}

/** Ends the ride of the booking in the panel, or shows how it was returned. */
export function RideReturn() {
  const booking = useStore($selectedBooking)
  const now = useRenderTime()
  if (booking === null) return null
  return (
    <>
      {canReturn(booking, now) && (
        <Button kind="secondary" onClick={() => returnDialog.open(booking)} isSmall>
          {returning.action}
        </Button>
      )}
      {booking.return_photo_id && (
        <Button kind="secondary" onClick={() => void returnPhotoDialog.open(booking)} isSmall>
          {returnPhoto.title}
        </Button>
      )}
      <ReturnDialog />
      <PhotoDialog dialog={returnPhotoDialog} nameOf={({ scooter_name }) => scooter_name} text={returnPhoto} />
    </>
  )
}
