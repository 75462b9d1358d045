import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'

// A database of the first version, with its demo data and bookings of every kind.

const MIGRATIONS = 'src/server/db/migrations'
const LAST_OF_VERSION_1 = '0005_watch.sql'
const ROWS = 'tests/server/upgrade/version-1.sql'
/** The time of the export: some holds were live and some refunds due. */
export const EXPORTED_AT = new Date('2026-11-22T01:52:00Z')

type Rows = Record<string, unknown>[]
/** Columns and rows, by table. */
export type Tables = Record<string, { columns: string[]; rows: Rows }>

/** One statement a call, because the `exec` of D1 splits at every line break. */
async function run(d1: D1Database, statements: readonly string[]): Promise<void> {
  await d1.batch(statements.filter(statement => statement.trim() !== '').map(statement => d1.prepare(statement)))
}

const released = () => globSync(`${MIGRATIONS}/*.sql`).sort()

const migrate = (d1: D1Database, file: string) => run(d1, readFileSync(file, 'utf8').split('--> statement-breakpoint'))

export async function makeVersion1(d1: D1Database): Promise<void> {
  for (const file of released()) if (basename(file) <= LAST_OF_VERSION_1) await migrate(d1, file)
  await d1
    .prepare(
      'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP)'
    )
    .run()
  await run(d1, readFileSync(ROWS, 'utf8').split(/;\n/))
}

/** The same database, upgraded up to the migration before this one. */
export async function makeDatabaseBefore(d1: D1Database, migration: string): Promise<void> {
  await makeVersion1(d1)
  for (const file of released()) {
    const name = basename(file)
    if (name <= LAST_OF_VERSION_1 || name >= migration) continue
    await migrate(d1, file)
    await d1.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name).run()
  }
}

export async function tablesOf(d1: D1Database): Promise<Tables> {
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

/** For comparing rows in any order. */
export const byContent = (rows: Rows) => rows.map(row => JSON.stringify(row)).sort()
