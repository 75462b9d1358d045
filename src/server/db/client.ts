import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
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

/** A statement of a batch: SQL with the batch's parameters, or prepared with its own. */
type Statement = D1PreparedStatement | string

type Named<Rows> = { readonly [Name in keyof Rows]: Statement }

/**
 * Runs statements as one batch, in the order in which they are written. The batch is safe to execute twice. A result has
 * the name of its statement; `Rows` says what a row of each is that is read.
 */
export async function runIdempotent<Rows extends object = object>(
  batch: readonly Statement[] | (Named<Rows> & Readonly<Record<string, Statement | readonly Statement[]>>),
  params: SqlParams = {}
) {
  const steps = Object.entries<Statement | readonly Statement[]>(batch).flatMap(([name, statements]) =>
    [statements].flat().map(each => ({ name, statement: typeof each === 'string' ? prepareNamed(each, params) : each }))
  )
  const results = await d1.batchIdempotent(steps.map(({ statement }) => statement))
  return Object.fromEntries(results.map((result, index) => [steps[index]?.name, result])) as {
    [Name in keyof NoInfer<Rows>]: D1Result<Rows[Name]>
  }
}

/** Prepares a query of Drizzle, for a batch with statements in SQL. */
export function prepareQuery(query: { toSQL: () => { params: unknown[]; sql: string } }): D1PreparedStatement {
  const { params, sql } = query.toSQL()
  return d1.prepare(sql).bind(...params)
}

/** Reads the rows of several queries at once, by their names. */
export async function readRows<Rows extends object>(queries: Named<Rows>, params: SqlParams) {
  const results = await runIdempotent<Record<string, unknown>>({ ...queries }, params)
  return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.results])) as {
    [Name in keyof Rows]: Rows[Name][]
  }
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
