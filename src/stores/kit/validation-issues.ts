import * as v from 'valibot'
import type { ValidationIssues } from './form-errors.ts'

/** What the contract minds about the fields, in its own sentences. */
export function validationIssues(schema: v.GenericSchema, fields: unknown): ValidationIssues {
  const { issues = [] } = v.safeParse(schema, fields)
  return issues.map(({ message, path }) => [path?.at(-1)?.key, message])
}
