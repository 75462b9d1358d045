import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/auth.ts'
import { listMyBookings } from '#contract/bookings.ts'
import { brokenInvariants } from '#server/invariants.ts'
import { app, callAs, database, sql, startApp } from '#tests/helpers/app.ts'
import { DEMO_PASSWORD, DEMO_RIDERS } from '../../scripts/demo/people.ts'

// A database that the first version made, with its demo and bookings of every kind, brought to the present schema.

const MIGRATIONS = 'src/server/db/migrations'
const LAST_OF_VERSION_1 = '0005_watch.sql'
const ROWS = 'tests/server/upgrade/version-1.sql'
/** When the rows were exported: holds lived, refunds were due. */
const EXPORTED_AT = new Date('2026-11-22T01:52:00Z')
const A_DAY_LATER = new Date('2026-11-23T01:52:00Z')

type Rows = Record<string, unknown>[]
/** By table: its columns in version 1, and all of its rows. */
type Tables = Record<string, { columns: string[]; rows: Rows }>

/** One statement a call: D1's own `exec` splits at every line. */
async function run(d1: D1Database, statements: readonly string[]): Promise<void> {
  await d1.batch(statements.filter(statement => statement.trim() !== '').map(statement => d1.prepare(statement)))
}

async function makeVersion1(d1: D1Database): Promise<void> {
  const released = globSync(`${MIGRATIONS}/*.sql`).filter(file => basename(file) <= LAST_OF_VERSION_1)
  for (const file of released.sort()) await run(d1, readFileSync(file, 'utf8').split('--> statement-breakpoint'))
  await d1
    .prepare(
      'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP)'
    )
    .run()
  await run(d1, readFileSync(ROWS, 'utf8').split(/;\n/))
}

async function tablesOf(d1: D1Database): Promise<Tables> {
  const names = await d1
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'"
    )
    .all<{ name: string }>()
  const tables: Tables = {}
  for (const { name } of names.results) {
    if (name === 'd1_migrations') continue
    const { results: rows } = await d1.prepare(`SELECT * FROM "${name}"`).all()
    tables[name] = { columns: Object.keys(rows[0] ?? {}), rows }
  }
  return tables
}

let version1: Tables

startApp(undefined, async d1 => {
  await makeVersion1(d1)
  version1 = await tablesOf(d1)
})

const byContent = (rows: Rows) => rows.map(row => JSON.stringify(row)).sort()

describe('a database of the first version', () => {
  test('keeps every row of every table as it was', async () => {
    const present = await tablesOf(database())
    for (const [name, { columns, rows }] of Object.entries(version1)) {
      const kept = present[name]?.rows.map(row => Object.fromEntries(columns.map(column => [column, row[column]])))
      expect(byContent(kept ?? []), name).toEqual(expect.arrayContaining(byContent(rows)))
    }
    expect(version1.bookings?.rows.length).toBeGreaterThan(100)
  })

  test('breaks no foreign key and no invariant', async () => {
    expect(await sql('PRAGMA foreign_key_check')).toEqual([])
    expect(await brokenInvariants(database(), EXPORTED_AT)).toEqual([])
  })

  describe('served for a day', () => {
    beforeAll(async () => {
      await app.runMinute(EXPORTED_AT)
      await app.runMinute(A_DAY_LATER)
    })

    test('has given back what was owed, and breaks no invariant', async () => {
      expect(await sql("SELECT status FROM refunds WHERE status <> 'processed'")).toEqual([])
      expect(await sql("SELECT id FROM bookings WHERE state IN ('held', 'refund_due')")).toEqual([])
      expect(await brokenInvariants(database(), A_DAY_LATER)).toEqual([])
    })

    test('lets its riders sign in and read the bookings they had', async () => {
      for (const { email, id } of DEMO_RIDERS) {
        const { access_token } = await callAs(undefined, signIn, { body: { email, password: DEMO_PASSWORD } })
        const had = version1.bookings?.rows.filter(({ user_id }) => user_id === id).map(row => row.id)
        const has = (await callAs(access_token, listMyBookings)).map(booking => booking.id)
        expect(has.sort(), email).toEqual(had?.sort())
      }
    })
  })
})
