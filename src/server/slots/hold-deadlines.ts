import { firstKeptCell } from '#domain/bookings/slots.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import {
  continuesRide,
  EXPIRE_HOLDS,
  freeClaimsOf,
  hasOwnRide,
  isBlocked,
  isLiveUnpaidHold,
  isScooterDeleted,
  isSettlingHold,
  isUnpaidHold,
  SET_NOT_COUNTED,
  SET_RELEASED
} from './booking-sql.ts'

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
  await runIdempotent([SHORTEN, SYNC_CLAIMS], { id, now: secondsOf(now), until: secondsOf(until) })
}

const CHECK_NOW = 'UPDATE bookings SET next_check_at = :now WHERE id = :id AND order_id IS NOT NULL'

const MARK_SETTLING = `
UPDATE bookings SET settling = 1, hold_until = max(hold_until, :until), updated_at = :now
 WHERE id = :id AND state = 'held' AND hold_until > :now`

const SELECT_SETTLING = 'SELECT payment_id, settling, state FROM bookings WHERE id = :id'

type SettlingBooking = Pick<BookingRow, 'payment_id' | 'state'> & { settling: 0 | 1 }

/**
 * A payment is signed but not yet confirmed: keeps its hold until `until`, and the cron checks its order first. Returns
 * the booking after that. A hold that has ended does not settle.
 */
export async function markSettling(id: string, until: Date, now: Date): Promise<SettlingBooking | undefined> {
  const { booking } = await runIdempotent<{ booking: SettlingBooking }>(
    { mark: [CHECK_NOW, MARK_SETTLING, SYNC_CLAIMS], booking: SELECT_SETTLING },
    { id, now: secondsOf(now), until: secondsOf(until) }
  )
  return booking.results[0]
}

// A hold of the same second as another has a later `held_since`, so its first row also says when it began.
const HELD_AT = `
coalesce(min(held_since, (SELECT min(o.created_at) FROM bookings o
                           WHERE o.user_id = bookings.user_id AND o.held_since = bookings.held_since)), created_at)`

// A rider has one hold, so a newer hold ends this one. A hold that can no longer be paid also ends.
const CLEAR_SETTLING = `
UPDATE bookings SET settling = 0, updated_at = :now, hold_until = CASE
         WHEN EXISTS (SELECT 1 FROM bookings o
                       WHERE ${withoutIndex('o.user_id')} = bookings.user_id AND o.id <> :id
                         AND ${isLiveUnpaidHold('o')}) THEN :now
         WHEN ${isScooterDeleted('bookings')} OR ${hasOwnRide('bookings')}
           OR ${isBlocked('bookings')} THEN :now
         WHEN kind = 'extension' AND NOT ${continuesRide('bookings')} THEN :now
         ELSE max(min(hold_until, ${HELD_AT} + ${HOLD_SECONDS}), :now) END
 WHERE id = :id AND ${isSettlingHold('bookings')}`

/**
 * Ends the wait for a payment that did not arrive. The hold gets its original deadline back, unless the rider has a
 * newer hold or it can no longer be paid.
 */
export async function clearSettling(id: string, now: Date): Promise<void> {
  await runIdempotent([CLEAR_SETTLING, SYNC_CLAIMS], { id, now: secondsOf(now) })
}

const RELEASE_HOLD = `
UPDATE bookings SET ${SET_RELEASED} WHERE id = :id AND ${isUnpaidHold('bookings')}`

const FREE_RELEASED_CLAIMS = freeClaimsOf(':id', 'released')

/** Releases a hold at once. A paid booking does not change. */
export async function releaseHold(id: string, now: Date): Promise<void> {
  await runIdempotent([RELEASE_HOLD, FREE_RELEASED_CLAIMS], { id, now: secondsOf(now) })
}

// Another request may have created the order while this one waited for the provider.
const RELEASE_HOLD_WITHOUT_ORDER = `${RELEASE_HOLD} AND order_id IS NULL`

const EXCLUDE_FROM_LIMITS = `
UPDATE bookings SET ${SET_NOT_COUNTED} WHERE id = :id AND state = 'released' AND order_id IS NULL`

/** Releases a hold for which the provider created no order. It does not count against the rider's limits. */
export async function releaseHoldWithoutOrder(id: string, now: Date): Promise<void> {
  const statements = [RELEASE_HOLD_WITHOUT_ORDER, FREE_RELEASED_CLAIMS, EXCLUDE_FROM_LIMITS]
  await runIdempotent(statements, { id, now: secondsOf(now) })
}

// The cron's sweep of holds past their deadline. Slots do not depend on it: reserve.ts and server/payments/settle.ts
// expire the holds that block them.

const SWEPT_PER_RUN = 500

const EXPIRE_ALL = `${EXPIRE_HOLDS}
 WHERE id IN (SELECT id FROM bookings WHERE state = 'held' AND hold_until <= :now LIMIT ${SWEPT_PER_RUN})`

// A hold beyond that number is still 'held', so it keeps its claims until the next sweep.
const FREE_ALL_DEAD_CLAIMS = `
DELETE FROM slot_claims
 WHERE (scooter_id, cell) IN (SELECT c.scooter_id, c.cell FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
                               WHERE c.hold_until IS NOT NULL AND c.hold_until <= :now AND ${withoutIndex('b.state')} <> 'held'
                               LIMIT ${SWEPT_PER_RUN})`

const FORGET_ADDRESSES = "UPDATE bookings SET held_from = NULL WHERE held_from > '' AND state <> 'held'"

/** Expires holds past their deadline and frees their claims, at most SWEPT_PER_RUN of each. Returns how many holds. */
export async function sweepHolds(now: Date): Promise<number> {
  const { ended } = await runIdempotent<{ ended: object }>(
    { ended: EXPIRE_ALL, free: FREE_ALL_DEAD_CLAIMS, forget: FORGET_ADDRESSES },
    { now: secondsOf(now) }
  )
  return ended.meta.changes
}

// The claims of past rides are a third of the database. Nothing asks for them, so they leave.

const DELETED_PER_RUN = 10_000

// Each scooter through the primary key. The claims of holds end with their holds.
const DELETE_PAST = `
DELETE FROM slot_claims
 WHERE (scooter_id, cell) IN (SELECT c.scooter_id, c.cell
                                FROM scooters s CROSS JOIN slot_claims c ON c.scooter_id = s.id AND c.cell < :keptCell
                               WHERE c.hold_until IS NULL
                               LIMIT ${DELETED_PER_RUN})`

/** Deletes at most DELETED_PER_RUN past claims, and returns how many. The next run goes on. */
export async function deletePastClaims(now: Date): Promise<number> {
  const { meta } = await prepareNamed(DELETE_PAST, { keptCell: firstKeptCell(now) }).run()
  return meta.changes
}
