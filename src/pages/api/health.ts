import { getHealth } from '#contract/runtime/health.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { currentHealth } from '#server/runtime/health.ts'

export const GET = handle(getHealth, currentHealth, { allowMisconfigured: true })
export const ALL = methodNotAllowed({ GET })
