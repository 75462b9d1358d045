import { getStats } from '#contract/admin/stats.ts'
import { currentStats } from '#server/admin/stats.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getStats, currentStats)
export const ALL = methodNotAllowed({ GET })
