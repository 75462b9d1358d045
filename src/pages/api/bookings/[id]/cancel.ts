import { cancelHold } from '#server/bookings/unpaid-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(cancelHold)
export const ALL = methodNotAllowed({ POST })
