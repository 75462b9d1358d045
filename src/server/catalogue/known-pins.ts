import * as contract from '#contract/catalogue/known-pins.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { isoFrom, secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf, pageOfFew } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'
import { differentPins, pinSetAt } from './pin-rotation.ts'

// Who knows the PIN that a lock has: riders who have read it, and people who have left the team or the property.

// Renewing PINs. The new one waits in `pin_changes` until the lock has it, as after a ride. It is neither the present
// one nor one that waits, because both may be known. Parameters: :now and :pins.

/** Three different PINs for each scooter: at least one is new. */
export const pinCandidates = (scooters: readonly string[]): string =>
  JSON.stringify(scooters.map(id => [id, differentPins(3)]))

const WAITING = '(SELECT c.new_pin FROM pin_changes c WHERE c.scooter_id = s.id)'

/** SQL: the scooters `s` of :pins that meet the condition get a new PIN. */
const renewPins = (when: string) => `
INSERT INTO pin_changes (scooter_id, new_pin, created_at)
SELECT s.id, (SELECT pin.value FROM json_each(input.value ->> 1) pin
               WHERE pin.value <> s.otp_pin AND pin.value IS NOT ${WAITING} LIMIT 1), :now
  FROM json_each(:pins) input JOIN scooters s ON s.id = input.value ->> 0 AND s.archived_at IS NULL
 WHERE ${when}
    ON CONFLICT (scooter_id) DO UPDATE SET new_pin = excluded.new_pin, created_at = excluded.created_at`

// Somebody leaves the team or a property. Parameters also: :id of the account.

/** SQL: the account :id has joined, and may see the rows of this property. An owner sees those without one too. */
const mayRead = (property: string) => `
EXISTS (SELECT 1 FROM admins a
         WHERE a.id = :id AND a.invited_at IS NULL
           AND (a.role = 'owner'
                OR EXISTS (SELECT 1 FROM admin_properties m WHERE m.admin_id = a.id AND m.property_id = ${property})))`

/** The scooters whose PIN the account :id can read. */
export async function scootersReadBy(id: string): Promise<string[]> {
  const query = `SELECT s.id FROM scooters s WHERE s.archived_at IS NULL AND ${mayRead('s.property_id')}`
  const { results } = await prepareNamed(query, { id }).all<{ id: string }>()
  return results.map(row => row.id)
}

/**
 * For the batch that takes access from the account :id, before its change, with its condition. `isLost` is SQL: the
 * account loses the rows of this property. Parameters: :renewPins, or only the access is noted.
 */
export const renewPinsKnownTo = (when: string, isLost: (property: string) => string) => [
  `INSERT INTO former_access (admin_id, property_id, until)
   SELECT a.id, coalesce(m.property_id, ''), :now
     FROM admins a LEFT JOIN admin_properties m ON m.admin_id = a.id AND a.role <> 'owner'
    WHERE a.id = :id AND a.invited_at IS NULL AND (a.role = 'owner' OR m.property_id IS NOT NULL)
      AND ${isLost('m.property_id')} AND ${when}
       ON CONFLICT (admin_id, property_id) DO UPDATE SET until = excluded.until`,
  renewPins(`:renewPins AND ${mayRead('s.property_id')} AND ${isLost('s.property_id')} AND ${when}`)
]

/** SQL: how many PINs of :pins were renewed at :now. */
export const COUNT_RENEWED = `
SELECT count(*) AS renewed FROM json_each(:pins) input JOIN pin_changes c ON c.scooter_id = input.value ->> 0 AND c.created_at = :now`

// The list. A rider who reads the PIN of a ride ahead, before the PIN changes, reads the next one with the ride.

/** The newest rides of a scooter that are looked at. */
const RIDES_MAX = 200
/** Rides that start so long before the PIN was set can still have read it. */
const MARGIN_SECONDS = 48 * HOUR_SECONDS

const RIDERS = `
SELECT count(DISTINCT user_id) FROM (
  SELECT r.user_id
    FROM (SELECT b.id, b.user_id, b.pin_seen_at, b.state FROM bookings b
           WHERE b.scooter_id = pins.scooter_id AND b.kind = 'ride' AND b.start_at > pins.set_at - ${MARGIN_SECONDS}
           ORDER BY b.start_at DESC LIMIT ${RIDES_MAX}) r
   WHERE r.pin_seen_at > pins.set_at OR (r.pin_seen_at IS NOT NULL AND r.state = 'confirmed' AND ${rideEnd('r.id')} > pins.set_at)
   UNION
  SELECT b.user_id FROM moves m JOIN bookings b ON b.id = m.ride_id
   WHERE m.from_scooter_id = pins.scooter_id AND m.from_pin_seen_at > pins.set_at)`

const COLLEAGUES = `
SELECT count(DISTINCT f.admin_id)
  FROM former_access f JOIN admins a ON a.id = f.admin_id
 WHERE f.property_id IN (coalesce(pins.property_id, ''), '') AND f.until > pins.set_at
   AND NOT (a.deleted_at IS NULL AND a.invited_at IS NULL
            AND (a.role = 'owner'
                 OR EXISTS (SELECT 1 FROM admin_properties m WHERE m.admin_id = a.id AND m.property_id = pins.property_id)))`

// A PIN that waits is on the list of PINs to change.
const SELECT_KNOWN = `
WITH pins AS MATERIALIZED (
  SELECT s.id AS scooter_id, s.name AS scooter_name, s.property_id, p.name AS property_name,
         coalesce(${pinSetAt('s.id', '0', 'a.subject')}, s.created_at) AS set_at
    FROM scooters s LEFT JOIN properties p ON p.id = s.property_id
   WHERE s.archived_at IS NULL AND ${isMine('s.property_id')}
     AND NOT EXISTS (SELECT 1 FROM pin_changes c WHERE c.scooter_id = s.id))
SELECT *, riders + colleagues AS readers FROM (SELECT scooter_id, scooter_name, property_name, set_at, (${RIDERS}) AS riders, (${COLLEAGUES}) AS colleagues FROM pins)
 WHERE readers > 0`

interface KnownRow {
  scooter_id: string
  scooter_name: string
  property_name: string | null
  /** Unix seconds. */
  set_at: number
  riders: number
  colleagues: number
  /** Of both kinds. */
  readers: number
}

export const listKnownPins = implement(contract.listKnownPins, async ({ query }, admin, { responseHeaders }) => {
  const { results } = await prepareNamed(SELECT_KNOWN, { mine: mineOf(admin) }).all<KnownRow>()
  const page = pageOfFew(results, {
    query: { ...query, sort: '-readers' },
    responseHeaders,
    searched: ['property_name', 'scooter_name']
  })
  return page.map(({ readers: _, set_at, ...row }) => ({ ...row, set_at: isoFrom(set_at) }))
})

const CAN_RENEW = `EXISTS (SELECT 1 FROM scooters s WHERE s.id = :subject AND s.archived_at IS NULL AND ${WAITING} IS NULL)`

/** Of two at once, the second changes nothing. */
export const renewPin = implement(contract.renewPin, async ({ body: { scooter_id } }, admin, { now }) => {
  const params = { now: secondsOf(now), pins: pinCandidates([scooter_id]), subject: scooter_id }
  const { waiting } = await runIdempotent<{ waiting: object }>(
    {
      entry: activityInsert({ action: 'renew_pin', subject: scooter_id }, { admin, now, when: CAN_RENEW }, params),
      renew: renewPins(CAN_RENEW),
      waiting: 'SELECT 1 FROM pin_changes WHERE scooter_id = :subject'
    },
    params
  )
  if (waiting.results.length === 0) throw refusal('scooter_not_found')
  return { message: pinChangesText.pinRenewed }
})
