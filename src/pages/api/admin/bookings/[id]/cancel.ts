import { cancelAnyBooking } from '#contract/bookings/admin-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { cancelByAdmin } from '#server/payments/booking-payments.ts'

export const POST = handle(cancelAnyBooking, cancelByAdmin)
export const ALL = methodNotAllowed({ POST })
