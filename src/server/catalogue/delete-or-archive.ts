import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { activityInsert } from '#server/activity/activity.ts'
import { d1, prepareNamed, prepareQuery } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { hasNotEnded, isUnpaidHold, rideOf, SET_NOT_COUNTED, SET_RELEASED } from '#server/slots/booking-sql.ts'
import { releaseStatement } from '#server/uploads/claims.ts'

// Deletes scooters and properties: archived if something refers to them, else permanently. One batch under one
// condition, so a ride paid at the same moment keeps its scooter.
//
// Unpaid holds are released in the same batch. Settling holds stay, and their payments are refunded
// (server/payments/settle.ts). Parameters: :id of the row, :now.

interface DeletionRules {
  action: 'delete_property' | 'delete_scooter'
  table: 'properties' | 'scooters'
  /** SQL: its bookings; `b` is the table or alias. */
  bookings: string
  /** SQL: its holds. The unary plus makes SQLite use the small index on live holds. */
  holds: string
  /** SQL: something refers to it. */
  isReferenced: string
  /** Its rows in other tables, as 'table WHERE condition'. They are deleted with it if nothing refers to it. */
  dependentRows: readonly string[]
  /** The same, also if it is archived. */
  dispensableRows: readonly string[]
}

const SCOOTER_RULES: DeletionRules = {
  action: 'delete_scooter',
  bookings: 'b.scooter_id = :id',
  holds: '+scooter_id = :id',
  isReferenced: `(EXISTS (SELECT 1 FROM bookings WHERE scooter_id = :id)
      OR EXISTS (SELECT 1 FROM moves WHERE from_scooter_id = :id)
      OR EXISTS (SELECT 1 FROM problems WHERE scooter_id = :id))`,
  dependentRows: [],
  dispensableRows: ['pin_changes WHERE scooter_id = :id', 'scooter_papers WHERE scooter_id = :id'],
  table: 'scooters'
}

const PROPERTY_RULES: DeletionRules = {
  action: 'delete_property',
  bookings: 'b.property_id = :id',
  holds: '(+property_id = :id OR +scooter_id IN (SELECT id FROM scooters WHERE property_id = :id))',
  isReferenced: `(EXISTS (SELECT 1 FROM scooters WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM pricing_plans WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM users WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM bookings WHERE property_id = :id))`,
  dependentRows: ['legacy_pricing WHERE property_id = :id', 'property_settings WHERE property_id = :id'],
  dispensableRows: ['admin_properties WHERE property_id = :id'],
  table: 'properties'
}

/** SQL: the ride of each paid row that has not ended. */
const selectUpcomingRides = ({ bookings }: DeletionRules) => `
SELECT ${rideOf('b')} AS ride FROM bookings b WHERE ${bookings} AND ${hasNotEnded('b')} AND b.state = 'confirmed'`

const canDelete = (rules: DeletionRules) =>
  `EXISTS (SELECT 1 FROM ${rules.table} WHERE id = :id AND archived_at IS NULL) AND NOT EXISTS (${selectUpcomingRides(rules)})`

const archive = (rules: DeletionRules) => `
UPDATE ${rules.table} SET archived_at = :now WHERE id = :id AND ${rules.isReferenced} AND ${canDelete(rules)}`

const unpaidHolds = ({ holds, table }: DeletionRules) => `
${isUnpaidHold('bookings')} AND hold_until IS NOT NULL AND ${holds}
   AND EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL)`

const freeClaims = (rules: DeletionRules) => `
DELETE FROM slot_claims
 WHERE hold_until IS NOT NULL AND booking_id IN (SELECT id FROM bookings WHERE ${unpaidHolds(rules)})`

const releaseHolds = (rules: DeletionRules) => `
UPDATE bookings SET ${SET_RELEASED}, ${SET_NOT_COUNTED}
 WHERE ${unpaidHolds(rules)}`

const deleteDependent = ({ isReferenced }: DeletionRules, rows: string) => `
DELETE FROM ${rows} AND NOT ${isReferenced}`

const deleteDispensable = ({ isReferenced, table }: DeletionRules, rows: string) => `
DELETE FROM ${rows}
   AND (NOT ${isReferenced} OR EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL))`

const deleteRow = ({ isReferenced, table }: DeletionRules) =>
  `DELETE FROM ${table} WHERE id = :id AND NOT ${isReferenced}`

const countUpcomingRides = (rules: DeletionRules) => `
SELECT count(DISTINCT ride) AS rides FROM (${selectUpcomingRides(rules)})
 WHERE EXISTS (SELECT 1 FROM ${rules.table} WHERE id = :id AND archived_at IS NULL)`

interface DeletableRow {
  id: string
  image_url: string | null
  name: string
}

/** Returns the number of upcoming paid rides that prevent the deletion; 0 means deleted. */
async function deleteOrArchive(
  rules: DeletionRules,
  { id, image_url, name }: DeletableRow,
  { admin, now }: { admin: Admin; now: Date }
): Promise<number> {
  const params = { id, now: secondsOf(now) }
  const prepare = (query: string): D1PreparedStatement => prepareNamed(query, params)
  const results = await d1.batchIdempotent<{ rides: number }>([
    activityInsert({ action: rules.action, detail: name, subject: id }, { admin, now, when: canDelete(rules) }, params),
    prepare(archive(rules)),
    prepare(freeClaims(rules)),
    prepare(releaseHolds(rules)),
    ...rules.dependentRows.map(rows => prepare(deleteDependent(rules, rows))),
    ...rules.dispensableRows.map(rows => prepare(deleteDispensable(rules, rows))),
    prepare(deleteRow(rules)),
    prepareQuery(releaseStatement(image_url)),
    prepare(countUpcomingRides(rules))
  ])
  return results.at(-1)?.results[0]?.rides ?? 0
}

export const deleteScooterUnlessBooked = (scooter: DeletableRow, admin: Admin, now: Date) =>
  deleteOrArchive(SCOOTER_RULES, scooter, { admin, now })

export const deletePropertyUnlessBooked = (property: DeletableRow, admin: Admin, now: Date) =>
  deleteOrArchive(PROPERTY_RULES, property, { admin, now })
