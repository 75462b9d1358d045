import { call } from '#client/http/api.ts'
import { type BookingForAdmin, cancelAnyBooking } from '#contract/bookings/admin-bookings.ts'
import * as text from '#messages/portal.ts'
import { bookings, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createRowQuestion, rowIn } from '#stores/admin/kit/row-question.ts'
import { lookAgain } from './booking-payments.ts'
import { despite } from './despite-dispute.ts'
import { TELLS_PAYMENTS } from './refund-lists.ts'

// An admin ends a booking, one whose ride is over too: what was paid for it goes back.

export function canCancel({ amount, payment_status }: BookingForAdmin): boolean {
  const isOpen = payment_status === 'Completed' || payment_status === 'Pending'
  return TELLS_PAYMENTS && isOpen && typeof amount === 'number'
}

/** Rupees; nothing of a hold, which nobody has paid for yet. */
export function goesBack({ amount, payment_status }: BookingForAdmin): number {
  return payment_status === 'Completed' ? (amount ?? 0) : 0
}

/** Nothing goes back of a hold, whatever becomes of another payment for it. */
const isDisputed = (booking: BookingForAdmin) => goesBack(booking) > 0 && Boolean(booking.dispute)

export const cancelling = createRowQuestion<BookingForAdmin>({
  act: async booking => {
    const amount = goesBack(booking)
    const body = { amount, ...(isDisputed(booking) && despite(booking)) }
    await call(cancelAnyBooking, { body, params: { id: booking.id } })
    return text.cancelled(amount, booking)
  },
  failed: text.cancelling.failed,
  isDoubtful: isDisputed,
  lookUp: ({ id }) => rowIn(bookings, booking => booking.id === id && canCancel(booking)),
  reload: async () => {
    await Promise.all([reloadAfter('bookings'), lookAgain()])
  }
})
