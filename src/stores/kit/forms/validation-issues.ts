import * as v from 'valibot'
import type { ValidationIssues } from './form.ts'

/** The contract's validation issues for these fields, each with the field's name and the message. */
export function validationIssues(schema: v.GenericSchema, fields: unknown): ValidationIssues {
  const { issues = [] } = v.safeParse(schema, fields)
  return issues.map(({ message, path }) => [path?.at(-1)?.key, message])
}
