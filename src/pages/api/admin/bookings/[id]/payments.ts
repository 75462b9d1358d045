import { checkBookingMoney, getBookingMoney } from '#contract/bookings/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { bookingMoney, checkedMoney } from '#server/payments/booking-payments.ts'

export const GET = handle(getBookingMoney, bookingMoney)
export const POST = handle(checkBookingMoney, checkedMoney)
export const ALL = methodNotAllowed({ GET, POST })
