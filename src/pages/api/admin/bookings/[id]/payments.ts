import { getBookingPayments, reconcileBooking } from '#contract/bookings/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getPayments, reconcileNow } from '#server/payments/booking-payments.ts'

export const GET = handle(getBookingPayments, getPayments)
export const POST = handle(reconcileBooking, reconcileNow)
export const ALL = methodNotAllowed({ GET, POST })
