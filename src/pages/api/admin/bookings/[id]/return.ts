import { returnRideAsAdmin } from '#server/bookings/admin/booking-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(returnRideAsAdmin)
export const ALL = methodNotAllowed({ POST })
