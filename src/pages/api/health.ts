import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getHealth } from '#server/monitoring/health.ts'

export const GET = handle(getHealth, { allowMisconfigured: true })
export const ALL = methodNotAllowed({ GET })
