import { returnRide } from '#server/bookings/return-ride.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(returnRide)
export const ALL = methodNotAllowed({ POST })
