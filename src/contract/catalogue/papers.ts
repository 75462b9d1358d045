import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idText, openEnum, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { PAPER_KINDS } from '#domain/catalogue/papers.ts'

export const paper = v.object({
  kind: openEnum(PAPER_KINDS),
  number: optionalText,
  /** The last day, 'yyyy-MM-dd'. */
  expires_on: optionalText
})

export const paperOfScooter = v.object({
  ...paper.entries,
  scooter_id: id,
  scooter_name: v.string(),
  registration_number: optionalText,
  property_name: optionalText
})
export type PaperOfScooter = v.InferOutput<typeof paperOfScooter>

/** The first to end comes first; those without a day are last. */
export const listPapers = defineEndpoint({
  access: 'admin',
  staff: { lowest: 'manager', scope: 'list' },
  method: 'GET',
  output: v.array(paperOfScooter),
  path: '/admin/papers',
  query: listQuery([], { property_id: v.optional(idText) })
})
