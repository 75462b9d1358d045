import type { D1Database } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { env } from '#server/runtime/env.ts'
import type { Refusal } from '#server/runtime/refusal.ts'
import { withRetries } from './retry.ts'

/** D1 with retries, for batches written in SQL (server/slots/reserve.ts, server/payments/settle.ts). */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database)

/** Throws `refused` if a unique index rejects the write. */
export function refuseDuplicate<T>(write: Promise<T>, refused: Refusal): Promise<T> {
  return write.catch((error: unknown) => {
    throw violates('UNIQUE', error) ? refused : error
  })
}

/** Throws `refused` if a foreign key rejects the write. */
export function refuseMissingReference<T>(write: Promise<T>, refused: Refusal): Promise<T> {
  return write.catch((error: unknown) => {
    throw violates('FOREIGN KEY', error) ? refused : error
  })
}

/** Drizzle keeps D1's message in `cause`. */
function violates(constraint: 'FOREIGN KEY' | 'UNIQUE', error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes(`${constraint} constraint failed`) || violates(constraint, error.cause)
}
