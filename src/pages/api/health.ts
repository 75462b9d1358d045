import { getHealth } from '#contract/health.ts'
import { currentHealth } from '#server/health.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(getHealth, currentHealth, { even_misconfigured: true })
export const ALL = methodNotAllowed({ GET })
