import { listAllBookings } from '#server/bookings/admin/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllBookings)
export const ALL = methodNotAllowed({ GET })
