import { checkBookingMoney, getBookingMoney } from '#contract/all-bookings.ts'
import { bookingMoney, checkedMoney } from '#server/booking-money.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(getBookingMoney, bookingMoney)
export const POST = handle(checkBookingMoney, checkedMoney)
export const ALL = methodNotAllowed({ GET, POST })
