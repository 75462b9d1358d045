import { expect, test } from 'vitest'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { startApp } from '#tests/helpers/servers/app.ts'
import { makeDatabaseBefore } from './version-1.ts'

// A database with instants that an earlier version took, up to the end of JavaScript's calendar.

const LAST = 8_640_000_000_000
const NEXT_YEAR = 1_830_000_000

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0042_instants-in-range.sql')
  const rows = [
    "INSERT INTO properties (id, name, location, created_at) VALUES ('far', 'Far', 'X', 0), ('near', 'Near', 'X', 0)",
    "INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES ('s', 'far', 'S', 'Available', '1', 0)",
    `INSERT INTO property_settings (property_id, paused_until, updated_at) VALUES ('far', ${LAST}, 0), ('near', ${NEXT_YEAR}, 0)`,
    `INSERT INTO problems (id, scooter_id, kind, is_rideable, note, state, blocked_from, blocked_until, created_at, updated_at)
     VALUES ('p', 's', 'service', 0, 'N', 'open', ${LAST - 3600}, ${LAST}, 0, 0)`
  ]
  await d1.batch(rows.map(row => d1.prepare(row)))
})

const admin = setUpAdmin()

test('a pause beyond is one without an end, a blocked time ends in range, and others stay', async () => {
  const properties = await admin.call(listAllProperties)
  const pauseOf = (property: string) => properties.find(({ id }) => id === property)?.paused_until
  expect([pauseOf('far'), pauseOf('near')]).toEqual([PAUSED_WITHOUT_END, new Date(NEXT_YEAR * 1000).toISOString()])
  const [problem] = await admin.call(listProblems, { query: { property_id: 'far' } })
  expect(problem).toMatchObject({ blocked_from: '2099-12-31T23:00:00.000Z', blocked_until: '2099-12-31T23:30:00.000Z' })
})
