import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { cancelByAdmin } from '#server/payments/booking-payments.ts'

export const POST = handle(cancelBookingAsAdmin, cancelByAdmin)
export const ALL = methodNotAllowed({ POST })
