import * as contract from '#contract/catalogue/who-rode.ts'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { LATE_MAX_HOURS } from '#domain/problems/problems.ts'
import { type LicenceStatus, lastDayBefore } from '#domain/riders/licence.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { runIdempotent } from '#server/db/client.ts'
import { emailOf } from '#server/db/schema/riders.ts'
import { dateFrom, isoFrom, isoOrNull, parseTrustedJson, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { isRowOf, rideOf } from '#server/slots/booking-sql.ts'
import { fromLateRides } from '#server/slots/scooter-state.ts'

// Who had a scooter at a second of the past, for police and for damage. A ride that was moved is on the scooter of its
// last move; `moves` says which one it was on before. A late ride has it until it is returned. Parameters: :scooter, :at, :mine.

const LATE_SECONDS = LATE_MAX_HOURS * HOUR_SECONDS
/** A ride moves until its end. */
const MOVED_WITHIN_SECONDS = LONGEST_RIDE_MINUTES * MINUTE_SECONDS + LATE_SECONDS

/** SQL: the row was paid then. One that is cancelled changes no more, so that was its last change. */
const wasPaid = (row: string) =>
  `(${row}.state = 'confirmed' OR (${row}.state = 'cancelled' AND ${row}.payment_id IS NOT NULL AND ${row}.updated_at > :at))`

/** SQL: the row of the ride `r` has begun, was paid, and is neither over as booked, nor returned. */
const hadIt = (row: string) => `
${row}.start_at <= :at AND ${row}.start_at > :at - ${LONGEST_ROW_SECONDS + LATE_SECONDS}
   AND max(coalesce(${row}.booked_end_at, ${row}.end_at), coalesce(r.returned_at, 0)) > :at AND ${wasPaid(row)}
   AND (${row}.kind = 'extension' OR coalesce(${row}.paid_at, 0) <= :at)`

const RIDES_THEN = `
SELECT r.id FROM bookings b JOIN bookings r ON r.id = ${rideOf('b')}
 WHERE b.scooter_id = :scooter AND ${hadIt('b')}
   AND NOT EXISTS (SELECT 1 FROM moves m WHERE m.ride_id = r.id AND m.created_at > :at)
 UNION
SELECT r.id FROM moves m JOIN bookings r ON r.id = m.ride_id JOIN bookings b ON ${isRowOf('b', 'r.id')}
 WHERE m.from_scooter_id = :scooter AND m.created_at > :at AND m.created_at <= :at + ${MOVED_WITHIN_SECONDS} AND ${hadIt('b')}
   AND NOT EXISTS (SELECT 1 FROM moves e WHERE e.ride_id = r.id AND e.revision < m.revision AND e.created_at > :at)
 UNION
SELECT late.id ${fromLateRides(':scooter', ':at')}`

const neighbour = (side: string, order: string) => `
SELECT * FROM (SELECT ${rideOf('b')} AS id FROM bookings b
 WHERE b.scooter_id = :scooter AND b.start_at ${side} :at AND b.state = 'confirmed' ORDER BY b.start_at ${order} LIMIT 1)`

// The last part: the ride that was moved away last, after its start.
const RIDES_AROUND = `${neighbour('<=', 'DESC')} UNION ${neighbour('>', 'ASC')} UNION
SELECT * FROM (SELECT r.id FROM moves m JOIN bookings r ON r.id = m.ride_id
 WHERE m.from_scooter_id = :scooter AND m.created_at <= :at AND m.created_at > r.start_at
 ORDER BY m.created_at DESC LIMIT 1)`

const selectRides = (rides: string) => `
SELECT r.id, r.property_name, r.start_at, r.returned_at, iif(r.state = 'cancelled', r.updated_at, NULL) AS cancelled_at,
       (SELECT max(coalesce(b.booked_end_at, b.end_at)) FROM bookings b
         WHERE ${isRowOf('b', 'r.id')} AND ${withoutIndex('b.state')} = r.state AND b.payment_id IS NOT NULL) AS end_at,
       coalesce((SELECT min(m.from_pin_seen_at) FROM moves m WHERE m.ride_id = r.id AND m.from_scooter_id = :scooter),
                iif(r.scooter_id = :scooter, r.pin_seen_at, NULL)) AS pin_seen_at,
       iif(u.deleted_at IS NOT NULL, 'deleted', iif(${isMine('r.property_id')}, 'known', 'elsewhere')) AS rider,
       u.name, u.phone, ${emailOf('u')} AS email, u.license_status, u.license_valid_until,
       (SELECT json_group_array(json_object('at', m.created_at, 'from', f.name, 'to', t.name) ORDER BY m.revision)
          FROM moves m JOIN scooters f ON f.id = m.from_scooter_id JOIN scooters t ON t.id = m.to_scooter_id
         WHERE m.ride_id = r.id) AS moves
  FROM bookings r JOIN users u ON u.id = r.user_id
 WHERE r.id IN (${rides}) ORDER BY r.start_at DESC`

interface RideRow {
  id: string
  property_name: string
  start_at: number
  returned_at: number | null
  cancelled_at: number | null
  end_at: number
  pin_seen_at: number | null
  rider: 'deleted' | 'elsewhere' | 'known'
  name: string
  phone: string
  email: string
  license_status: LicenceStatus
  license_valid_until: number | null
  /** JSON */
  moves: string
}

function toRide(row: RideRow) {
  const { license_status, license_valid_until: until } = row
  const moves = parseTrustedJson<{ at: number; from: string; to: string }[]>(row.moves)
  return {
    cancelled_at: isoOrNull(row.cancelled_at),
    end_time: isoFrom(row.end_at),
    id: row.id,
    moves: moves.map(move => ({ ...move, at: isoFrom(move.at) })),
    pin_seen_at: isoOrNull(row.pin_seen_at),
    property_name: row.property_name,
    returned_at: isoOrNull(row.returned_at),
    rider: row.rider,
    start_time: isoFrom(row.start_at),
    ...(row.rider === 'known' && {
      license_expires_on: until === null ? null : lastDayBefore(dateFrom(until)),
      license_status,
      user_email: row.email,
      user_name: row.name,
      user_phone: row.phone
    })
  }
}

const SELECT_SCOOTER = 'SELECT name, registration_number FROM scooters WHERE id = :scooter'

interface Results {
  around: RideRow
  rides: RideRow
  scooters: { name: string; registration_number: string | null }
}

/** The entry of the activity log is in the batch that reads, before it. */
export const whoRode = implement(contract.whoRode, async ({ params: { id }, query: { at } }, admin, { now }) => {
  if (at > now || at.getTime() < 0) throw invalidField('at', whoRodeText.invalidTime)
  const params = { at: secondsOf(at), mine: mineOf(admin), scooter: id }
  const when = 'EXISTS (SELECT 1 FROM scooters WHERE id = :subject)'
  const { around, rides, scooters } = await runIdempotent<Results>(
    {
      entry: activityInsert(
        { action: 'who_rode', detail: whoRodeText.momentText(at.toISOString()), subject: id },
        { admin, now, when }
      ),
      scooters: SELECT_SCOOTER,
      rides: selectRides(RIDES_THEN),
      around: selectRides(RIDES_AROUND)
    },
    params
  )
  const [scooter] = scooters.results
  if (!scooter) throw refusal('scooter_not_found')
  return {
    around: rides.results.length > 0 ? [] : around.results.map(toRide),
    registration_number: scooter.registration_number,
    rides: rides.results.map(toRide),
    scooter_name: scooter.name
  }
})
