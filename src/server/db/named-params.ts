import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { d1 } from './client.ts'

/** Values by name. Times are Unix seconds. */
export type SqlParams = Readonly<Record<string, number | string | null>>

/**
 * Prepares SQL whose parameters are written `:name`. D1 itself knows numbered ones only. Throws on a missing name. A
 * file uses one of the two, and names more than four parameters (tests/architecture/rules.test.ts).
 */
export function prepareNamed(query: string, params: SqlParams): D1PreparedStatement {
  const names: string[] = []
  const numbered = query.replace(/:([a-z]\w*)/gi, (_, name: string) => {
    if (!(name in params)) throw new Error(`The SQL parameter :${name} has no value`)
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return d1.prepare(numbered).bind(...names.map(name => params[name]))
}

/** Prepares a query of Drizzle, for a batch with statements in SQL. */
export function prepareQuery(query: { toSQL: () => { params: unknown[]; sql: string } }): D1PreparedStatement {
  const { params, sql } = query.toSQL()
  return d1.prepare(sql).bind(...params)
}
