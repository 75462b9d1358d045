import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { ROOT } from '../kit/settings.ts'

// Migrates a local database over one connection. `wrangler d1 migrations apply` starts a runtime for each file, which
// takes 14 seconds for a new database on two cores. Remote databases are migrated by wrangler.

const MIGRATIONS = join(ROOT, 'src/server/db/migrations')

// The table in which wrangler records applied migrations.
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** The names of the missing migrations, oldest first. The table of applied migrations must exist. */
export async function missingMigrations(d1: D1Database): Promise<string[]> {
  const { results } = await d1.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = results.map(({ name }) => name)
  return readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql') && !applied.includes(name))
    .sort()
}

/** Applies each missing migration in one batch. Throws the database error of the first one that fails. */
export async function applyMigrations(d1: D1Database): Promise<void> {
  const { unstable_splitSqlQuery: statementsOf } = await import('wrangler')
  await d1.prepare(CREATE_MIGRATIONS_TABLE).run()
  for (const name of await missingMigrations(d1)) {
    const statements = statementsOf(readFileSync(join(MIGRATIONS, name), 'utf8')).map(text => d1.prepare(text))
    await d1.batch([...statements, d1.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name)])
  }
}
