import { checkBookingMoney, getBookingMoney } from '#contract/bookings/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getPayments, reconcileNow } from '#server/payments/booking-payments.ts'

export const GET = handle(getBookingMoney, getPayments)
export const POST = handle(checkBookingMoney, reconcileNow)
export const ALL = methodNotAllowed({ GET, POST })
