import { cancelAnyBooking } from '#contract/all-bookings.ts'
import { cancelByAdmin } from '#server/booking-money.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(cancelAnyBooking, cancelByAdmin)
export const ALL = methodNotAllowed({ POST })
