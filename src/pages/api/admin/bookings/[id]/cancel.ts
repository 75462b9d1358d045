import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { cancelBookingAsAdmin } from '#server/payments/booking-payments.ts'

export const POST = handle(cancelBookingAsAdmin)
export const ALL = methodNotAllowed({ POST })
