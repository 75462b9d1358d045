import { lt } from 'drizzle-orm'
import { addMinutes } from '#domain/time.ts'
import { d1, db } from './db/client.ts'
import { revoked_tokens, throttles, webhook_events } from './db/schema.ts'
import { misconfigured } from './env.ts'
import { sweepUploads } from './images.ts'
import { brokenInvariants } from './invariants.ts'
import { reconcileDue } from './reconcile.ts'
import { sendRefunds } from './refunds.ts'
import { sweepHolds } from './slots.ts'

/** The provider tells an event again for a day, and on demand for a week. */
const EVENTS_KEPT_MINUTES = 30 * 24 * 60
/** What can still change: rides from yesterday on. */
const WATCHED_MINUTES = 24 * 60

/** What is due every minute. Each part stands alone: one that fails is told and keeps no other from running. */
export async function runMinute(now: Date): Promise<void> {
  const variable = misconfigured()
  if (variable !== null) return console.error(`Not running the minute's work: ${variable}`)
  const parts = [
    sweepHolds(now),
    // What is found to be owed goes back in the same minute.
    reconcileDue(now).finally(() => sendRefunds(now)),
    sweepUploads(now),
    db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now)),
    db.delete(throttles).where(lt(throttles.forgotten_at, now)),
    db.delete(webhook_events).where(lt(webhook_events.received_at, addMinutes(now, -EVENTS_KEPT_MINUTES))),
    ...(now.getUTCMinutes() === 0 ? [watchInvariants(now)] : [])
  ]
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected') console.error(part.reason)
  }
}

async function watchInvariants(now: Date): Promise<void> {
  for (const { ids, invariant } of await brokenInvariants(d1, now, addMinutes(now, -WATCHED_MINUTES))) {
    console.error(`invariant_violation: ${invariant}: ${ids.join(', ')}`)
  }
}
