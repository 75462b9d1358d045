import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'

// Added by us: who of the admins did what, to what.

const audit = v.object({
  id,
  created_at: v.string(),
  admin_email: v.string(),
  /** domain/audits.ts has the words. */
  action: v.string(),
  /** The id of what it was done to. */
  subject: v.string(),
  /** What that is called now, or was when it was deleted; a booking goes by its rider's name. */
  subject_name: optionalText,
  /** The fields that were changed, or what the admin noted. */
  detail: optionalText
})
export type Audit = v.InferOutput<typeof audit>

/** Newest first. */
export const listAudits = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: v.array(audit),
  path: '/admin/audits',
  query: listQuery(['created_at'])
})
