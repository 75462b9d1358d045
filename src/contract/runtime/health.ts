import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

const reachability = v.picklist(['reachable', 'unreachable'])

/** Health for monitoring: states and counts, no personal data. */
const health = v.object({
  /**
   * 'unavailable' (503): the database or the picture storage is unreachable. 'misconfigured' (503): the API is not
   * served; the log names the variable.
   *
   * 'attention' (200): the cron is late, a job failed, items have failed for days, an invariant is broken, a dispute
   * needs a response, a picture is missing, or messages are not sent.
   */
  status: v.picklist(['ok', 'attention', 'unavailable', 'misconfigured']),
  version: v.string(),
  // Null: not checked.
  database: v.nullable(reachability),
  pictures: v.nullable(reachability),
  /** Pictures in use without a file in the bucket, as of the nightly check; counted up to HEALTH_COUNT_MAX. */
  pictures_missing: v.nullable(v.number()),
  cron: v.nullable(
    v.object({
      last_run: v.nullable(v.string()),
      is_late: v.boolean(),
      /** Failed jobs of the last run. */
      failures: v.number(),
      /** Items the cron failed to process for days; counted up to HEALTH_COUNT_MAX. */
      stuck: v.number()
    })
  ),
  /** Each counted up to HEALTH_COUNT_MAX. */
  payments: v.nullable(
    v.object({
      /** Bookings still settling after the time a hold lasts. */
      unsettled: v.number(),
      refunds_due: v.number(),
      /** Refunds that wait for an admin. */
      refunds_in_review: v.number(),
      disputes_open: v.number(),
      /** Open disputes that will be lost without a response. */
      disputes_unanswered: v.number()
    })
  ),
  /** Mails and push messages that are not sent yet. */
  messages: v.nullable(
    v.object({
      /** 'kept': no mail service is set up, so no mail is sent. */
      provider: v.picklist(['cloudflare', 'kept', 'resend']),
      /** Counted up to HEALTH_COUNT_MAX. */
      due: v.number(),
      /** When the oldest of them was added. */
      oldest: v.nullable(v.string())
    })
  ),
  /** Result of the daily check of all rides; null before the first one. */
  invariants: v.nullable(v.object({ checked_at: v.string(), broken: v.number() }))
})
export type Health = v.InferOutput<typeof health>

export const getHealth = defineEndpoint({
  access: 'public',
  isEmbeddedOnly: true,
  method: 'GET',
  output: health,
  path: '/health'
})
