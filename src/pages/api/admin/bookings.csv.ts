import { exportBookings } from '#contract/all-bookings.ts'
import { bookingsFile } from '#server/export.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(exportBookings, bookingsFile)
export const ALL = methodNotAllowed({ GET })
