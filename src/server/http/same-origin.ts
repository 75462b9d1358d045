import { refusal } from '#server/runtime/refusal.ts'
import type { CallContext } from './operation.ts'

/** Throws 403 for cross-site requests. Otherwise another site could sign its visitor in or out. */
export function assertSameOrigin({ headers }: CallContext): void {
  const origin = headers.get('origin')
  if (origin !== null && URL.parse(origin)?.host !== headers.get('host')) throw refusal('not_allowed')
}
