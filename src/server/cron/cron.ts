import { lt } from 'drizzle-orm'
import { type CronJob, MINUTE_RUN } from '#domain/monitoring/cron-lists.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { returnEndedRides } from '#server/bookings/rides/ended-rides.ts'
import { rotatePinsOfEndedRides } from '#server/catalogue/pin-rotation.ts'
import { db } from '#server/db/client.ts'
import { email_tokens, revoked_tokens, throttles } from '#server/db/schema/auth.ts'
import { failing_items } from '#server/db/schema/cron.ts'
import { webhook_events } from '#server/db/schema/payments.ts'
import { recordRun } from '#server/jobs/job-runs.ts'
import { logMisconfigured, logWithBackoff } from '#server/jobs/log-backoff.ts'
import { notifyOfChanges, sendHeartbeat } from '#server/monitoring/notify-operator.ts'
import { deleteOldMessages, sendMessages } from '#server/outbox/send-messages.ts'
import { addReminders } from '#server/outbox/timed-messages.ts'
import { logDisputeDeadlines } from '#server/payments/disputes/deadlines.ts'
import { reconcileDueOrders } from '#server/payments/due-orders.ts'
import { sendRefunds } from '#server/payments/refunds/send-refunds.ts'
import { deleteIdleRiders } from '#server/riders/deletion.ts'
import { misconfiguredVariable } from '#server/runtime/config/misconfigured.ts'
import { errorFields, logException, type RunSummary } from '#server/runtime/log.ts'
import { Refusal } from '#server/runtime/refusal.ts'
import { sweepHolds } from '#server/slots/hold-expiry.ts'
import { checkBucket } from '#server/uploads/check-bucket.ts'
import { deleteUnclaimedUploads } from '#server/uploads/delete-unclaimed.ts'
import { releaseExpiredPhotos } from '#server/uploads/return-photos.ts'
import { checkAll, checkRecent } from './check-invariants.ts'

/** The provider redelivers an event for a day, and on demand for a week. */
const EVENT_RETENTION_MINUTES = 30 * DAY_MINUTES
/** Two at night in India, when traffic is lowest. */
const DAILY_AT_UTC = '20:30'

/** An item without a retry for this long was resolved elsewhere. */
const FAILING_ITEM_RETENTION_MINUTES = 7 * DAY_MINUTES

/**
 * Runs the jobs due in this minute and returns their counts, or null if the Worker is misconfigured. A failed job is
 * logged and does not stop the others.
 *
 * `now` is the scheduled minute. `clock` gives the actual time for decisions late in a long run.
 */
export async function runCronJobs(now: Date, clock: () => Date): Promise<RunSummary | null> {
  const variable = misconfiguredVariable()
  if (variable !== null) {
    await logMisconfigured(variable, now)
    await attempt('alerts', notifyOfChanges(now, clock), now)
    return null
  }
  const jobs = Object.entries(startJobs(now, clock))
  const outcomes = await Promise.allSettled(jobs.map(([, promise]) => promise))
  const summary: RunSummary = { failures: 0 }
  for (const [index, outcome] of outcomes.entries()) {
    const [job] = jobs[index] ?? []
    if (outcome.status === 'fulfilled') Object.assign(summary, { [job ?? '']: outcome.value })
    else {
      await logJobFailure(job ?? '', outcome.reason, now)
      summary.failures = (summary.failures ?? 0) + 1
    }
  }
  const isRecorded = await attempt('runs', recordRun(MINUTE_RUN, summary.failures ?? 0, now), now)
  // A run that could not be recorded counts as missing, also for the outside service.
  await Promise.all([
    attempt('alerts', notifyOfChanges(now, clock), now),
    isRecorded ? attempt('heartbeat', sendHeartbeat(now), now) : undefined
  ])
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
  // Database errors are already logged at their source.
  if (error instanceof Refusal) return
  const { error: kind, message = kind } = errorFields(error)
  await logWithBackoff(`${job}: ${message}`, now, () => logException(error, { job }))
}

/** Starts the jobs and returns a promise of each count; undefined if the job is not due. */
function startJobs(now: Date, clock: () => Date): Record<CronJob, Promise<number | undefined> | undefined> {
  // Refunds wait for the orders, so a refund that becomes due is sent in the same minute.
  const orders = reconcileDueOrders(now, clock)
  return {
    invariants_broken: checkInvariants(now),
    bucket_repaired: isDaily(now) ? checkBucket(now) : undefined,
    deadlines_near: isHourly(now) ? logDisputeDeadlines(now) : undefined,
    events_removed: countDeleted(
      db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENT_RETENTION_MINUTES)))
    ),
    retries_removed: countDeleted(
      db.delete(failing_items).where(lt(failing_items.retry_at, addMinutes(now, -FAILING_ITEM_RETENTION_MINUTES)))
    ),
    holds_ended: sweepHolds(now),
    links_removed: countDeleted(db.delete(email_tokens).where(lt(email_tokens.expires_at, now))),
    messages_deleted: isDaily(now) ? deleteOldMessages(now) : undefined,
    messages_sent: remindAndSend(now, clock),
    orders_checked: orders,
    photos_released: isHourly(now) ? releaseExpiredPhotos(now) : undefined,
    pins_rotated: rotatePinsOfEndedRides(now),
    refunds_sent: orders.then(
      () => sendRefunds(now),
      () => sendRefunds(now)
    ),
    riders_deleted: isDaily(now) ? deleteIdleRiders(now) : undefined,
    rides_returned: returnEndedRides(now),
    throttles_removed: countDeleted(db.delete(throttles).where(lt(throttles.forgotten_at, now))),
    tokens_removed: countDeleted(db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now))),
    uploads_removed: deleteUnclaimedUploads(now)
  }
}

/** A reminder is sent in the minute in which it is due, even if another one could not be added. */
async function remindAndSend(now: Date, clock: () => Date): Promise<number> {
  const [reminded] = await Promise.allSettled([addReminders(now)])
  const sent = await sendMessages(now, clock)
  if (reminded.status === 'rejected') throw reminded.reason
  return sent
}

const isHourly = (now: Date) => now.getUTCMinutes() === 0

const isDaily = (now: Date) => now.toISOString().slice(11, 16) === DAILY_AT_UTC

/** Returns the number of broken invariants, or undefined if no check is due. */
async function checkInvariants(now: Date): Promise<number | undefined> {
  if (isDaily(now)) return checkAll(now)
  return isHourly(now) ? checkRecent(now) : undefined
}

async function countDeleted(statement: PromiseLike<{ meta: { changes?: number } }>): Promise<number> {
  return (await statement).meta.changes ?? 0
}
