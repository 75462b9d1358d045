import { getStats } from '#contract/stats.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { currentStats } from '#server/stats.ts'

export const GET = handle(getStats, currentStats)
export const ALL = methodNotAllowed({ GET })
