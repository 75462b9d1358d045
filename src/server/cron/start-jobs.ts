import { lt } from 'drizzle-orm'
import type { CronJob } from '#domain/monitoring/cron-lists.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { returnEndedRides } from '#server/bookings/return-ride.ts'
import { rotatePinsOfEndedRides } from '#server/catalogue/pins.ts'
import { db } from '#server/db/client.ts'
import { email_tokens, revoked_tokens, throttles } from '#server/db/schema/auth.ts'
import { failing_items } from '#server/db/schema/cron.ts'
import { webhook_events } from '#server/db/schema/payments.ts'
import { deleteOldMessages, sendMessages } from '#server/outbox/send-messages.ts'
import { addReminders } from '#server/outbox/timed-messages.ts'
import { logDisputeDeadlines } from '#server/payments/disputes/deadlines.ts'
import { reconcileDueOrders } from '#server/payments/due-orders.ts'
import { sendRefunds } from '#server/payments/refunds/send-refunds.ts'
import { deleteIdleRiders } from '#server/riders/deletion.ts'
import { sweepHolds } from '#server/slots/hold-deadlines.ts'
import { checkBucket } from '#server/uploads/check-bucket.ts'
import { deleteUnclaimedUploads } from '#server/uploads/claims.ts'
import { releaseExpiredPhotos } from '#server/uploads/return-photos.ts'
import { checkAll, checkRecent } from './check-invariants.ts'
import { type DueJobs, recordDueJobs } from './due-jobs.ts'

/** The provider redelivers an event for a day, and on demand for a week. */
const EVENT_RETENTION_MINUTES = 30 * DAY_MINUTES

/** An item without a retry for this long was resolved elsewhere. */
const FAILING_ITEM_RETENTION_MINUTES = 7 * DAY_MINUTES

/** Starts the jobs and returns a promise of each count; of undefined if the job is not due. */
export function startJobs(now: Date, clock: () => Date): Record<CronJob, Promise<number | undefined>> {
  // The jobs of every minute do not wait for it.
  const due = recordDueJobs(now)
  const daily = async (job: (now: Date) => Promise<number>) => ((await due).isDaily ? job(now) : undefined)
  const hourly = async (job: (now: Date) => Promise<number>) => ((await due).isHourly ? job(now) : undefined)
  const orders = reconcileDueOrders(now, clock)
  const reminders = addReminders(now)
  return {
    invariants_broken: due.then(each => checkInvariants(each, now)),
    bucket_repaired: daily(checkBucket),
    deadlines_near: hourly(logDisputeDeadlines),
    events_deleted: countDeleted(
      db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENT_RETENTION_MINUTES)))
    ),
    retries_deleted: countDeleted(
      db.delete(failing_items).where(lt(failing_items.retry_at, addMinutes(now, -FAILING_ITEM_RETENTION_MINUTES)))
    ),
    holds_ended: sweepHolds(now),
    links_deleted: countDeleted(db.delete(email_tokens).where(lt(email_tokens.expires_at, now))),
    messages_deleted: daily(deleteOldMessages),
    messages_sent: after(reminders, () => sendMessages(now, clock)),
    orders_checked: orders,
    photos_released: hourly(releaseExpiredPhotos),
    pins_rotated: rotatePinsOfEndedRides(now),
    refunds_sent: after(orders, () => sendRefunds(now)),
    reminders_added: reminders,
    riders_deleted: daily(deleteIdleRiders),
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
