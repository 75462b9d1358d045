import { getStats } from '#server/admin/stats.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getStats)
export const ALL = methodNotAllowed({ GET })
