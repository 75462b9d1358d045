import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { ROOT } from '../kit/settings.ts'

// A local database is migrated here, over one connection: `wrangler d1 migrations apply` starts a runtime for every
// file, 14 seconds for a new database on two cores. A deployed database is migrated by wrangler, as it documents.

const MIGRATIONS = join(ROOT, 'src/server/db/migrations')

// The table in which wrangler notes what it has applied.
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** Names of the migrations that a database lacks which has that table, oldest first. */
export async function missingMigrations(d1: D1Database): Promise<string[]> {
  const { results } = await d1.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = results.map(({ name }) => name)
  return readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql') && !applied.includes(name))
    .sort()
}

/** Applies what is missing, each file whole or not at all; throws what the database says of the first that fails. */
export async function applyMigrations(d1: D1Database): Promise<void> {
  const { unstable_splitSqlQuery: statementsOf } = await import('wrangler')
  await d1.prepare(CREATE_MIGRATIONS_TABLE).run()
  for (const name of await missingMigrations(d1)) {
    const statements = statementsOf(readFileSync(join(MIGRATIONS, name), 'utf8')).map(text => d1.prepare(text))
    await d1.batch([...statements, d1.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name)])
  }
}
