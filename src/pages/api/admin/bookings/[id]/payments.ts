import { getBookingPayments, reconcileBooking } from '#server/bookings/admin/booking-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getBookingPayments)
export const POST = handle(reconcileBooking)
export const ALL = methodNotAllowed({ GET, POST })
