import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { env } from '#server/runtime/env.ts'
import type { Refusal } from '#server/runtime/refusal.ts'
import { withRetries } from './retry.ts'

/** D1 with retries, for batches written in SQL (server/slots/reserve.ts, server/payments/settle.ts). */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database)

/** Values by name. Times are Unix seconds. */
export type SqlParams = Readonly<Record<string, number | string | null>>

/** Prepares SQL whose parameters are written `:name`. D1 itself knows numbered ones only. Throws on a missing name. */
export function prepareNamed(query: string, params: SqlParams): D1PreparedStatement {
  const names: string[] = []
  const numbered = query.replace(/:([a-z]\w*)/gi, (_, name: string) => {
    if (!(name in params)) throw new Error(`The SQL parameter :${name} has no value`)
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return d1.prepare(numbered).bind(...names.map(name => params[name]))
}

/** Runs SQL with the same named parameters as one batch, which is safe to execute twice. */
export function runIdempotent<Row>(queries: readonly string[], params: SqlParams) {
  return d1.batchIdempotent<Row>(queries.map(query => prepareNamed(query, params)))
}

/** Prepares a query of Drizzle, for a batch with statements in SQL. */
export function prepareQuery(query: { toSQL: () => { params: unknown[]; sql: string } }): D1PreparedStatement {
  const { params, sql } = query.toSQL()
  return d1.prepare(sql).bind(...params)
}

/** Reads the rows of several queries at once. `Rows` has the type of each query's rows, in order. */
export async function readRows<const Rows extends readonly (readonly unknown[])[]>(
  statements: { readonly [Index in keyof Rows]: D1PreparedStatement }
): Promise<Rows> {
  const results = await d1.batch([...statements])
  return results.map(({ results }) => results) as readonly unknown[] as Rows
}

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
