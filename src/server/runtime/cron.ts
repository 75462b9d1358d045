import { lt } from 'drizzle-orm'
import { addMinutes } from '#domain/time.ts'
import { sweepHolds } from '#server/bookings/slots.ts'
import { db } from '#server/db/client.ts'
import { failing_items, revoked_tokens, throttles, webhook_events } from '#server/db/schema.ts'
import { tellDeadlines } from '#server/disputes/deadlines.ts'
import { Problem } from '#server/http/errors.ts'
import { reconcileDue } from '#server/payments/due-orders.ts'
import { sendRefunds } from '#server/payments/refunds.ts'
import { forgetIdleRiders } from '#server/riders/deletion.ts'
import { checkBucket } from '#server/uploads/bucket-check.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'
import { misconfigured } from './env.ts'
import { keepRun, lookAtAll, lookAtRecent } from './invariant-checks.ts'
import { complain, complainOf, factsOf } from './log.ts'
import { logSeldom } from './log-throttle.ts'

/** The provider tells an event again for a day, and on demand for a week. */
const EVENTS_KEPT_MINUTES = 30 * 24 * 60
/** Two at night in India: nobody waits for the database. */
const DAILY_AT = '20:30'

/** How much each part had to do: the fields of the log's line. */
type Done = Partial<Record<keyof ReturnType<typeof partsOf> | 'failures', number>>

/** What has not been tried again for so long is in no list any more: somebody else has seen to it. */
const FAILING_KEPT_MINUTES = 7 * 24 * 60

/**
 * What is due in a minute. Each part stands alone: one that fails is told and keeps no other from running. A run takes
 * its time, so what depends on the very moment is judged by the clock. Null where nothing may be done.
 */
export async function runMinute(now: Date, clock: () => Date): Promise<Done | null> {
  const variable = misconfigured()
  if (variable !== null) {
    await logSeldom(`misconfigured ${variable}`, now, () => complain('misconfigured', { variable }))
    return null
  }
  const parts = Object.entries(partsOf(now, clock))
  const outcomes = await Promise.allSettled(parts.map(([, work]) => work))
  const done: Done = { failures: 0 }
  for (const [index, outcome] of outcomes.entries()) {
    const [name] = parts[index] ?? []
    if (outcome.status === 'fulfilled') Object.assign(done, { [name ?? '']: outcome.value })
    else {
      await tellFailure(name ?? '', outcome.reason, now)
      done.failures = (done.failures ?? 0) + 1
    }
  }
  await keepRun('minute', done.failures ?? 0, now).catch(error => tellFailure('runs', error, now))
  return done
}

async function tellFailure(part: string, error: unknown, now: Date): Promise<void> {
  // The database's own trouble has been logged where it was met.
  if (error instanceof Problem) return
  const { error: kind, message = kind } = factsOf(error)
  await logSeldom(`${part}: ${message}`, now, () => complainOf(error))
}

function partsOf(now: Date, clock: () => Date) {
  // What is found to be owed goes back in the same minute.
  const orders = reconcileDue(now, clock)
  return {
    broken: lookAround(now),
    bucket_repaired: isDaily(now) ? checkBucket(now) : undefined,
    disputes_near: isHourly(now) ? tellDeadlines(now) : undefined,
    events_removed: removed(
      db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENTS_KEPT_MINUTES)))
    ),
    failing_removed: removed(
      db.delete(failing_items).where(lt(failing_items.retry_at, addMinutes(now, -FAILING_KEPT_MINUTES)))
    ),
    holds_ended: sweepHolds(now),
    orders_asked: orders,
    refunds_asked: orders.then(
      () => sendRefunds(now),
      () => sendRefunds(now)
    ),
    riders_forgotten: isDaily(now) ? forgetIdleRiders(now) : undefined,
    throttles_removed: removed(db.delete(throttles).where(lt(throttles.forgotten_at, now))),
    tokens_removed: removed(db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now))),
    uploads_removed: sweepUploads(now)
  }
}

const isHourly = (now: Date) => now.getUTCMinutes() === 0

const isDaily = (now: Date) => now.toISOString().slice(11, 16) === DAILY_AT

/** How many invariants do not hold, where it is time to look. */
async function lookAround(now: Date): Promise<number | undefined> {
  if (isDaily(now)) return lookAtAll(now)
  return isHourly(now) ? lookAtRecent(now) : undefined
}

async function removed(work: PromiseLike<{ meta: { changes?: number } }>): Promise<number> {
  return (await work).meta.changes ?? 0
}
