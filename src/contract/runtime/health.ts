import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

const reachability = v.picklist(['reachable', 'unreachable'])

/** How the whole stands, for whoever watches over it: words and counts, nothing of anybody's. */
const health = v.object({
  /**
   * 'unavailable': the database or the pictures are out of reach. 'misconfigured': the API is not served; the log names
   * the variable. Both come with 503. 'attention' comes with 200: the cron is late, a part of it failed or something
   * failed it for days, or something that must be true is not, a dispute waits for an answer, or a
   * picture is missing.
   */
  status: v.picklist(['ok', 'attention', 'unavailable', 'misconfigured']),
  version: v.string(),
  // Null: not looked at.
  database: v.nullable(reachability),
  pictures: v.nullable(reachability),
  /** Pictures in use whose file is not in the bucket, as found at night; counted up to HEALTH_COUNTED. */
  pictures_missing: v.nullable(v.number()),
  cron: v.nullable(
    v.object({
      last_run: v.nullable(v.string()),
      is_late: v.boolean(),
      /** Parts of the last run. */
      failures: v.number(),
      /** Orders, refunds, pictures and riders that it could not deal with for days; counted up to HEALTH_COUNTED. */
      stuck: v.number()
    })
  ),
  /** Each counted up to HEALTH_COUNTED. */
  payments: v.nullable(
    v.object({
      /** Money that was signed for and not settled by the time a hold ends. */
      unsettled: v.number(),
      refunds_due: v.number(),
      /** What waits for an admin. */
      refunds_in_review: v.number(),
      disputes_open: v.number(),
      /** Of these, those that are lost unless somebody answers in time. */
      disputes_unanswered: v.number()
    })
  ),
  /** Of all rides ever, looked through once a day; null before the first time. */
  invariants: v.nullable(v.object({ checked_at: v.string(), broken: v.number() }))
})
export type Health = v.InferOutput<typeof health>

export const getHealth = defineEndpoint({
  access: 'public',
  isExtension: true,
  method: 'GET',
  output: health,
  path: '/health'
})
