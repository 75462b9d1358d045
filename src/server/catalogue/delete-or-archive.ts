import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, prepareQuery, runIdempotent } from '#server/db/client.ts'
import { secondsOf, withoutIndex } from '#server/db/sql.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import { isUnpaidHold, SET_NOT_COUNTED, SET_RELEASED } from '#server/slots/booking-sql.ts'
import { countOpenRides, openRidesOf } from '#server/slots/scooter-state.ts'
import { releaseStatement } from '#server/uploads/claims.ts'

// Deletes scooters and properties: archived if something refers to them, else permanently. One batch under one
// condition, so a ride paid at the same moment keeps its scooter.
//
// Unpaid holds are released in the same batch. Settling holds stay, and their payments are refunded
// (server/payments/settle.ts). Parameters: :id of the row, :now.

/** By table. Every value but the action is SQL. */
const RULES = {
  properties: {
    action: 'delete_property',
    /** Its rows in other tables, as 'table WHERE condition'. They are deleted with it if nothing refers to it. */
    dependentRows: ['legacy_pricing WHERE property_id = :id', 'property_settings WHERE property_id = :id'],
    /** The same, also if it is archived. */
    dispensableRows: ['admin_properties WHERE property_id = :id'],
    /** Ends what nobody can decide about an archived row any more. */
    endings: [],
    /** Its holds, by the small index on live ones. */
    holds: `(${withoutIndex('property_id')} = :id OR ${withoutIndex('scooter_id')} IN (SELECT id FROM scooters WHERE property_id = :id))`,
    /** Something refers to it. */
    isReferenced: `(EXISTS (SELECT 1 FROM scooters WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM pricing_plans WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM users WHERE property_id = :id)
      OR EXISTS (SELECT 1 FROM bookings WHERE property_id = :id))`,
    /** The column of its bookings. */
    owner: 'property_id'
  },
  scooters: {
    action: 'delete_scooter',
    dependentRows: [],
    dispensableRows: ['pin_changes WHERE scooter_id = :id', 'scooter_papers WHERE scooter_id = :id'],
    endings: [
      `UPDATE problems SET state = 'fixed', updated_at = :now
      WHERE scooter_id = :id AND state <> 'fixed' AND EXISTS (SELECT 1 FROM scooters WHERE id = :id AND archived_at IS NOT NULL)`
    ],
    holds: `${withoutIndex('scooter_id')} = :id`,
    isReferenced: `(EXISTS (SELECT 1 FROM bookings WHERE scooter_id = :id)
      OR EXISTS (SELECT 1 FROM moves WHERE from_scooter_id = :id)
      OR EXISTS (SELECT 1 FROM problems WHERE scooter_id = :id))`,
    owner: 'scooter_id'
  }
} as const

/** Ends the unpaid holds that meet a condition. Their riders have not caused it. */
function endHolds(condition: string): [freeClaims: string, release: string] {
  const holds = `${isUnpaidHold('bookings')} AND hold_until IS NOT NULL AND ${condition}`
  return [
    `DELETE FROM slot_claims WHERE hold_until IS NOT NULL AND booking_id IN (SELECT id FROM bookings WHERE ${holds})`,
    `UPDATE bookings SET ${SET_RELEASED}, ${SET_NOT_COUNTED} WHERE ${holds}`
  ]
}

const HOLDS_ELSEWHERE = `${withoutIndex('scooter_id')} = :id AND kind = 'ride'
   AND property_id IS NOT (SELECT s.property_id FROM scooters s WHERE s.id = :id)`

/** For the batch that moves a scooter to another property, after it: ends the unpaid holds that were made before. */
export const endHoldsElsewhere = (id: string, now: Date): D1PreparedStatement[] =>
  endHolds(HOLDS_ELSEWHERE).map(query => prepareNamed(query, { id, now: secondsOf(now) }))

/** Returns the number of paid rides that prevent the deletion; 0 means deleted. */
export async function deleteUnlessBooked(
  table: keyof typeof RULES,
  { id, image_url, name }: { id: string; image_url: string | null; name: string },
  { admin, now }: { admin: Admin; now: Date }
): Promise<number> {
  const { action, dependentRows, dispensableRows, endings, holds, isReferenced, owner } = RULES[table]
  const isThere = `FROM ${table} WHERE id = :id AND archived_at IS NULL`
  const isArchived = `EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL)`
  const canDelete = `EXISTS (SELECT 1 ${isThere}) AND NOT EXISTS (${openRidesOf(owner, ':id')})`
  const params = { id, now: secondsOf(now) }
  const { left } = await runIdempotent<{ left: { rides: number } }>(
    {
      entry: activityInsert({ action, detail: name, subject: id }, { admin, now, when: canDelete }, params),
      archive: `UPDATE ${table} SET archived_at = :now WHERE id = :id AND ${isReferenced} AND ${canDelete}`,
      end: [...endHolds(`${holds} AND ${isArchived}`), ...endings],
      dependent: dependentRows.map(rows => `DELETE FROM ${rows} AND NOT ${isReferenced}`),
      dispensable: dispensableRows.map(rows => `DELETE FROM ${rows} AND (NOT ${isReferenced} OR ${isArchived})`),
      row: `DELETE FROM ${table} WHERE id = :id AND NOT ${isReferenced}`,
      picture: prepareQuery(releaseStatement(image_url)),
      left: `SELECT ${countOpenRides(owner, ':id')} AS rides ${isThere}`
    },
    params
  )
  return left.results[0]?.rides ?? 0
}
