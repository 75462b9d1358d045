import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getStats } from '#server/overview/stats.ts'

export const GET = handle(getStats)
export const ALL = methodNotAllowed({ GET })
