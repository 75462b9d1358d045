import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { type SQL, sql } from 'drizzle-orm'
import { d1 } from './client.ts'

/** Values by name. Times are Unix seconds. */
export type SqlParams = Readonly<Record<string, number | string | null>>

const NAME = /:([a-z]\w*)/gi

function paramOf(name: string, params: SqlParams): number | string | null {
  const value = params[name]
  if (value === undefined) throw new Error(`The SQL parameter :${name} has no value`)
  return value
}

/** Prepares SQL whose parameters are written `:name`. D1 itself knows numbered ones only. Throws on a missing name. */
export function prepareNamed(query: string, params: SqlParams): D1PreparedStatement {
  const names: string[] = []
  const numbered = query.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return d1.prepare(numbered).bind(...names.map(name => paramOf(name, params)))
}

/** The same for a batch of Drizzle: `db.run(namedSql(…))`. */
export function namedSql(query: string, params: SqlParams): SQL {
  const parts = query.split(NAME)
  return sql.join(parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${paramOf(part, params)}`)))
}
