import { NoteForm, RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { PhotoDialog } from '#islands/admin/list/photo-dialog.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { returnPhoto, returning as text } from '#messages/admin/bookings.ts'
import * as forms from '#messages/admin/forms.ts'
import { scooterAt } from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import {
  canReturn,
  confirmReturn,
  openReturnDialog,
  returnDialog,
  returnFields,
  returnPhotoDialog
} from '#stores/admin/bookings/return-as-admin.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import { $selectedBooking } from '#stores/admin/payments/booking-payments.ts'

/** Asks for the reason before an admin ends a rider's ride. */
function ReturnDialog() {
  const now = useRenderTime()
  const booking = useStore(returnDialog.$row)
  return (
    <RowQuestion
      busyLabel={text.busy}
      cancelLabel={labels.cancel}
      confirmLabel={text.action}
      dialog={returnDialog}
      isDestructive
      onConfirm={() => void confirmReturn()}
      title={text.question}
    >
      {booking && (
        <>
          <p className="font-semibold wrap-anywhere">{booking.user_name}</p>
          <p className="wrap-anywhere">{scooterAt(booking.scooter_name, booking.property_name)}</p>
          <p className="numeric">{rideText(booking, now)}</p>
          <p>{text.consequence}</p>
          <NoteForm
            fields={returnFields}
            hint={forms.reasonHint}
            label={forms.reason}
            name="reason"
            onSubmit={() => void confirmReturn()}
          />
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
        <Button kind="secondary" onClick={() => openReturnDialog(booking)} isSmall>
          {text.action}
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
