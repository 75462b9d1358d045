import { getAvailability } from '#server/bookings/availability.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getAvailability)
export const ALL = methodNotAllowed({ GET })
