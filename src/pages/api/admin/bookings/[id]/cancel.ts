import { cancelBookingAsAdmin } from '#server/bookings/admin/cancel-as-admin.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(cancelBookingAsAdmin)
export const ALL = methodNotAllowed({ POST })
