import { listAllBookings } from '#contract/all-bookings.ts'
import { allBookings } from '#server/all-bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(listAllBookings, allBookings)
export const ALL = methodNotAllowed({ GET })
