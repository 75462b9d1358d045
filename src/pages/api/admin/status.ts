import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getSystemStatus } from '#server/monitoring/health.ts'

export const GET = handle(getSystemStatus)
export const ALL = methodNotAllowed({ GET })
