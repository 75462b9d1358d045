import { expect, test } from 'vitest'
import { database, sql, startApp } from '#tests/helpers/servers/app.ts'
import { byContent, makeDatabaseBefore, type Tables, tablesOf } from './version-1.ts'

// A database from before properties refunded in full by default.

const HALF = '{"free_cancel_minutes":60,"grace_minutes":10,"late_cancel_percent":50}'
const OWN = '{"free_cancel_minutes":0,"grace_minutes":0,"late_cancel_percent":100}'

let before: Tables

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0034_compensations.sql')
  const rows = [
    "INSERT INTO properties (id, name, location, created_at) VALUES ('own', 'Own', 'X', 0), ('unset', 'Unset', 'X', 0)",
    "INSERT INTO properties (id, name, location, created_at, archived_at) VALUES ('gone', 'Gone', 'X', 0, 1)",
    `INSERT INTO property_settings (property_id, late_cancel_percent, grace_minutes, updated_at)
     VALUES ('own', 20, 5, 7), ('unset', NULL, 15, 8)`,
    `UPDATE bookings SET terms = '${OWN}' WHERE id = (SELECT max(id) FROM bookings)`,
    "UPDATE bookings SET kind = 'extension', ride_id = (SELECT max(id) FROM bookings) WHERE id = (SELECT min(id) FROM bookings)"
  ]
  await d1.batch(rows.map(row => d1.prepare(row)))
  before = await tablesOf(d1)
})

test('an upgrade writes down the 50 percent of each property and ride that had no number, and changes nothing else', async () => {
  const after = await tablesOf(database())
  expect(after.compensations?.rows).toEqual([])
  const terms = before.bookings?.rows.map(row => (row.kind === 'ride' ? (row.terms ?? HALF) : null)) ?? []
  expect(new Set(terms)).toEqual(new Set([HALF, OWN, null]))
  const { property_settings: _rules, runs: _runs, ...others } = before
  for (const [name, { columns, rows }] of Object.entries(others)) {
    const kept = after[name]?.rows.map(row => Object.fromEntries(columns.map(column => [column, row[column]])))
    const expected = name === 'bookings' ? rows.map((row, index) => ({ ...row, terms: terms[index] })) : rows
    expect(byContent(kept ?? []), name).toEqual(byContent(expected))
  }
})

test('a property keeps its own number, and one without gets 50, unless it is deleted', async () => {
  const columns = 'property_id, late_cancel_percent, grace_minutes'
  const rules = await sql<{ property_id: string }>(`SELECT ${columns} FROM property_settings ORDER BY property_id`)
  const had = before.properties?.rows.filter(({ archived_at }) => archived_at === null).map(({ id }) => id)
  expect(rules.map(({ property_id }) => property_id)).toEqual(had?.sort())
  const grace = { own: 5, unset: 15 } as Record<string, number>
  expect(rules).toEqual(
    rules.map(({ property_id }) => ({
      grace_minutes: grace[property_id] ?? null,
      late_cancel_percent: property_id === 'own' ? 20 : 50,
      property_id
    }))
  )
})
