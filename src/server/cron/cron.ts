import { eq, lt, min } from 'drizzle-orm'
import { CRON_JOBS, type CronJob, MINUTE_RUN, type RecordedRun } from '#domain/monitoring.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import { returnEndedRides } from '#server/bookings/return-ride.ts'
import { rotatePinsOfEndedRides } from '#server/catalogue/pin-rotation.ts'
import { d1, db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { email_tokens, revoked_tokens, throttles } from '#server/db/schema/auth.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { failing_items, runs } from '#server/db/schema/cron.ts'
import { webhook_events } from '#server/db/schema/payments.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logMisconfigured, logWithBackoff, processWithRetries, recordRun } from '#server/jobs/retries.ts'
import { notifyOfChanges, sendHeartbeat } from '#server/monitoring/alerts.ts'
import {
  brokenInvariants,
  EARLIER_REFUNDS_ABOVE_SHARE,
  rangeParams,
  type StartRange
} from '#server/monitoring/invariants.ts'
import { deleteOldMessages, sendMessages } from '#server/outbox/send-messages.ts'
import { addReminders } from '#server/outbox/timed-messages.ts'
import { logDisputeDeadlines } from '#server/payments/disputes/admin-disputes.ts'
import { readPayouts } from '#server/payments/payouts.ts'
import { reconcileDueOrders } from '#server/payments/reconcile.ts'
import { readReferences } from '#server/payments/refunds/refund-records.ts'
import { sendRefunds } from '#server/payments/refunds/send-refunds.ts'
import { issueReceipts } from '#server/receipts/receipts.ts'
import { deleteDueRiders } from '#server/riders/deletion.ts'
import { upgradeSearchWords } from '#server/riders/search.ts'
import { misconfiguredVariable } from '#server/runtime/env.ts'
import { errorFields, logError, logException, type RunSummary } from '#server/runtime/log.ts'
import { DatabaseFull, isUnavailable, unavailableOf } from '#server/runtime/refusal.ts'
import { deletePastClaims, sweepHolds } from '#server/slots/hold-deadlines.ts'
import { checkBucket, deleteUnclaimedUploads } from '#server/uploads/bucket.ts'
import { releaseExpiredPhotos } from '#server/uploads/claims.ts'

/** This machine's clock can be so much behind the scheduler's. */
const CLOCK_SKEW_MS = MINUTE_MS

/**
 * Runs the jobs that are due and returns their counts, or null if the Worker is misconfigured. A failed job is logged
 * and does not stop the others.
 *
 * Jobs see the scheduled minute as the time, unless it is ahead of the clock: holds, rides and riders would end early.
 * `clock` gives the actual time for decisions late in a long run.
 */
export async function runCronJobs(scheduled: Date, clock: () => Date): Promise<RunSummary | null> {
  const isAhead = scheduled.getTime() > clock().getTime() + CLOCK_SKEW_MS
  const now = isAhead ? clock() : scheduled
  const variable = misconfiguredVariable()
  if (variable !== null) {
    await logMisconfigured(variable, now)
    await attempt('alerts', notifyOfChanges(now, clock), now)
    return null
  }
  const summary = await runJobs(now, clock)
  const isRecorded = await attempt('runs', recordRun(MINUTE_RUN, summary.failures, now), now)
  // A run that could not be recorded counts as missing, also for the outside service.
  await Promise.all([
    attempt('alerts', notifyOfChanges(now, clock), now),
    isRecorded ? attempt('heartbeat', sendHeartbeat(now), now) : undefined
  ])
  return summary
}

async function runJobs(now: Date, clock: () => Date): Promise<RunSummary & { failures: number }> {
  const started = startJobs(now, clock)
  await Promise.allSettled(Object.values(started))
  const summary: RunSummary & { failures: number } = { failures: 0 }
  for (const job of CRON_JOBS) {
    const counted = started[job].then(count => {
      summary[job] = count
    })
    if (!(await attempt(job, counted, now))) summary.failures += 1
  }
  return summary
}

/** Returns false after a failure, which is logged under the name of the job. */
function attempt(job: string, work: Promise<void>, now: Date): Promise<boolean> {
  return work.then(
    () => true,
    async (error: unknown) => {
      await logJobFailure(job, error, now)
      return false
    }
  )
}

async function logJobFailure(job: string, error: unknown, now: Date): Promise<void> {
  if (isUnavailable(error)) return
  const { error: kind, message = kind } = errorFields(error)
  await logWithBackoff(`${job}: ${message}`, now, () => logException(error, { job }))
}

/** The provider redelivers an event for a day, and on demand for a week. */
const EVENT_RETENTION_MINUTES = 30 * DAY_MINUTES

/** An item without a retry for this long was resolved elsewhere. */
const FAILING_ITEM_RETENTION_MINUTES = 7 * DAY_MINUTES

/** Starts the jobs and returns a promise of each count; of undefined if the job is not due. */
function startJobs(now: Date, clock: () => Date): Record<CronJob, Promise<number | undefined>> {
  // The jobs of every minute do not wait for it.
  const due = recordDueJobs(now)
  // A full database refuses the record, and takes deletions. So these start every minute until there is room.
  const dueOrFull = due.catch(allDueIfFull)
  type Job = (now: Date) => Promise<number>
  const daily = async (job: Job, when = due) => ((await when).isDaily ? job(now) : undefined)
  const hourly = async (job: Job, when = due) => ((await when).isHourly ? job(now) : undefined)
  const orders = reconcileDueOrders(now, clock)
  const reminders = addReminders(now)
  return {
    invariants_broken: due.then(each => checkInvariants(each, now)),
    bucket_repaired: daily(checkBucket),
    claims_deleted: hourly(deletePastClaims, dueOrFull),
    deadlines_near: hourly(logDisputeDeadlines),
    events_deleted: countDeleted(
      db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENT_RETENTION_MINUTES)))
    ),
    retries_deleted: countDeleted(
      db.delete(failing_items).where(lt(failing_items.retry_at, addMinutes(now, -FAILING_ITEM_RETENTION_MINUTES)))
    ),
    holds_ended: sweepHolds(now),
    links_deleted: countDeleted(db.delete(email_tokens).where(lt(email_tokens.expires_at, now))),
    messages_deleted: daily(deleteOldMessages, dueOrFull),
    messages_sent: after(reminders, () => sendMessages(now, clock)),
    orders_checked: orders,
    payouts_read: hourly(readPayouts),
    photos_released: hourly(releaseExpiredPhotos),
    pins_rotated: rotatePinsOfEndedRides(now),
    receipts_issued: after(orders, () => issueReceipts(now)),
    references_read: hourly(readReferences),
    refunds_sent: after(orders, () => sendRefunds(now)),
    reminders_added: reminders,
    riders_deleted: hourly(deleteDueRiders),
    search_words_upgraded: upgradeSearchWords(),
    rides_returned: returnEndedRides(now),
    throttles_deleted: countDeleted(db.delete(throttles).where(lt(throttles.forgotten_at, now))),
    tokens_deleted: countDeleted(db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now))),
    uploads_deleted: deleteUnclaimedUploads(now)
  }
}

/**
 * What one job adds, the next one sends in the same minute: the refund of an order, or a reminder. The next job starts
 * also if the first one failed, because that failure is logged under its own name.
 */
async function after<T>(first: Promise<unknown>, next: () => Promise<T>): Promise<T> {
  await Promise.allSettled([first])
  return next()
}

/** Returns the number of broken invariants, or undefined if no check is due. */
async function checkInvariants({ isDaily, isHourly }: DueJobs, now: Date): Promise<number | undefined> {
  if (isDaily) return checkAll(now)
  return isHourly ? checkRecent(now) : undefined
}

async function countDeleted(statement: PromiseLike<{ meta: { changes?: number } }>): Promise<number> {
  return (await statement).meta.changes ?? 0
}

// Decides whether the hourly and the daily jobs are due, from their last recorded start. A run that was missed is
// caught up by the next one.

/** Two at night in India, when traffic is lowest. */
const DAILY_AT_UTC = '20:30'

interface DueJobs {
  isDaily: boolean
  isHourly: boolean
}

// One statement reads and records, so of two overlapping runs only one starts the jobs. A run at the due time itself
// always starts them: a wrong clock may have recorded a start in the future, and a retry of this statement may find the
// start that its first attempt recorded.
const RECORD_START = `
INSERT INTO runs (job, ended_at, troubles) VALUES (:job, :minute, 0)
    ON CONFLICT (job) DO UPDATE SET ended_at = excluded.ended_at WHERE runs.ended_at < :dueAt OR :minute = :dueAt
RETURNING job`

/** Returns which jobs are due, and records that they start in the minute of `now`. */
async function recordDueJobs(now: Date): Promise<DueJobs> {
  const minute = secondsOf(startOf(MINUTE_MS, now))
  const record = (job: RecordedRun, dueAt: Date) => prepareNamed(RECORD_START, { dueAt: secondsOf(dueAt), job, minute })
  const { daily, hourly } = await runIdempotent<{ daily: object; hourly: object }>({
    daily: record('daily', lastDailyTime(now)),
    hourly: record('hourly', startOf(HOUR_MS, now))
  })
  return { isDaily: daily.results.length === 1, isHourly: hourly.results.length === 1 }
}

function allDueIfFull(error: unknown): DueJobs {
  if (unavailableOf(error) instanceof DatabaseFull) return { isDaily: true, isHourly: true }
  throw error
}

const startOf = (unitMs: number, now: Date) => new Date(now.getTime() - (now.getTime() % unitMs))

function lastDailyTime(now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${DAILY_AT_UTC}Z`)
  return today <= now ? today : new Date(today.getTime() - DAY_MS)
}

// Checks the invariants. The health endpoint reads the result (server/monitoring/health.ts).

/** One check over all rides would block the database for too long. */
const PERIOD_MINUTES = 30 * DAY_MINUTES

/** Hourly check of rides since yesterday, which can still change. Returns the number of broken invariants. */
export function checkRecent(now: Date): Promise<number> {
  return countBroken({ since: addMinutes(now, -DAY_MINUTES) }, now)
}

/**
 * Daily check of all rides, because rows can also be changed outside this program. Returns the number of broken
 * invariants.
 */
export async function checkAll(now: Date): Promise<number> {
  const yesterday = addMinutes(now, -DAY_MINUTES)
  const first = await earliestStart()
  const periods: (StartRange & { since: Date })[] = []
  for (let since = first ?? yesterday; since < yesterday; since = nextStart(since, yesterday)) {
    periods.push({ since, until: nextStart(since, yesterday) })
  }
  let broken = 0
  const hasUnlogged = await hasUnloggedRefunds()
  // Upcoming rides form one period, because the holds of a rider are compared with each other.
  const all = [...periods, { since: yesterday }]
  const checked = await processWithRetries(all, {
    idOf: ({ since, until }) => (until ? since.toISOString() : 'upcoming'),
    list: 'invariants',
    now,
    process: async period => {
      broken += await countBroken(period, now)
      if (hasUnlogged) await logEarlierRefunds(period)
    }
  })
  await recordRun('invariants', broken, now)
  if (hasUnlogged && checked === all.length) await runIdempotent([ARE_EARLIER_LOGGED], {})
  return broken
}

const ARE_EARLIER_LOGGED = "UPDATE runs SET troubles = 0 WHERE job = 'refund_shares'"

async function hasUnloggedRefunds(): Promise<boolean> {
  const [run] = await db.select({ left: runs.troubles }).from(runs).where(eq(runs.job, 'refund_shares'))
  return Boolean(run?.left)
}

/** Once: what cancellations of earlier versions have refunded above their share. Nobody can repair it. */
async function logEarlierRefunds(range: StartRange): Promise<void> {
  const query = prepareNamed(EARLIER_REFUNDS_ABOVE_SHARE, rangeParams(range))
  const { results } = await query.all<{ count: number; id: string }>()
  const [first] = results
  if (first) logError('earlier_refunds_above_share', { count: first.count, ids: results.map(({ id }) => id) })
}

function nextStart(since: Date, last: Date): Date {
  const after = addMinutes(since, PERIOD_MINUTES)
  return after < last ? after : last
}

async function earliestStart(): Promise<Date | null> {
  const [row] = await db.select({ first: min(bookings.start_at) }).from(bookings)
  return row?.first ?? null
}

async function countBroken(range: StartRange, now: Date): Promise<number> {
  const violations = await brokenInvariants(d1, now, range)
  for (const violation of violations) logError('invariant_violated', { ...violation })
  return violations.length
}
