import { cancelBooking } from '#contract/bookings/cancel.ts'
import { cancelHold } from '#server/bookings/unpaid-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(cancelBooking, cancelHold)
export const ALL = methodNotAllowed({ POST })
