import type { D1Database } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { env } from '#server/runtime/env.ts'
import { withRetries } from './retry.ts'
import * as schema from './schema.ts'

/** The database's own API, for the batches that are written in SQL (slots.ts, settle.ts). */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database, { schema })

/** Whether a write failed because a unique index said no; drizzle hides D1's words in `cause`. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes('UNIQUE constraint failed') || isUniqueViolation(error.cause)
}
