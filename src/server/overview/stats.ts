import type { Stats } from '#contract/overview/stats.ts'
import * as contract from '#contract/overview/stats.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { hasNotEnded } from '#server/slots/booking-sql.ts'

// One statement of constant cost, independent of history. Rows of bookings and riders are never deleted, so the highest
// rowid is their count; count(*) would read every row.

// The list of bookings that the overview's count opens has the same condition
// (server/bookings/admin/booking-query.ts).
const IS_ACTIVE = `state = 'confirmed' AND ${hasNotEnded('bookings')}`

const STATS = `
SELECT (SELECT count(*) FROM properties WHERE archived_at IS NULL) AS total_properties,
       (SELECT count(*) FROM scooters WHERE archived_at IS NULL) AS total_scooters,
       (SELECT count(*) FROM scooters s
         WHERE s.archived_at IS NULL AND s.status = 'Available'
           AND NOT EXISTS (SELECT 1 FROM properties p WHERE p.id = s.property_id AND p.archived_at IS NOT NULL)
           AND s.id NOT IN (SELECT scooter_id FROM bookings WHERE ${IS_ACTIVE} AND start_at <= :now))
         AS available_scooters,
       (SELECT coalesce(max(rowid), 0) FROM users)
         - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL) AS total_users,
       (SELECT coalesce(max(rowid), 0) FROM bookings) AS total_bookings,
       (SELECT count(*) FROM bookings WHERE ${IS_ACTIVE}) AS active_bookings`

export const getStats = implement(contract.getStats, async (_, __, { now }) => {
  const stats = await prepareNamed(STATS, { now: secondsOf(now) }).first<Stats>()
  if (!stats) throw new Error('A SELECT without FROM gave no row')
  return stats
})
