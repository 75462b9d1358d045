import type { Booking } from '#contract/bookings/my-bookings.ts'
import { loadBookingDialogs } from '#islands/my-bookings/lazy-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { getHelp, manageRide } from '#messages/my-bookings/my-bookings.ts'
import { HAS_RIDE_ACTIONS } from '#stores/kit/backend-features.ts'
import { $dialogBookingId, $isDialogLoading, openRideDialog } from '#stores/my-bookings/booking-dialogs.ts'

/** Opens the panel of a ride, or only the help. */
export function ManageButton({ booking }: { booking: Booking }) {
  const isLoading = useStore($isDialogLoading)
  const isRequested = useStore($dialogBookingId) === booking.id
  return (
    <Button
      isBusy={isLoading && isRequested}
      kind="ghost"
      onClick={() => void openRideDialog(booking, loadBookingDialogs)}
      isSmall
    >
      {HAS_RIDE_ACTIONS ? manageRide : getHelp}
    </Button>
  )
}
