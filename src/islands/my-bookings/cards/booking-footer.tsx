import type { Booking } from '#contract/bookings/my-bookings.ts'
import { loadBookingDialogs } from '#islands/my-bookings/booking-dialogs.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { getHelp, manageRide, referenceText } from '#messages/my-bookings.ts'
import { HAS_RIDE_CHANGES } from '#stores/kit/backend-features.ts'
import { isPaid } from '#stores/my-bookings/booking-details.ts'
import { $dialogBookingId, $isDialogLoading, openRideDialog } from '#stores/my-bookings/booking-dialogs.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { SupportLink } from './support-link.tsx'

/**
 * The booking's reference, and what can be done with a paid ride. The code of the dialog may be missing offline, so the
 * link to support stands there instead.
 */
export function BookingFooter({ booking }: { booking: Booking }) {
  const isOffline = useStore($outdated)?.isOffline
  const isLoading = useStore($isDialogLoading)
  const isRequested = useStore($dialogBookingId) === booking.id
  return (
    <div className="-my-[8px] -me-2 flex flex-wrap items-center justify-between gap-x-3">
      <p className="caption numeric whitespace-nowrap">{referenceText(booking.id)}</p>
      {isPaid(booking) && !isOffline ? (
        <Button
          busy={isLoading && isRequested}
          kind="ghost"
          onClick={() => void openRideDialog(booking, loadBookingDialogs)}
          small
        >
          {!HAS_RIDE_CHANGES && <Icon name="chat" size="s" />}
          {HAS_RIDE_CHANGES ? manageRide : getHelp}
        </Button>
      ) : (
        <SupportLink booking={booking} className="btn btn-ghost btn-small" label={getHelp} />
      )}
    </div>
  )
}
