import type { Booking } from '#contract/bookings/my-bookings.ts'
import { getHelp, referenceText } from '#messages/my-bookings/my-bookings.ts'
import { isPaid } from '#stores/my-bookings/booking-details.ts'
import { ManageButton } from './manage-button.tsx'
import { SupportLink } from './support-link.tsx'

/** The booking's reference, and what can be done with a paid ride. */
export function BookingFooter({ booking }: { booking: Booking }) {
  return (
    <div className="-my-[8px] -me-2 flex flex-wrap items-center justify-between gap-x-3">
      <p className="caption numeric whitespace-nowrap">{referenceText(booking.id)}</p>
      {isPaid(booking) ? (
        <ManageButton booking={booking} />
      ) : (
        <SupportLink booking={booking} className="btn btn-ghost btn-small" label={getHelp} />
      )}
    </div>
  )
}
