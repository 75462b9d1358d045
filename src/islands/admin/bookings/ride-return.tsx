import { PhotoDialog } from '#islands/admin/list/photo-dialog.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { returnPhoto, returning as text } from '#messages/admin/bookings.ts'
import { canReturn, openReturnDialog, returnPhotoDialog } from '#stores/admin/bookings/return-as-admin.ts'
import { $selectedBooking } from '#stores/admin/payments/booking-payments.ts'
import { ReturnDialog } from './return-dialog.tsx'

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
