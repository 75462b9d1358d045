import { listMyBookings } from '#server/bookings/my-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listMyBookings)
export const ALL = methodNotAllowed({ GET })
