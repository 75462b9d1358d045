import { cancelBooking } from '#contract/bookings.ts'
import { cancelHold } from '#server/holds.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(cancelBooking, cancelHold)
export const ALL = methodNotAllowed({ POST })
