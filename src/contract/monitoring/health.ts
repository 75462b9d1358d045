import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { idText } from '#contract/kit/fields.ts'
import { HEALTH_CHECKS, OPERATOR_SERVICE_STATES } from '#domain/monitoring.ts'
import { MAIL_PROVIDERS } from '#domain/outbox/outbox.ts'

const reachability = v.picklist(['reachable', 'unreachable'])

/** 'kept': no mail service is set up, so no mail is sent. */
const mailProvider = v.picklist(MAIL_PROVIDERS)

/** Health for monitoring: states and counts, no personal data. */
export const health = v.object({
  /**
   * 'unavailable' (503): the database or the picture storage is unreachable. 'misconfigured' (503): the API is not
   * served; the log names the variable.
   *
   * 'attention' (200, with `strict` 503): another check failed, such as a late cron or a refund that waits for an
   * admin.
   */
  status: v.picklist(['ok', 'attention', 'unavailable', 'misconfigured']),
  /** The checks that failed, the most urgent first. Empty if the status is 'ok'. */
  checks: v.array(v.object({ name: v.picklist(HEALTH_CHECKS), count: v.number() })),
  version: v.string(),
  // Null: not checked.
  database: v.nullish(reachability, null),
  /** Bytes. */
  database_size: v.nullish(v.number(), null),
  pictures: v.nullish(reachability, null),
  /** Pictures in use without a file in the bucket, as of the nightly check; counted up to HEALTH_COUNT_MAX. */
  pictures_missing: v.nullish(v.number(), null),
  /** Papers of scooters that end within PAPER_URGENT_DAYS or have ended; counted up to HEALTH_COUNT_MAX. */
  papers_expiring: v.nullish(v.number(), null),
  cron: v.nullish(
    v.object({
      last_run: v.nullish(v.string(), null),
      is_late: v.boolean(),
      /** Failed jobs of the last run. */
      failures: v.number(),
      /** Items the cron failed to process for days; counted up to HEALTH_COUNT_MAX. */
      stuck: v.number()
    }),
    null
  ),
  /** Each counted up to HEALTH_COUNT_MAX. */
  payments: v.nullish(
    v.object({
      /** Bookings still settling after the time a hold lasts. */
      unsettled: v.number(),
      /** Those of them that are older than UNSETTLED_LATE_MINUTES. */
      unsettled_late: v.number(),
      /** How many of the last FAILING_ORDERS orders, within FAILING_ORDERS_MINUTES, the provider did not create. */
      orders_failed: v.number(),
      refunds_due: v.number(),
      /** Refunds that wait for an admin. */
      refunds_in_review: v.number(),
      /** What riders have been owed for OWED_LATE_DAYS for late cancellations. */
      compensations_owed: v.number(),
      disputes_open: v.number(),
      /** Open disputes that will be lost without a response. */
      disputes_unanswered: v.number(),
      /** Those of them that are due within DISPUTE_WARNING_HOURS, overdue, or without a known deadline. */
      disputes_near_deadline: v.number(),
      /** Days whose payouts the provider has not reported for PAYOUTS_LATE_HOURS. */
      payouts_unread: v.number()
    }),
    null
  ),
  /** Mails and push messages that are not sent yet. */
  messages: v.nullish(
    v.object({
      provider: mailProvider,
      /** Counted up to HEALTH_COUNT_MAX. */
      due: v.number(),
      /** When the oldest of them was added. */
      oldest: v.nullish(v.string(), null)
    }),
    null
  ),
  /** Result of the daily check of all rides; null before the first one. */
  invariants: v.nullish(v.object({ checked_at: v.string(), broken: v.number() }), null)
})
export type Health = v.InferOutput<typeof health>

export const getHealth = defineEndpoint('GET /health', {
  access: 'public',
  output: health,
  /** `strict`, with any value or none: 503 for 'attention' too. */
  query: v.object({ strict: v.optional(idText) })
})

// The health of the installation and what is set up, for admins.

const operatorService = v.picklist(OPERATOR_SERVICE_STATES)

export const systemStatus = v.object({
  checked_at: v.string(),
  health,
  /** What is set up. It contains no value of a secret. */
  setup: v.object({
    /** 'test': the keys of a provider that moves no money. */
    payments: v.picklist(['live', 'sandbox', 'test']),
    mail: mailProvider,
    sends_push: v.boolean(),
    /** ALERT_WEBHOOK_URL */
    alerts: operatorService,
    /** HEARTBEAT_URL */
    heartbeat: operatorService
  })
})
export type SystemStatus = v.InferOutput<typeof systemStatus>

/** Answers 200 for every health. */
export const getSystemStatus = defineEndpoint('GET /admin/status', {
  staff: { lowest: 'owner' },
  output: systemStatus
})

/** This contract as OpenAPI 3.1, for other backends and clients. */
export const getOpenApi = defineEndpoint('GET /openapi.json', {
  access: 'public',
  output: v.looseObject({ openapi: v.string() })
})

export const docs = {
  getHealth: { summary: 'Get the health of the installation' },
  getSystemStatus: { summary: 'Get the health of the installation and what is set up' },
  getOpenApi: { summary: 'Get this document' }
} satisfies Docs
