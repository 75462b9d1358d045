import { moveRideAsAdmin } from '#server/bookings/admin/ride-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(moveRideAsAdmin)
export const ALL = methodNotAllowed({ POST })
