import { listMyBookings } from '#contract/bookings.ts'
import { riderBookings } from '#server/bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(listMyBookings, riderBookings)
export const ALL = methodNotAllowed
