import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/booking-window.ts'
import { generatePin } from '#domain/catalogue/pin.ts'
import { MINUTE_RUN } from '#domain/monitoring/cron-lists.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { randomBelow } from '#server/runtime/crypto.ts'
import { isRowOf, rideOf } from '#server/slots/booking-sql.ts'

// Where a property rotates PINs, a scooter gets a new PIN after each ride, and after the cancellation of a booking
// whose rider has read the PIN. Its lock still has the old one, so the new PIN waits in `pin_changes` until an admin
// has changed the lock (pin-changes.ts). A PIN that waits already is kept: no rider has read it.
//
// Parameters: :now; of a statement that adds PINs also :pins.

/** Two random PINs for each booking. One of them differs from the scooter's present PIN. */
function pinsFor(ids: readonly string[]): string {
  return JSON.stringify(ids.map(id => [id, ...twoPins()]))
}

function twoPins(): [string, string] {
  const [one, other] = [generatePin(randomBelow), generatePin(randomBelow)]
  return one === other ? twoPins() : [one, other]
}

/** SQL: adds a new PIN for the scooter of each booking that meets the condition; `b` is the booking. */
const addPinChanges = (condition: string) => `
INSERT INTO pin_changes (scooter_id, new_pin, created_at)
SELECT s.id, iif(input.value ->> 1 = s.otp_pin, input.value ->> 2, input.value ->> 1), :now
  FROM json_each(:pins) input
  JOIN bookings b ON b.id = input.value ->> 0
  JOIN scooters s ON s.id = b.scooter_id AND s.archived_at IS NULL
  JOIN property_settings r ON r.property_id = b.property_id AND r.pin_mode = 'rotate'
 WHERE ${condition}
    ON CONFLICT (scooter_id) DO NOTHING`

// A later batch about the same booking, such as one that processes its refund, must not add a PIN again.
const ADD_AFTER_CANCELLATION = addPinChanges(
  "b.state = 'cancelled' AND b.updated_at = :now AND b.pin_seen_at IS NOT NULL"
)

/** For the batch that cancels a paid booking, after its cancellation. */
export function rotateCancelledPin(bookingId: string, now: Date): D1PreparedStatement {
  return prepareNamed(ADD_AFTER_CANCELLATION, { now: secondsOf(now), pins: pinsFor([bookingId]) })
}

const MARK_SEEN = `
UPDATE bookings SET pin_seen_at = :now
 WHERE id IN (SELECT value FROM json_each(:ids)) AND pin_seen_at IS NULL`

// The rider may have cancelled between the answer and this batch.
const ADD_AFTER_LATE_MARK = addPinChanges("b.state = 'cancelled' AND b.pin_seen_at = :now")

/** Records that riders have read the PINs of these bookings. Later reads change nothing. */
export async function markPinsSeen(ids: readonly string[], now: Date): Promise<void> {
  const nowSeconds = secondsOf(now)
  await d1.batchIdempotent([
    prepareNamed(MARK_SEEN, { ids: JSON.stringify(ids), now: nowSeconds }),
    prepareNamed(ADD_AFTER_LATE_MARK, { now: nowSeconds, pins: pinsFor(ids) })
  ])
}

/** Covers runs in which this job failed, and requests that were under way. */
const ROTATION_MARGIN_SECONDS = HOUR_SECONDS

// Rides since the last run of the cron, so none is missed after a pause.
const SINCE = `
(min(coalesce((SELECT ended_at FROM runs WHERE job = '${MINUTE_RUN}'), :now), :now) - ${ROTATION_MARGIN_SECONDS})`

/** SQL: the ride of `b` has no confirmed row that ends later. */
const IS_LAST_OF_RIDE = `
NOT EXISTS (SELECT 1 FROM bookings o
             WHERE ${isRowOf('o', rideOf('b'))}
               AND o.state = 'confirmed' AND o.end_at > b.end_at)`

// The last ended ride of each scooter. An admin who has set the lock since then leaves an activity entry, so one ride
// never adds a second PIN. The unary plus makes SQLite read the few activity entries since then instead of all of the
// scooter.
const SELECT_ENDED = `
SELECT ended.id FROM (
  SELECT b.id, b.scooter_id, max(b.end_at) AS end_at
    FROM bookings b CROSS JOIN property_settings r ON r.property_id = b.property_id AND r.pin_mode = 'rotate'
   WHERE b.state = 'confirmed' AND b.start_at > ${SINCE} - ${LONGEST_ROW_SECONDS} AND b.start_at < :now
     AND b.end_at > ${SINCE} AND b.end_at <= :now AND ${IS_LAST_OF_RIDE}
   GROUP BY b.scooter_id) ended
 WHERE NOT EXISTS (SELECT 1 FROM pin_changes c WHERE c.scooter_id = ended.scooter_id)
   AND NOT EXISTS (SELECT 1 FROM audits a
                    WHERE +a.subject = ended.scooter_id AND a.created_at > ended.end_at
                      AND (a.action = 'change_pin'
                           OR (a.action = 'update_scooter' AND instr(a.detail, 'otp_pin') > 0)))`

const ADD_AFTER_RIDES = addPinChanges(`b.id IN (${SELECT_ENDED})`)

/** The cron's job: adds a new PIN for each scooter whose ride has ended. Returns how many were added. */
export async function rotatePinsOfEndedRides(now: Date): Promise<number> {
  const nowSeconds = secondsOf(now)
  const { results } = await prepareNamed(SELECT_ENDED, { now: nowSeconds }).all<{ id: string }>()
  if (results.length === 0) return 0
  const pins = pinsFor(results.map(({ id }) => id))
  const [added] = await d1.batchIdempotent([prepareNamed(ADD_AFTER_RIDES, { now: nowSeconds, pins })])
  return added?.meta.changes ?? 0
}
