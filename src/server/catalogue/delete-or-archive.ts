import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, prepareQuery, runIdempotent } from '#server/db/client.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import type { Admin } from '#server/sessions/actor.ts'
import { isUnpaidHold, SET_NOT_COUNTED, SET_RELEASED } from '#server/slots/booking-sql.ts'
import { countOpenRides, openRidesOf } from '#server/slots/unrideable.ts'
import { releaseStatement } from '#server/uploads/claims.ts'

// Deletes scooters and properties: archived if something refers to them, else permanently. One batch under one
// condition, so a ride paid at the same moment keeps its scooter.
//
// Unpaid holds are released in the same batch. Settling holds stay, and their payments are refunded
// (server/payments/settle.ts). Parameters: :id of the row, :now.

interface DeletionRules {
  action: 'delete_property' | 'delete_scooter'
  table: 'properties' | 'scooters'
  /** The column of its bookings. */
  owner: 'property_id' | 'scooter_id'
  /** SQL: its holds, by the small index on live ones. */
  holds: string
  /** SQL: something refers to it. */
  isReferenced: string
  /** Its rows in other tables, as 'table WHERE condition'. They are deleted with it if nothing refers to it. */
  dependentRows: readonly string[]
  /** The same, also if it is archived. */
  dispensableRows: readonly string[]
  /** SQL: ends what nobody can decide about an archived row any more. */
  endings: readonly string[]
}

const SCOOTER_RULES: DeletionRules = {
  action: 'delete_scooter',
  holds: `${withoutIndex('scooter_id')} = :id`,
  isReferenced: `(EXISTS (SELECT 1 FROM bookings WHERE scooter_id = :id)
      OR EXISTS (SELECT 1 FROM moves WHERE from_scooter_id = :id)
      OR EXISTS (SELECT 1 FROM problems WHERE scooter_id = :id))`,
  dependentRows: [],
  owner: 'scooter_id',
  endings: [
    `UPDATE problems SET state = 'fixed', updated_at = :now
      WHERE scooter_id = :id AND state <> 'fixed' AND EXISTS (SELECT 1 FROM scooters WHERE id = :id AND archived_at IS NOT NULL)`
  ],
  dispensableRows: ['pin_changes WHERE scooter_id = :id', 'scooter_papers WHERE scooter_id = :id'],
  table: 'scooters'
}

const PROPERTY_RULES: DeletionRules = {
  action: 'delete_property',
  holds: `(${withoutIndex('property_id')} = :id OR ${withoutIndex('scooter_id')} IN (SELECT id FROM scooters WHERE property_id = :id))`,
  isReferenced: `(EXISTS (SELECT 1 FROM scooters WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM pricing_plans WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM users WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM bookings WHERE property_id = :id))`,
  dependentRows: ['legacy_pricing WHERE property_id = :id', 'property_settings WHERE property_id = :id'],
  owner: 'property_id',
  endings: [],
  dispensableRows: ['admin_properties WHERE property_id = :id'],
  table: 'properties'
}

const canDelete = (rules: DeletionRules) =>
  `EXISTS (SELECT 1 FROM ${rules.table} WHERE id = :id AND archived_at IS NULL) AND NOT EXISTS (${openRidesOf(rules.owner, ':id')})`

const archive = (rules: DeletionRules) => `
UPDATE ${rules.table} SET archived_at = :now WHERE id = :id AND ${rules.isReferenced} AND ${canDelete(rules)}`

/** Ends the unpaid holds that meet a condition. Their riders have not caused it. */
function endHolds(condition: string): [freeClaims: string, release: string] {
  const holds = `${isUnpaidHold('bookings')} AND hold_until IS NOT NULL AND ${condition}`
  return [
    `DELETE FROM slot_claims WHERE hold_until IS NOT NULL AND booking_id IN (SELECT id FROM bookings WHERE ${holds})`,
    `UPDATE bookings SET ${SET_RELEASED}, ${SET_NOT_COUNTED} WHERE ${holds}`
  ]
}

const endHoldsOfDeleted = ({ holds, table }: DeletionRules) =>
  endHolds(`${holds} AND EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL)`)

const HOLDS_ELSEWHERE = `${withoutIndex('scooter_id')} = :id AND kind = 'ride'
   AND property_id IS NOT (SELECT s.property_id FROM scooters s WHERE s.id = :id)`

/** For the batch that moves a scooter to another property, after it: ends the unpaid holds that were made before. */
export const endHoldsElsewhere = (id: string, now: Date): D1PreparedStatement[] =>
  endHolds(HOLDS_ELSEWHERE).map(query => prepareNamed(query, { id, now: secondsOf(now) }))

const deleteDependent = ({ isReferenced }: DeletionRules, rows: string) => `
DELETE FROM ${rows} AND NOT ${isReferenced}`

const deleteDispensable = ({ isReferenced, table }: DeletionRules, rows: string) => `
DELETE FROM ${rows}
   AND (NOT ${isReferenced} OR EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL))`

const deleteRow = ({ isReferenced, table }: DeletionRules) =>
  `DELETE FROM ${table} WHERE id = :id AND NOT ${isReferenced}`

const countRides = ({ owner, table }: DeletionRules) => `
SELECT ${countOpenRides(owner, ':id')} AS rides FROM ${table} WHERE id = :id AND archived_at IS NULL`

interface DeletableRow {
  id: string
  image_url: string | null
  name: string
}

/** Returns the number of paid rides that prevent the deletion; 0 means deleted. */
async function deleteOrArchive(
  rules: DeletionRules,
  { id, image_url, name }: DeletableRow,
  { admin, now }: { admin: Admin; now: Date }
): Promise<number> {
  const params = { id, now: secondsOf(now) }
  const entry = { action: rules.action, detail: name, subject: id }
  const { left } = await runIdempotent<{ left: { rides: number } }>(
    {
      entry: activityInsert(entry, { admin, now, when: canDelete(rules) }, params),
      archive: archive(rules),
      end: [...endHoldsOfDeleted(rules), ...rules.endings],
      dependent: rules.dependentRows.map(rows => deleteDependent(rules, rows)),
      dispensable: rules.dispensableRows.map(rows => deleteDispensable(rules, rows)),
      row: deleteRow(rules),
      picture: prepareQuery(releaseStatement(image_url)),
      left: countRides(rules)
    },
    params
  )
  return left.results[0]?.rides ?? 0
}

export const deleteScooterUnlessBooked = (scooter: DeletableRow, admin: Admin, now: Date) =>
  deleteOrArchive(SCOOTER_RULES, scooter, { admin, now })

export const deletePropertyUnlessBooked = (property: DeletableRow, admin: Admin, now: Date) =>
  deleteOrArchive(PROPERTY_RULES, property, { admin, now })
