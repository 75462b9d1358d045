import { getBooking } from '#server/bookings/admin/booking-details.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getBooking)
export const ALL = methodNotAllowed({ GET })
