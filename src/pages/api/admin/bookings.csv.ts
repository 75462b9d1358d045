import { exportBookings } from '#contract/bookings/admin-bookings.ts'
import { bookingsFile } from '#server/bookings/csv.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(exportBookings, bookingsFile)
export const ALL = methodNotAllowed({ GET })
