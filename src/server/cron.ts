import { lt } from 'drizzle-orm'
import { addMinutes } from '#domain/time.ts'
import { d1, db } from './db/client.ts'
import { revoked_tokens, throttles, webhook_events } from './db/schema.ts'
import { misconfigured } from './env.ts'
import { sweepUploads } from './images.ts'
import { brokenInvariants } from './invariants.ts'
import { complain, complainOf } from './log.ts'
import { reconcileDue } from './reconcile.ts'
import { sendRefunds } from './refunds.ts'
import { sweepHolds } from './slots.ts'

/** The provider tells an event again for a day, and on demand for a week. */
const EVENTS_KEPT_MINUTES = 30 * 24 * 60
/** What can still change: rides from yesterday on. */
const WATCHED_MINUTES = 24 * 60

/** How much each part had to do: the fields of the log's line. */
type Done = Partial<Record<keyof ReturnType<typeof partsOf> | 'failures', number>>

/**
 * What is due every minute. Each part stands alone: one that fails is told and keeps no other from running. Null where
 * nothing may be done.
 */
export async function runMinute(now: Date): Promise<Done | null> {
  const variable = misconfigured()
  if (variable !== null) {
    complain('misconfigured', { variable })
    return null
  }
  const parts = Object.entries(partsOf(now))
  const outcomes = await Promise.allSettled(parts.map(([, work]) => work))
  const done: Done = { failures: 0 }
  for (const [index, outcome] of outcomes.entries()) {
    const [name] = parts[index] ?? []
    if (outcome.status === 'fulfilled') Object.assign(done, { [name ?? '']: outcome.value })
    else {
      complainOf(outcome.reason)
      done.failures = (done.failures ?? 0) + 1
    }
  }
  return done
}

function partsOf(now: Date) {
  // What is found to be owed goes back in the same minute.
  const orders = reconcileDue(now)
  return {
    broken: now.getUTCMinutes() === 0 ? watchInvariants(now) : Promise.resolve(undefined),
    events_removed: removed(
      db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENTS_KEPT_MINUTES)))
    ),
    holds_ended: sweepHolds(now),
    orders_asked: orders,
    refunds_asked: orders.then(
      () => sendRefunds(now),
      () => sendRefunds(now)
    ),
    throttles_removed: removed(db.delete(throttles).where(lt(throttles.forgotten_at, now))),
    tokens_removed: removed(db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now))),
    uploads_removed: sweepUploads(now)
  }
}

async function removed(work: PromiseLike<{ meta: { changes?: number } }>): Promise<number> {
  return (await work).meta.changes ?? 0
}

/** How many invariants do not hold. */
async function watchInvariants(now: Date): Promise<number> {
  const found = await brokenInvariants(d1, now, addMinutes(now, -WATCHED_MINUTES))
  for (const { ids, invariant } of found) complain('invariant_violation', { ids, invariant })
  return found.length
}
