import { env } from '#server/runtime/env.ts'
import { unsafeVariables } from './variable-rules.ts'

/** Returns the variable or binding that prevents safe operation, or null. */
export function misconfiguredVariable(): string | null {
  if (!env.DB) return 'DB'
  if (!env.UPLOADS) return 'UPLOADS'
  return unsafeVariables(env)[0] ?? null
}
