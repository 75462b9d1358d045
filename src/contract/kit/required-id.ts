import * as v from 'valibot'
import { id } from './fields.ts'

/** An id in a request; `message` is the error for a missing or empty one. */
// @__NO_SIDE_EFFECTS__
export function requiredId(message: string) {
  return v.pipe(v.optional(id, ''), v.nonEmpty(message))
}
