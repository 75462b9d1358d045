import { HOLD_SECONDS } from '#domain/constants.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { freeClaimsOf } from './claims.ts'
import { hasOwnRide, isDeleted } from './conditions.ts'

// Hold deadlines. A booking and its claims change in one batch, and a paid booking never changes. Every batch here is
// safe to retry.

const SYNC_CLAIMS = `
UPDATE slot_claims SET hold_until = (SELECT hold_until FROM bookings WHERE id = ?1)
 WHERE booking_id = ?1 AND hold_until IS NOT NULL
   AND EXISTS (SELECT 1 FROM bookings WHERE id = ?1 AND state = 'held')`

const SHORTEN = `
UPDATE bookings SET hold_until = min(hold_until, ?2), updated_at = ?3
 WHERE id = ?1 AND state = 'held' AND settling = 0 AND hold_until > ?3`

/** Shortens a live hold to `until`. Never lengthens a hold and never changes one that has ended. */
export async function shortenHold(id: string, until: Date, now: Date): Promise<void> {
  await d1.batchIdempotent([
    d1.prepare(SHORTEN).bind(id, secondsOf(until), secondsOf(now)),
    d1.prepare(SYNC_CLAIMS).bind(id)
  ])
}

const CHECK_NOW = 'UPDATE bookings SET next_check_at = ?2 WHERE id = ?1 AND order_id IS NOT NULL'

const START_SETTLING = `
UPDATE bookings SET settling = 1, hold_until = max(hold_until, ?2), updated_at = ?3
 WHERE id = ?1 AND state = 'held' AND hold_until > ?3`

/** A payment is signed but not yet confirmed: keeps its hold until `until`, and the cron checks its order first. */
export async function startSettling(id: string, until: Date, now: Date): Promise<void> {
  await d1.batchIdempotent([
    d1.prepare(CHECK_NOW).bind(id, secondsOf(now)),
    d1.prepare(START_SETTLING).bind(id, secondsOf(until), secondsOf(now)),
    d1.prepare(SYNC_CLAIMS).bind(id)
  ])
}

// A rider has one hold, so a newer hold ends this one. A hold that can no longer be paid also ends.
const STOP_SETTLING = `
UPDATE bookings SET settling = 0, updated_at = ?2, hold_until = CASE
         WHEN EXISTS (SELECT 1 FROM bookings o
                       WHERE +o.user_id = bookings.user_id AND o.id <> ?1
                         AND o.state = 'held' AND o.settling = 0 AND o.hold_until > ?2) THEN ?2
         WHEN ${isDeleted('bookings')} OR ${hasOwnRide('bookings')} THEN ?2
         ELSE max(min(hold_until, coalesce(held_since, created_at) + ${HOLD_SECONDS}), ?2) END
 WHERE id = ?1 AND state = 'held' AND settling = 1`

/**
 * Ends the wait for a payment that did not arrive. The hold gets its original deadline back, unless the rider has a
 * newer hold or it can no longer be paid.
 */
export async function stopSettling(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([d1.prepare(STOP_SETTLING).bind(id, secondsOf(now)), d1.prepare(SYNC_CLAIMS).bind(id)])
}

const RELEASE_HOLD = `
UPDATE bookings SET state = 'released', hold_until = NULL, updated_at = ?2
 WHERE id = ?1 AND state = 'held' AND settling = 0`

const FREE_RELEASED_CLAIMS = freeClaimsOf('?1', 'released')

/** Releases a hold at once. A paid booking does not change. */
export async function releaseHold(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([
    d1.prepare(RELEASE_HOLD).bind(id, secondsOf(now)),
    d1.prepare(FREE_RELEASED_CLAIMS).bind(id)
  ])
}

const EXCLUDE_FROM_LIMITS = `
UPDATE bookings SET held_since = NULL WHERE id = ?1 AND state = 'released' AND order_id IS NULL`

/** Releases a hold for which the provider created no order. It does not count against the rider's limits. */
export async function releaseHoldWithoutOrder(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([
    d1.prepare(RELEASE_HOLD).bind(id, secondsOf(now)),
    d1.prepare(FREE_RELEASED_CLAIMS).bind(id),
    d1.prepare(EXCLUDE_FROM_LIMITS).bind(id)
  ])
}
