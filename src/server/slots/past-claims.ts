import { firstKeptCell } from '#domain/bookings/slots.ts'
import { prepareNamed } from '#server/db/client.ts'

// The claims of past rides are a third of the database. Nothing asks for them, so they leave.

const DELETED_PER_RUN = 10_000

// Each scooter through the primary key. The claims of holds end with their holds (hold-deadlines.ts).
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
