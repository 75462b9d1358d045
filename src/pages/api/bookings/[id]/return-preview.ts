import { previewReturn } from '#server/bookings/return-ride.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(previewReturn)
export const ALL = methodNotAllowed({ GET })
