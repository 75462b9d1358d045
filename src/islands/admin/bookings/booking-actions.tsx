import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/bookings.ts'
import * as lists from '#messages/admin/lists.ts'
import { canCancel, cancelBookingDialog } from '#stores/admin/bookings/cancel-as-admin.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import { openBookingPayments } from '#stores/admin/payments/booking-payments.ts'

export function BookingActions({ booking }: { booking: BookingForAdmin }) {
  const now = useRenderTime()
  const rowLabel = lists.riderAndRide(booking.user_name, rideText(booking, now))
  return (
    <>
      <Button
        aria-label={lists.actionOn(text.bookings.payments, rowLabel)}
        kind="ghost"
        onClick={() => void openBookingPayments(booking)}
        isSmall
      >
        {text.bookings.payments}
      </Button>
      {canCancel(booking) && (
        <Button
          aria-label={lists.actionOn(text.cancelling.action, rowLabel)}
          kind="ghost"
          onClick={() => cancelBookingDialog.open(booking)}
          isSmall
        >
          {text.cancelling.action}
        </Button>
      )}
    </>
  )
}
