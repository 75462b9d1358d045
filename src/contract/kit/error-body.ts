import * as v from 'valibot'

const validationIssue = v.object({
  /** Path of the invalid field, such as ['body', 'hours']. */
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.optional(v.string())
})

/**
 * The error body: a sentence, or for invalid input (422) a list of validation issues. Only our own backend sends
 * `code`, one of REFUSALS (refusals.ts).
 */
export const errorBody = v.object({
  code: v.optional(v.string()),
  detail: v.union([v.string(), v.array(validationIssue)])
})

export type ErrorBody = v.InferOutput<typeof errorBody>
export type ErrorDetail = ErrorBody['detail']

/** The booked window of a booking conflict, as UTC ISO instants. */
export const CONFLICT_START_HEADER = 'x-conflict-start'
export const CONFLICT_END_HEADER = 'x-conflict-end'
