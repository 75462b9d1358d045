import { cancelBookingAsAdmin, previewCancellationAsAdmin } from '#server/bookings/admin/booking-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(previewCancellationAsAdmin)
export const POST = handle(cancelBookingAsAdmin)
export const ALL = methodNotAllowed({ GET, POST })
