import { expect, test } from 'vitest'
import { firstKeptCell } from '#domain/bookings/slots.ts'
import { deletePastClaims } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now } from '#tests/model/harness/clock.ts'
import { findBrokenInvariants, startHarnessForEachTest } from '#tests/model/harness/harness.ts'

// Which claims leave, and how many at a time. That no ride is lost by it is shown in simulation.test.ts.

startHarnessForEachTest()

/** A paid ride of so many half hours, whose last one is the one before `endCell`. */
function insertRide(id: string, endCell: number, cells: number, holdUntil: number | null = null): void {
  rows(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     VALUES (?1, 'r0', 's0', 'S', 'p', 'P', (?2 - ?3) * 1800, ?2 * 1800, 1, 50, 'confirmed', ?1, 0, 0)`,
    id,
    endCell,
    cells
  )
  rows(
    `WITH RECURSIVE n (cell) AS (SELECT ?2 - ?3 UNION ALL SELECT cell + 1 FROM n WHERE cell + 1 < ?2)
     INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until) SELECT 's0', cell, ?1, ?4 FROM n`,
    id,
    endCell,
    cells,
    holdUntil
  )
}

const claims = () => rows<{ cell: number }>('SELECT cell FROM slot_claims ORDER BY cell').map(({ cell }) => cell)

test('a claim leaves two days after its end, and the invariants do not miss it', async () => {
  const kept = now().getTime() / 1000 / 1800 - 96
  expect(firstKeptCell(now())).toBe(kept)
  insertRide('past', kept, 2)
  insertRide('over the boundary', kept + 2, 2)
  expect(await deletePastClaims(now())).toBe(2)
  expect(claims()).toEqual([kept, kept + 1])
  expect((await findBrokenInvariants()).filter(broken => broken.includes('cells'))).toEqual([])
  rows('DELETE FROM slot_claims WHERE cell = ?1', kept)
  expect(await findBrokenInvariants()).toContain(
    'a confirmed booking owns exactly its cells, permanently: over the boundary'
  )
})

test('a claim of a hold stays until its hold ends', async () => {
  insertRide('settling', firstKeptCell(now()), 2, 4_000_000_000)
  expect(await deletePastClaims(now())).toBe(0)
})

test('ten thousand leave at a time, the others with the next run', async () => {
  insertRide('long ago', firstKeptCell(now()), 10_001)
  expect(await deletePastClaims(now())).toBe(10_000)
  expect(await deletePastClaims(now())).toBe(1)
  expect(claims()).toEqual([])
})
