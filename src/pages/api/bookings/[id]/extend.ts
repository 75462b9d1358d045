import { extendBooking } from '#server/bookings/extend-booking.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(extendBooking)
export const ALL = methodNotAllowed({ POST })
