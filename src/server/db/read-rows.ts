import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { d1 } from './client.ts'

/** Reads the rows of several queries at once. `Rows` has the type of each query's rows, in order. */
export async function readRows<const Rows extends readonly (readonly unknown[])[]>(
  statements: {
    readonly [Index in keyof Rows]: D1PreparedStatement
  }
): Promise<Rows> {
  const results = await d1.batch([...statements])
  return results.map(({ results }) => results) as readonly unknown[] as Rows
}
