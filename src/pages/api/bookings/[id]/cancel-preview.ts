import { previewCancellation } from '#server/bookings/cancel-booking.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(previewCancellation)
export const ALL = methodNotAllowed({ GET })
