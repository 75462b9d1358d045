import { cancelBooking } from '#contract/bookings/bookings.ts'
import { cancelHold } from '#server/bookings/holds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(cancelBooking, cancelHold)
export const ALL = methodNotAllowed({ POST })
