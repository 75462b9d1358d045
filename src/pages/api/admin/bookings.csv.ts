import { exportBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookingsCsv } from '#server/bookings/csv.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(exportBookings, exportBookingsCsv)
export const ALL = methodNotAllowed({ GET })
