import { returnRideAsAdmin } from '#server/bookings/admin/ride-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(returnRideAsAdmin)
export const ALL = methodNotAllowed({ POST })
