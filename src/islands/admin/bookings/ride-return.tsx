import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-render-time.ts'
import { returning as text } from '#messages/admin/bookings/ride-return.ts'
import { openReturnPhoto } from '#stores/admin/bookings/return-photo.ts'
import { canReturn, openReturn } from '#stores/admin/bookings/return-ride.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { ReturnPhotoDialog } from './return-photo-dialog.tsx'

/** Ends the ride of a booking, or shows how it was returned. */
export function RideReturn({ booking }: { booking: BookingForAdmin }) {
  const now = useRenderTime()
  return (
    <>
      {canReturn(booking, now) && (
        <Button kind="secondary" onClick={() => openReturn(booking)} small>
          {text.action}
        </Button>
      )}
      {booking.return_photo_id && (
        <Button kind="secondary" onClick={() => void openReturnPhoto(booking)} small>
          {text.photo}
        </Button>
      )}
      <ReturnDialog />
      <ReturnPhotoDialog />
    </>
  )
}
