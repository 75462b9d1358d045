import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'

// The audit log of admin actions.

export const audit = v.object({
  id,
  created_at: v.string(),
  admin_email: v.string(),
  /** One of AUDITED_ACTIONS (domain/audits.ts). */
  action: v.string(),
  /** The id of the changed row. */
  subject: v.string(),
  /** Its present name, or its name when deleted; for a booking the rider's name. */
  subject_name: optionalText,
  /** The changed fields, or the admin's note. */
  detail: optionalText
})
export type Audit = v.InferOutput<typeof audit>

/** Newest first. */
export const listAudits = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(audit),
  path: '/admin/audits',
  query: listQuery(['created_at'])
})
