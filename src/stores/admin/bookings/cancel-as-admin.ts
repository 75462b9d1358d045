import { call } from '#client/http/api.ts'
import { type BookingForAdmin, cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as text from '#messages/admin/bookings.ts'
import { bookings, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-actions.ts'
import { reloadBookingPayments } from '#stores/admin/payments/booking-payments.ts'
import { disputeOverrideFor } from '#stores/admin/payments/refunds.ts'
import { HAS_PAYMENTS } from '#stores/kit/backend-features.ts'

// An admin can cancel a booking even after its ride has ended. The amount paid is refunded.

export function canCancel({ amount, payment_status }: BookingForAdmin): boolean {
  const isOpen = payment_status === 'Completed' || payment_status === 'Pending'
  return HAS_PAYMENTS && isOpen && typeof amount === 'number'
}

/** What is left to refund of the ride, in rupees. A hold is unpaid, so its refund amount is 0. */
export function refundAmount({ cancel_refund, payment_status }: BookingForAdmin): number {
  return payment_status === 'Completed' ? (cancel_refund ?? 0) : 0
}

/** The booking is a part of an extended ride, which is cancelled as a whole. */
export function cancelsOtherRows({
  amount,
  cancel_refund,
  payment_status,
  refunded,
  ride_id
}: BookingForAdmin): boolean {
  if (payment_status !== 'Completed') return false
  return ride_id !== null || (cancel_refund ?? 0) > (amount ?? 0) - (refunded ?? 0)
}

/** Where the ride stands at `now`, which decides what a cancellation frees. */
export function rideStage({ end_time, start_time }: BookingForAdmin, now: Date): 'ahead' | 'over' | 'under_way' {
  if (parseInstant(end_time) < now) return 'over'
  return parseInstant(start_time) <= now ? 'under_way' : 'ahead'
}

/** A hold has no refund, so a dispute about another payment for it does not matter here. */
const isDisputed = (booking: BookingForAdmin) => refundAmount(booking) > 0 && Boolean(booking.dispute)

export const cancelBookingDialog = createRowDialog<BookingForAdmin>({
  perform: async booking => {
    const amount = refundAmount(booking)
    const body = { amount, ...(isDisputed(booking) && disputeOverrideFor(booking)) }
    await call(cancelBookingAsAdmin, { body, params: { id: booking.id } })
    return text.cancelled(amount, booking)
  },
  failureMessage: text.cancelling.failed,
  staleRowRefusals: ['amount_changed', 'booking_ended', 'payment_disputed'],
  requiresSecondConfirmation: isDisputed,
  findCurrentRow: ({ id }) => findRow(bookings, booking => booking.id === id && canCancel(booking)),
  reload: async () => {
    await Promise.all([reloadAfter('bookings'), reloadBookingPayments()])
  }
})
