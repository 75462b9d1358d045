import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { allBookings } from '#server/bookings/admin-list.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllBookings, allBookings)
export const ALL = methodNotAllowed({ GET })
