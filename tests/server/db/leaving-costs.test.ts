import { beforeAll, expect, test } from 'vitest'
import { askForDeletion } from '#server/auth/leave.ts'
import { deleteDueRiders } from '#server/riders/deletion.ts'
import { exportOwnData } from '#server/riders/export.ts'
import { insertPastRides } from '#tests/helpers/data/past-rides.ts'
import { PASSWORD, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { ROUND_TRIPS_MAX, scans, watchCall } from '#tests/helpers/db/watched-calls.ts'
import { measureCost } from '#tests/helpers/db/watched-d1.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

// What the hourly deletion, the file of the own data and the request for the deletion cost.

startApp()

const admin = setUpAdmin()
const RIDERS = 10_000
/** Each has asked, and rode within 90 days. */
const LEAVING = 900
/** Long enough for a busy machine. */
const FILLED_MS = 60_000

async function insertRiders(from: number, to: number): Promise<void> {
  await sql(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, created_at)
     WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT 'many-' || i, 'R', 'many-' || i, '1', '1990-01-01', 'x', 'x', unixepoch() FROM n`,
    from,
    to
  )
}

const costOfHour = () => measureCost(() => deleteDueRiders(new Date()))
let few: Awaited<ReturnType<typeof costOfHour>>

beforeAll(async () => {
  const rider = await signedInRider()
  const { id: scooter_id } = await insertScooter(rider.property_id)
  await insertRiders(1, LEAVING)
  await insertPastRides({ admin, rider, scooter_id }, { from: 1, to: LEAVING })
  await sql("UPDATE bookings SET user_id = 'many-' || substr(id, 6) WHERE id LIKE 'past-%'")
  await sql("UPDATE users SET deletion_asked_at = unixepoch() WHERE id LIKE 'many-%'")
  few = await costOfHour()
  await insertRiders(LEAVING + 1, RIDERS)
}, FILLED_MS)

test(`the hourly job reads the ${LEAVING} riders who leave by an index, and none of the other ${RIDERS - LEAVING}`, async () => {
  const { plan, rows_read } = await costOfHour()
  expect(rows_read).toBe(few.rows_read)
  expect(rows_read).toBeLessThan(5 * LEAVING)
  expect(scans(plan)).toEqual([])
})

/** An automatic index is made of the whole table. */
const readsAll = ({ plan }: { plan: string[] }) => scans(plan).length > 0 || plan.join().includes('AUTOMATIC')

test('a rider of 2,000 bookings gets the file of one batch, and leaves, by indexes', async () => {
  const rider = await signedInRider()
  const { id: scooter_id } = await insertScooter(rider.property_id)
  await insertPastRides({ admin, rider, scooter_id }, { from: LEAVING + 1, to: LEAVING + 2000 })
  const file = await watchCall(rider.token, exportOwnData)
  expect([file.status, file.roundTrips]).toEqual([200, 3])
  expect(file.plans.filter(readsAll)).toEqual([])
  expect(file.rowsRead).toBeLessThan(12 * 2000)
  const leave = await watchCall(rider.token, askForDeletion, { body: { password: PASSWORD } })
  expect([leave.status, leave.plans.filter(readsAll)]).toEqual([200, []])
  expect(leave.roundTrips).toBeLessThanOrEqual(ROUND_TRIPS_MAX)
  expect(leave.rowsRead).toBeLessThan(12 * 2000)
})
