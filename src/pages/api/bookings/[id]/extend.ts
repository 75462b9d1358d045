import { extendBooking } from '#server/bookings/rides/extend.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(extendBooking)
export const ALL = methodNotAllowed({ POST })
