import { cancelBooking } from '#server/bookings/cancel-booking.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(cancelBooking)
export const ALL = methodNotAllowed({ POST })
