import { getWayOut } from '#server/bookings/way-out.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getWayOut)
export const ALL = methodNotAllowed({ GET })
