import * as v from 'valibot'

const validationIssue = v.object({
  /** Where: ['body', 'hours'] */
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.optional(v.string())
})

/** The one error body: a sentence, or for invalid input (422) a list of what is wrong where. */
export const problem = v.object({ detail: v.union([v.string(), v.array(validationIssue)]) })

export type ProblemDetail = v.InferOutput<typeof problem>['detail']
