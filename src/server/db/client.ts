import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { env } from '#server/runtime/env.ts'
import type { Refusal } from '#server/runtime/refusal.ts'
import { withRetries } from './retry.ts'
import { prepareOn, type SqlParams } from './sql.ts'

/** D1 with retries. */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database)

/** Prepares SQL with named parameters. */
export const prepareNamed = (query: string, params: SqlParams = {}) => prepareOn(d1, query, params)

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
  queries: { readonly [Index in keyof Rows]: string },
  params: SqlParams
): Promise<Rows> {
  const results = await d1.batch(queries.map(query => prepareNamed(query, params)))
  return results.map(({ results }) => results) as readonly unknown[] as Rows
}

/** Throws `refused` if a unique index rejects the write. */
export function refuseDuplicate<T>(write: Promise<T>, refused: Refusal): Promise<T> {
  return write.catch((error: unknown) => {
    throw violates('UNIQUE', error) ? refused : error
  })
}

/** Throws `refused` if a foreign key rejects the write. If the write may be at fault in several ways, it is asked then. */
export function refuseMissingReference<T>(write: Promise<T>, refused: Refusal | (() => Promise<Refusal>)): Promise<T> {
  return write.catch(async (error: unknown) => {
    if (!violates('FOREIGN KEY', error)) throw error
    throw typeof refused === 'function' ? await refused() : refused
  })
}

/** Drizzle keeps D1's message in `cause`. */
function violates(constraint: 'FOREIGN KEY' | 'UNIQUE', error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes(`${constraint} constraint failed`) || violates(constraint, error.cause)
}
