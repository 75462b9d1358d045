import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, openEnum, optionalText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { LOGGED_ACTIONS } from '#domain/admin/roles.ts'

// The activity log: what admins did. Its path has the first name of the log, audits.

export const activityEntry = v.object({
  id,
  created_at: v.string(),
  admin_email: v.string(),
  action: openEnum(LOGGED_ACTIONS),
  /** The id of the changed row. */
  subject: v.string(),
  /** Its present name, or its name when deleted; for a booking the rider's name. */
  subject_name: optionalText,
  /** The changed fields, or the admin's note. */
  detail: optionalText
})
export type ActivityEntry = v.InferOutput<typeof activityEntry>

/** Newest first. */
export const listActivity = defineEndpoint('GET /admin/audits', {
  staff: { lowest: 'owner' },
  output: v.array(activityEntry),
  query: listQuery(['created_at'])
})

export const docs = {
  listActivity: { summary: 'List the changes made by admins' }
} satisfies Docs
