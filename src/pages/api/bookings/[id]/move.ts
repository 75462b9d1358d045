import { moveOwnRide } from '#server/bookings/way-out.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(moveOwnRide)
export const ALL = methodNotAllowed({ POST })
