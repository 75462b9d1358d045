import { listMoveTargets } from '#server/bookings/admin/ride-actions.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listMoveTargets)
export const ALL = methodNotAllowed({ GET })
