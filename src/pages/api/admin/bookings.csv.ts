import { exportBookings } from '#server/bookings/admin/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(exportBookings)
export const ALL = methodNotAllowed({ GET })
