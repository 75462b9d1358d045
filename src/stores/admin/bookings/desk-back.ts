import { call } from '#client/http/api.ts'
import type { BookingPayments } from '#contract/bookings/booking-payments.ts'
import { payBackAtDesk } from '#contract/bookings/desk-booking.ts'
import type { DeskBack } from '#contract/staff/today.ts'
import { deskMethodOf } from '#domain/payments/desk.ts'
import * as deskText from '#messages/admin/desk.ts'
import { reloadAfterBooking } from '#stores/admin/bookings/booking-lists.ts'
import { createRowDialog } from '#stores/admin/list/row-dialogs.ts'
import { reloadBookingPayments } from '#stores/admin/payments/booking-payments.ts'

/** The refund as Needs has it, if it is to be paid back at the desk; else null. */
export function deskBackOf(refund: BookingPayments['refunds'][number]): DeskBack | null {
  const { amount, booking_id, id, payment_id, property_name, status, user_name } = refund
  const pay = deskMethodOf(payment_id)
  const isOpen = status === 'due' || status === 'review'
  return pay && isOpen ? { amount, booking_id, id, pay, property_name, rider_name: user_name } : null
}

/** Asks before a refund counts as paid back at the desk. */
export const deskBackDialog = createRowDialog<DeskBack>({
  failureMessage: deskText.paidBackFailed,
  // The lists say what is left to pay back.
  findCurrentRow: () => null,
  perform: async ({ amount, booking_id, id, pay }) => {
    await call(payBackAtDesk, { body: { amount, refund_id: id }, params: { id: booking_id } })
    return deskText.paidBack(pay)
  },
  reload: async () => {
    await Promise.all([reloadAfterBooking(), reloadBookingPayments()])
  }
})
