import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { LONGEST_RIDE_SECONDS } from '#domain/booking-window.ts'
import { audited } from '#server/admin/audit-log.ts'
import type { Admin } from '#server/auth/actor.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import { releasing } from '#server/uploads/image-references.ts'

// A scooter or a property is deleted: archived where something refers to it, else for good (design.md §10.5). One batch
// under one condition, because a ride that is paid in the same moment keeps its scooter. Unpaid holds end in the same
// batch; those that wait for the provider's word stay, and their money goes back (settle.ts). ?1 is the row, ?2 now.

interface Place {
  action: 'delete_property' | 'delete_scooter'
  table: 'properties' | 'scooters'
  /** Its bookings, among those of the table or alias `b`. */
  bookings: string
  /** Its holds. Few holds live at a time: the plus signs keep the index on the live ones in use. */
  holds: string
  /** Whether anything refers to it. */
  isReferredTo: string
  /** Rows that go with it when nothing refers to it. */
  parts: readonly string[]
}

const SCOOTER: Place = {
  action: 'delete_scooter',
  bookings: 'b.scooter_id = ?1',
  holds: '+scooter_id = ?1',
  isReferredTo: 'EXISTS (SELECT 1 FROM bookings WHERE scooter_id = ?1)',
  parts: [],
  table: 'scooters'
}

const PROPERTY: Place = {
  action: 'delete_property',
  bookings: 'b.property_id = ?1',
  holds: '(+property_id = ?1 OR +scooter_id IN (SELECT id FROM scooters WHERE property_id = ?1))',
  isReferredTo: `(EXISTS (SELECT 1 FROM scooters WHERE property_id = ?1)
      OR EXISTS (SELECT 1 FROM pricing_plans WHERE property_id = ?1)
      OR EXISTS (SELECT 1 FROM users WHERE property_id = ?1)
      OR EXISTS (SELECT 1 FROM bookings WHERE property_id = ?1))`,
  parts: ['legacy_pricing'],
  table: 'properties'
}

const ridesAhead = ({ bookings }: Place) => `
SELECT 1 FROM bookings b
 WHERE ${bookings} AND b.start_at > ?2 - ${LONGEST_RIDE_SECONDS} AND b.end_at > ?2 AND b.state = 'confirmed'`

const canGo = (place: Place) =>
  `EXISTS (SELECT 1 FROM ${place.table} WHERE id = ?1 AND archived_at IS NULL) AND NOT EXISTS (${ridesAhead(place)})`

const archive = (place: Place) => `
UPDATE ${place.table} SET archived_at = ?2 WHERE id = ?1 AND ${place.isReferredTo} AND ${canGo(place)}`

const unpaidHolds = ({ holds, table }: Place) => `
state = 'held' AND settling = 0 AND hold_until IS NOT NULL AND ${holds}
   AND EXISTS (SELECT 1 FROM ${table} WHERE id = ?1 AND archived_at IS NOT NULL)`

const freeClaims = (place: Place) => `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND booking_id IN (SELECT id FROM bookings WHERE ${unpaidHolds(place)})`

// The rider did nothing wrong: these holds do not count against him.
const releaseHolds = (place: Place) => `
UPDATE bookings SET state = 'released', hold_until = NULL, held_since = NULL, updated_at = ?2
 WHERE ${unpaidHolds(place)}`

const deletePart = ({ isReferredTo }: Place, part: string) => `
DELETE FROM ${part} WHERE property_id = ?1 AND NOT ${isReferredTo}`

const deleteRow = ({ isReferredTo, table }: Place) => `DELETE FROM ${table} WHERE id = ?1 AND NOT ${isReferredTo}`

const ridesInTheWay = (place: Place) => `
SELECT count(*) AS rides FROM (${ridesAhead(place)})
 WHERE EXISTS (SELECT 1 FROM ${place.table} WHERE id = ?1 AND archived_at IS NULL)`

interface Kept {
  id: string
  image_url: string | null
  name: string
}

/** Answers how many paid rides ahead keep it from being deleted; 0: it is deleted. */
async function deletePlace(place: Place, { id, image_url, name }: Kept, by: Admin, now: Date): Promise<number> {
  const at = secondsOf(now)
  const asked = (statement: string): D1PreparedStatement => d1.prepare(statement).bind(id, at)
  const ofIt = (statement: string): D1PreparedStatement => d1.prepare(statement).bind(id)
  const release = releasing(image_url).toSQL()
  const picture = d1.prepare(release.sql).bind(...release.params)
  const results = await d1.batchAgain<{ rides: number }>([
    audited({ action: place.action, detail: name, subject: id }, { by, now, when: canGo(place) }, [id, at]),
    asked(archive(place)),
    ofIt(freeClaims(place)),
    asked(releaseHolds(place)),
    ...place.parts.map(part => ofIt(deletePart(place, part))),
    ofIt(deleteRow(place)),
    picture,
    asked(ridesInTheWay(place))
  ])
  return results.at(-1)?.results[0]?.rides ?? 0
}

export const deleteScooterUnlessRidden = (scooter: Kept, by: Admin, now: Date) => deletePlace(SCOOTER, scooter, by, now)

export const deletePropertyUnlessRidden = (property: Kept, by: Admin, now: Date) =>
  deletePlace(PROPERTY, property, by, now)
