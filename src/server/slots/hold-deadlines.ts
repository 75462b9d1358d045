import { HOLD_SECONDS } from '#domain/constants.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed } from '#server/db/named-params.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import { freeClaimsOf } from './claims.ts'
import { hasOwnRide, isDeleted, isLiveUnpaidHold, isSettlingHold, isUnpaidHold } from './conditions.ts'
import { SET_NOT_COUNTED, SET_RELEASED } from './hold-release.ts'
import { continuesRide } from './ride-rows.ts'

// Hold deadlines. A booking and its claims change in one batch, and a paid booking never changes. Every batch here is
// safe to retry.

const SYNC_CLAIMS = `
UPDATE slot_claims SET hold_until = (SELECT hold_until FROM bookings WHERE id = :id)
 WHERE booking_id = :id AND hold_until IS NOT NULL
   AND EXISTS (SELECT 1 FROM bookings WHERE id = :id AND state = 'held')`

const SHORTEN = `
UPDATE bookings SET hold_until = min(hold_until, :until), updated_at = :now
 WHERE id = :id AND ${isLiveUnpaidHold('bookings')}`

/** Shortens a live hold to `until`. Never lengthens a hold and never changes one that has ended. */
export async function shortenHold(id: string, until: Date, now: Date): Promise<void> {
  await d1.batchIdempotent([
    prepareNamed(SHORTEN, { id, now: secondsOf(now), until: secondsOf(until) }),
    prepareNamed(SYNC_CLAIMS, { id })
  ])
}

const CHECK_NOW = 'UPDATE bookings SET next_check_at = :now WHERE id = :id AND order_id IS NOT NULL'

const MARK_SETTLING = `
UPDATE bookings SET settling = 1, hold_until = max(hold_until, :until), updated_at = :now
 WHERE id = :id AND state = 'held' AND hold_until > :now`

type SettlingBooking = Pick<BookingRow, 'payment_id' | 'state'> & { settling: 0 | 1 }

/**
 * A payment is signed but not yet confirmed: keeps its hold until `until`, and the cron checks its order first. Returns
 * the booking after that. A hold that has ended does not settle.
 */
export async function markSettling(id: string, until: Date, now: Date): Promise<SettlingBooking | undefined> {
  const results = await d1.batchIdempotent<SettlingBooking>([
    prepareNamed(CHECK_NOW, { id, now: secondsOf(now) }),
    prepareNamed(MARK_SETTLING, { id, now: secondsOf(now), until: secondsOf(until) }),
    prepareNamed(SYNC_CLAIMS, { id }),
    prepareNamed('SELECT payment_id, settling, state FROM bookings WHERE id = :id', { id })
  ])
  return results.at(-1)?.results[0]
}

// A rider has one hold, so a newer hold ends this one. A hold that can no longer be paid also ends.
const CLEAR_SETTLING = `
UPDATE bookings SET settling = 0, updated_at = :now, hold_until = CASE
         WHEN EXISTS (SELECT 1 FROM bookings o
                       WHERE +o.user_id = bookings.user_id AND o.id <> :id
                         AND ${isLiveUnpaidHold('o')}) THEN :now
         WHEN ${isDeleted('bookings')} OR ${hasOwnRide('bookings')} THEN :now
         WHEN kind = 'extension' AND NOT ${continuesRide('bookings')} THEN :now
         ELSE max(min(hold_until, coalesce(held_since, created_at) + ${HOLD_SECONDS}), :now) END
 WHERE id = :id AND ${isSettlingHold('bookings')}`

/**
 * Ends the wait for a payment that did not arrive. The hold gets its original deadline back, unless the rider has a
 * newer hold or it can no longer be paid.
 */
export async function clearSettling(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([
    prepareNamed(CLEAR_SETTLING, { id, now: secondsOf(now) }),
    prepareNamed(SYNC_CLAIMS, { id })
  ])
}

const RELEASE_HOLD = `
UPDATE bookings SET ${SET_RELEASED} WHERE id = :id AND ${isUnpaidHold('bookings')}`

const FREE_RELEASED_CLAIMS = freeClaimsOf(':id', 'released')

/** Releases a hold at once. A paid booking does not change. */
export async function releaseHold(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([
    prepareNamed(RELEASE_HOLD, { id, now: secondsOf(now) }),
    prepareNamed(FREE_RELEASED_CLAIMS, { id })
  ])
}

// Another request may have created the order while this one waited for the provider.
const RELEASE_HOLD_WITHOUT_ORDER = `${RELEASE_HOLD} AND order_id IS NULL`

const EXCLUDE_FROM_LIMITS = `
UPDATE bookings SET ${SET_NOT_COUNTED} WHERE id = :id AND state = 'released' AND order_id IS NULL`

/** Releases a hold for which the provider created no order. It does not count against the rider's limits. */
export async function releaseHoldWithoutOrder(id: string, now: Date): Promise<void> {
  await d1.batchIdempotent([
    prepareNamed(RELEASE_HOLD_WITHOUT_ORDER, { id, now: secondsOf(now) }),
    prepareNamed(FREE_RELEASED_CLAIMS, { id }),
    prepareNamed(EXCLUDE_FROM_LIMITS, { id })
  ])
}
