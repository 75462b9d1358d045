import * as v from 'valibot'
import type { Sentences } from './form-errors.ts'

/** What the contract minds about the fields, in its own sentences. */
export function misfits(schema: v.GenericSchema, fields: unknown): Sentences {
  const { issues = [] } = v.safeParse(schema, fields)
  return issues.map(({ message, path }) => [path?.at(-1)?.key, message])
}
