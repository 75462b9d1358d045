import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { expireHolds } from './claims.ts'

// The cron's sweep of holds past their deadline. Slots do not depend on it: reserve.ts and server/payments/settle.ts
// expire the holds that block them.

const SWEEP_BATCH_SIZE = 500

const EXPIRE_ALL = `${expireHolds('?1')}
 WHERE id IN (SELECT id FROM bookings WHERE state = 'held' AND hold_until <= ?1 LIMIT ${SWEEP_BATCH_SIZE})`

// A hold beyond the batch size is still 'held', so it keeps its claims until the next sweep.
const FREE_ALL_DEAD_CLAIMS = `
DELETE FROM slot_claims
 WHERE (scooter_id, cell) IN (SELECT c.scooter_id, c.cell FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
                               WHERE c.hold_until IS NOT NULL AND c.hold_until <= ?1 AND +b.state <> 'held'
                               LIMIT ${SWEEP_BATCH_SIZE})`

/** Expires holds past their deadline and frees their claims, in batches. Returns the number of holds. */
export async function sweepHolds(now: Date): Promise<number> {
  const [ended] = await d1.batchIdempotent([
    d1.prepare(EXPIRE_ALL).bind(secondsOf(now)),
    d1.prepare(FREE_ALL_DEAD_CLAIMS).bind(secondsOf(now))
  ])
  return ended?.meta.changes ?? 0
}
