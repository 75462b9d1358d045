import type { D1Database } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { env } from '#server/runtime/env.ts'
import { withRetries } from './retry.ts'

/** D1 with retries, for batches written in SQL (server/slots/reserve.ts, server/payments/settle.ts). */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database)

/** True if a unique index rejected the write. Drizzle keeps D1's message in `cause`. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes('UNIQUE constraint failed') || isUniqueViolation(error.cause)
}
