import type { Health, SystemStatus } from '#contract/monitoring/health.ts'
import * as contract from '#contract/monitoring/health.ts'
import { PAPER_URGENT_DAYS } from '#domain/catalogue/scooters.ts'
import { DATABASE_TIMEOUT_MS, HOLD_SECONDS } from '#domain/constants.ts'
import {
  CRON_LATE_MINUTES,
  DATABASE_FILLING_GB,
  FAILING_ORDERS,
  FAILING_ORDERS_MINUTES,
  type FailedCheck,
  HEALTH_CHECKS,
  HEALTH_COUNT_MAX,
  type HealthCheck,
  LOG_LIST,
  MESSAGES_LATE_MINUTES,
  MINUTE_RUN,
  type OperatorServiceState,
  OWED_LATE_DAYS,
  PAYOUTS_LATE_HOURS,
  type RecordedRun,
  STUCK_AFTER_DAYS,
  UNSETTLED_LATE_MINUTES
} from '#domain/monitoring.ts'
import { DISPUTE_STATUSES, isDecided } from '#domain/payments.ts'
import { addDays, addMinutes, dayOf } from '#domain/time/india-time.ts'
import { DAY_MINUTES, DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { dateFrom, isoFrom, secondsOf, sqlStringList, withoutIndex } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { logMisconfigured, logWithBackoff } from '#server/jobs/retries.ts'
import { IS_NEAR_DEADLINE, IS_UNANSWERED } from '#server/payments/disputes/admin-disputes.ts'
import {
  alertConfig,
  env,
  mailProviderName,
  misconfiguredVariable,
  razorpayConfig,
  sendsPush,
  version,
  waitUntil
} from '#server/runtime/env.ts'
import { logException } from '#server/runtime/log.ts'
import { withTimeout } from '#server/runtime/outgoing.ts'
import { isUnavailable } from '#server/runtime/refusal.ts'
import { isTestKey } from '#server/runtime/variable-rules.ts'
import { isDeskPayment } from '#server/slots/booking-sql.ts'
import { bucket } from '#server/uploads/bucket.ts'

// Health for monitoring, polled about once a minute: one database round trip over a bounded number of rows, and one
// request to the bucket.

const countUpToMax = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${HEALTH_COUNT_MAX}))`

// The cron runs these every minute, so each searches an index of open rows only.
const settlingSince = (seconds: number) =>
  countUpToMax(
    `bookings WHERE state = 'held' AND hold_until > 0 AND settling = 1 AND ${withoutIndex('created_at')} <= :now - ${seconds}`
  )

// A hold is released without an order and without `held_since` only if its order failed
// (server/slots/hold-deadlines.ts). The newest bookings are read first.
const HAS_ORDER = `${withoutIndex('order_id')} IS NOT NULL`
const IS_FAILED_ORDER = `${withoutIndex('state')} = 'released' AND ${withoutIndex('held_since')} IS NULL`
const LAST_ORDERS = `
SELECT ${HAS_ORDER} AS has_order FROM bookings
 WHERE created_at > :now - ${FAILING_ORDERS_MINUTES * MINUTE_SECONDS} AND (${HAS_ORDER} OR (${IS_FAILED_ORDER}))
 ORDER BY created_at DESC LIMIT ${FAILING_ORDERS}`

const OPEN_STATUSES = DISPUTE_STATUSES.filter(status => !isDecided(status))

const BACKLOG = `
SELECT ${settlingSince(HOLD_SECONDS)} AS unsettled,
       ${settlingSince(UNSETTLED_LATE_MINUTES * MINUTE_SECONDS)} AS unsettled_late,
       (SELECT count(*) FROM (${LAST_ORDERS}) WHERE NOT has_order) AS orders_failed,
       ${countUpToMax("refunds WHERE status IN ('due', 'sent')")} AS refunds_due,
       ${countUpToMax(`refunds WHERE status = 'review' AND NOT ${isDeskPayment('payment_id')}`)} AS refunds_in_review,
       ${countUpToMax(`compensations WHERE paid_at IS NULL AND created_at <= :now - ${OWED_LATE_DAYS * DAY_SECONDS}`)} AS compensations_owed,
       ${countUpToMax(`disputes WHERE status IN ${sqlStringList(OPEN_STATUSES)}`)} AS disputes_open,
       ${countUpToMax(`disputes WHERE ${IS_UNANSWERED}`)} AS disputes_unanswered,
       ${countUpToMax(`payout_days WHERE read_at IS NULL AND tried_at <= :now - ${PAYOUTS_LATE_HOURS * HOUR_SECONDS}`)} AS payouts_unread,
       ${countUpToMax(`disputes WHERE ${IS_NEAR_DEADLINE}`)} AS disputes_near_deadline`

// Items whose retry is overdue are not counted: they have left their list.
const STUCK = `
SELECT ${countUpToMax(`failing_items WHERE retry_at >= :retriedSince AND failing_since <= :failingSince AND list <> '${LOG_LIST}'`)} AS stuck`

const MISSING = `
SELECT ${countUpToMax('uploads WHERE claimed_at IS NOT NULL AND is_stored = 0')} AS pictures_missing,
       ${countUpToMax('scooter_papers WHERE expires_on <= :renewUntil')} AS papers_expiring`

/** A late cron run may not have reached the due items yet. */
const RETRIED_WITHIN_MINUTES = 60

// Messages that a retry postpones are due later, but count here. The index has due messages only.
const DUE_MESSAGES = "outbox WHERE state = 'due' AND due_at > 0"

const MESSAGES = `
SELECT ${countUpToMax(DUE_MESSAGES)} AS due,
       (SELECT min(created_at) FROM (SELECT created_at FROM ${DUE_MESSAGES} ORDER BY due_at LIMIT ${HEALTH_COUNT_MAX})) AS oldest`

const RUNS = `SELECT job, ended_at, troubles AS failures FROM runs WHERE job IN ('installed', 'invariants', '${MINUTE_RUN}')`

interface Run {
  ended_at: number
  job: RecordedRun
  failures: number
}

interface OutboxRow {
  due: number
  /** Unix seconds. */
  oldest: number | null
}

interface DatabaseRows {
  backlog: NonNullable<Health['payments']>
  items: { stuck: number }
  missing: { papers_expiring: number; pictures_missing: number }
  outbox: OutboxRow
  runs: Run
}

/** No object has this name. Any response proves that the bucket is reachable. */
const NO_OBJECT = 'health'

const UNKNOWN = {
  cron: null,
  database: null,
  database_size: null,
  invariants: null,
  messages: null,
  papers_expiring: null,
  payments: null,
  pictures: null,
  pictures_missing: null
}

export const getHealth = implement(
  contract.getHealth,
  async ({ query }, _, { now, responseHeaders }) => {
    const health = await readHealth(now)
    const isHealthy = health.status === 'ok' || (health.status === 'attention' && query.strict === undefined)
    return isHealthy ? health : Response.json(health, { headers: responseHeaders, status: 503 })
  },
  { allowMisconfigured: true }
)

/** Checks the installation. Never rejects because of a part that does not answer. */
export async function readHealth(now: Date): Promise<Health> {
  const variable = misconfiguredVariable()
  // The response only says that the API is not served. The variable's name goes to the log, because it could help an
  // attacker.
  if (variable !== null) {
    await logMisconfigured(variable, now)
    const checks = [{ count: 1, name: 'misconfigured' as const }]
    return { ...UNKNOWN, checks, status: 'misconfigured', version: version() }
  }
  const [database, pictures] = await Promise.all([
    tryCheck(databaseHealth(now), now),
    tryCheck(withTimeout(bucket.head(NO_OBJECT), DATABASE_TIMEOUT_MS), now)
  ])
  const checked = {
    ...UNKNOWN,
    ...database?.result,
    database: database ? ('reachable' as const) : ('unreachable' as const),
    pictures: pictures ? ('reachable' as const) : ('unreachable' as const)
  }
  const checks = failedChecks(checked, now)
  const reached = checks.length > 0 ? ('attention' as const) : ('ok' as const)
  return { ...checked, checks, status: database && pictures ? reached : 'unavailable', version: version() }
}

/** Returns null if the check fails. The error is logged. */
async function tryCheck<Result>(work: Promise<Result>, now: Date): Promise<{ result: Result } | null> {
  return work.then(
    result => ({ result }),
    (error: unknown) => {
      if (!isUnavailable(error)) waitUntil(logWithBackoff(`health: ${String(error)}`, now, () => logException(error)))
      return null
    }
  )
}

async function databaseHealth(now: Date) {
  const params = {
    failingSince: secondsOf(addMinutes(now, -STUCK_AFTER_DAYS * DAY_MINUTES)),
    now: secondsOf(now),
    renewUntil: addDays(dayOf(now), PAPER_URGENT_DAYS),
    retriedSince: secondsOf(addMinutes(now, -RETRIED_WITHIN_MINUTES))
  }
  const { backlog, items, missing, outbox, runs } = await runIdempotent<DatabaseRows>(
    { backlog: BACKLOG, items: STUCK, missing: MISSING, outbox: MESSAGES, runs: RUNS },
    params
  )
  const [payments = null] = backlog.results
  const [{ due, oldest } = { due: 0, oldest: null }] = outbox.results
  const lastRunOf = (job: RecordedRun) => runs.results.find(run => run.job === job)
  const [installed, minute, invariantsRun] = [lastRunOf('installed'), lastRunOf(MINUTE_RUN), lastRunOf('invariants')]
  const lastRun = minute ? dateFrom(minute.ended_at) : null
  return {
    cron: {
      failures: minute?.failures ?? 0,
      // A new installation gets the same time for its first run.
      is_late: ((minute ?? installed)?.ended_at ?? 0) < secondsOf(addMinutes(now, -CRON_LATE_MINUTES)),
      last_run: lastRun?.toISOString() ?? null,
      stuck: items.results[0]?.stuck ?? 0
    },
    database_size: runs.meta.size_after,
    invariants: invariantsRun ? { broken: invariantsRun.failures, checked_at: isoFrom(invariantsRun.ended_at) } : null,
    messages: { due, oldest: oldest === null ? null : isoFrom(oldest), provider: mailProviderName() },
    payments,
    papers_expiring: missing.results[0]?.papers_expiring ?? 0,
    pictures_missing: missing.results[0]?.pictures_missing ?? 0
  }
}

type CheckedHealth = Omit<Health, 'checks' | 'status' | 'version'>

/** Returns the checks that failed, the most urgent first. A part that was not checked fails nothing. */
function failedChecks(health: CheckedHealth, now: Date): FailedCheck[] {
  const { cron, database, database_size, invariants, papers_expiring, payments, pictures, pictures_missing } = health
  const counts: Record<HealthCheck, number | undefined> = {
    misconfigured: 0,
    database_unreachable: Number(database === 'unreachable'),
    pictures_unreachable: Number(pictures === 'unreachable'),
    invariants_broken: invariants?.broken,
    cron_late: Number(cron?.is_late ?? false),
    orders_failing: failingOrders(health),
    payments_unsettled: payments?.unsettled_late,
    refunds_in_review: payments?.refunds_in_review,
    compensations_owed: payments?.compensations_owed,
    disputes_near_deadline: payments?.disputes_near_deadline,
    disputes_unanswered: payments?.disputes_unanswered,
    payouts_unread: payments?.payouts_unread,
    database_filling: fillingGigabytes(database_size ?? 0),
    cron_stuck: cron?.stuck,
    cron_failures: cron?.failures,
    messages_late: lateMessages(health, now),
    pictures_missing: pictures_missing ?? 0,
    papers_expiring: papers_expiring ?? 0
  }
  return HEALTH_CHECKS.map(name => ({ count: counts[name] ?? 0, name })).filter(({ count }) => count > 0)
}

const GIGABYTE = 1_000_000_000

function fillingGigabytes(bytes: number): number {
  const size = Math.floor(bytes / GIGABYTE)
  return size < DATABASE_FILLING_GB ? 0 : size
}

function failingOrders({ payments }: CheckedHealth): number {
  const failed = payments?.orders_failed ?? 0
  return failed === FAILING_ORDERS ? failed : 0
}

function lateMessages({ messages }: CheckedHealth, now: Date): number {
  const lateSince = addMinutes(now, -MESSAGES_LATE_MINUTES).toISOString()
  return messages?.oldest != null && messages.oldest < lateSince ? messages.due : 0
}

export const getSystemStatus = implement(contract.getSystemStatus, async (_, __, { now }) => ({
  checked_at: now.toISOString(),
  health: await readHealth(now),
  setup: setup()
}))

function setup(): SystemStatus['setup'] {
  const { heartbeatUrl, unusable, webhookUrl } = alertConfig()
  const stateOf = (name: (typeof unusable)[number], url: string | null): OperatorServiceState => {
    if (unusable.includes(name)) return 'unusable'
    return url === null ? 'off' : 'on'
  }
  return {
    alerts: stateOf('ALERT_WEBHOOK_URL', webhookUrl),
    heartbeat: stateOf('HEARTBEAT_URL', heartbeatUrl),
    mail: mailProviderName(),
    payments: paymentMode(),
    sends_push: sendsPush()
  }
}

function paymentMode(): SystemStatus['setup']['payments'] {
  if (env.PAYMENT_PROVIDER !== 'razorpay') return 'sandbox'
  return isTestKey(razorpayConfig().keyId) ? 'test' : 'live'
}

export const getOpenApi = implement(contract.getOpenApi, async (_input, _actor, { responseHeaders }) => {
  const { contract } = await import('virtual:openapi')
  responseHeaders.set('content-type', 'application/json')
  return new Response(contract, { headers: responseHeaders })
})
