import { listMyBookings } from '#contract/bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { riderBookings } from '#server/my-bookings.ts'

export const GET = handle(listMyBookings, riderBookings)
export const ALL = methodNotAllowed({ GET })
