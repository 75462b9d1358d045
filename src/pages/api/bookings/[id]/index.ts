import { getBooking } from '#server/bookings/my-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getBooking)
export const ALL = methodNotAllowed({ GET })
