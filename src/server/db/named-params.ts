import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { d1 } from './client.ts'

/** Values by name. Times are Unix seconds. */
export type SqlParams = Readonly<Record<string, number | string | null>>

interface NumberedSql {
  query: string
  values: (number | string | null)[]
}

/** Replaces parameters written `:name` by numbered ones, the only kind that D1 knows. Throws on a missing name. */
export function numberedFrom(query: string, params: SqlParams): NumberedSql {
  const names: string[] = []
  const numbered = query.replace(/:([a-z]\w*)/gi, (_, name: string) => {
    if (!(name in params)) throw new Error(`The SQL parameter :${name} has no value`)
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return { query: numbered, values: names.map(name => params[name] ?? null) }
}

/** Prepares SQL whose parameters are written `:name`. */
export function prepareNamed(query: string, params: SqlParams): D1PreparedStatement {
  const numbered = numberedFrom(query, params)
  return d1.prepare(numbered.query).bind(...numbered.values)
}
