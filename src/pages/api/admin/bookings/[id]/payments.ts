import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getBookingPayments, reconcileBooking } from '#server/payments/booking-payments.ts'

export const GET = handle(getBookingPayments)
export const POST = handle(reconcileBooking)
export const ALL = methodNotAllowed({ GET, POST })
