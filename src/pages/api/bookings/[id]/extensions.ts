import { listExtensions } from '#server/bookings/extend-booking.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listExtensions)
export const ALL = methodNotAllowed({ GET })
