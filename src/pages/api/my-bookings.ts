import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { riderBookings } from '#server/bookings/my-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listMyBookings, riderBookings)
export const ALL = methodNotAllowed({ GET })
