import { refundBooking } from '#server/bookings/admin/refund-as-admin.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(refundBooking)
export const ALL = methodNotAllowed({ POST })
