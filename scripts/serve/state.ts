import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import { exitWithError, ROOT } from '../kit/settings.ts'

// wrangler and the demo take seconds to load. They are imported on use, so that --help responds at once.

// Otherwise wrangler prints the file of the variables each time the bindings are opened.
process.env.WRANGLER_LOG ??= 'warn'

const WRANGLER_CONFIG = join(ROOT, 'wrangler.toml')

export interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
  ENVIRONMENT?: string
}

export interface State {
  /** The folder for wrangler's --persist-to. */
  folder: string
  /** The file with the Worker's variables. */
  environment: string
}

/** Opens the local D1 and R2 for the duration of the task. */
export async function withBindings<T>({ environment, folder }: State, task: (env: Bindings) => Promise<T>): Promise<T> {
  const { getPlatformProxy } = await import('wrangler')
  const { dispose, env } = await getPlatformProxy<Bindings>({
    configPath: WRANGLER_CONFIG,
    envFiles: [environment],
    // wrangler's --persist-to adds this folder itself.
    persist: { path: join(folder, 'v3') }
  })
  return task(env).finally(dispose)
}

async function databaseStatus({ DB, ENVIRONMENT }: Bindings) {
  const isDevelopment = ENVIRONMENT === 'development'
  const tables = await DB.prepare(
    `SELECT count(*) AS count FROM sqlite_master WHERE name IN ('d1_migrations', 'properties', 'users')`
  ).first<number>('count')
  if (tables !== 3) return { isDevelopment, isEmpty: true, isMigrated: false }
  const anyRow = await DB.prepare('SELECT id FROM users UNION ALL SELECT id FROM properties LIMIT 1').first()
  return {
    isDevelopment,
    isEmpty: anyRow === null,
    isMigrated: (await missingMigrations(DB)).length === 0
  }
}

/** Applies the missing migrations to a local database. */
export async function migrate(state: State): Promise<void> {
  await withBindings(state, ({ DB }) => applyMigrations(DB)).catch((error: unknown) => {
    const reasons = error instanceof Error ? [error.message, error.cause] : [error]
    return exitWithError(`The database could not be migrated: ${reasons.filter(Boolean).join(': ')}`)
  })
}

/** Migrates the local database and adds the demo to an empty one. Returns false if a demo is not allowed. */
export async function prepareState(state: State): Promise<boolean> {
  const { isDevelopment, isEmpty, isMigrated } = await withBindings(state, databaseStatus)
  if (!isMigrated) {
    console.log('Preparing the database …')
    await migrate(state)
  }
  if (isDevelopment && isEmpty) {
    // Create the demo before opening the bindings, because their connections time out while idle.
    const [{ demoAt }, { seed }] = await Promise.all([import('../demo/demo.ts'), import('./seed.ts')])
    const demo = await demoAt(new Date())
    await withBindings(state, env => seed(env, demo))
  }
  return isDevelopment
}

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
async function missingMigrations(d1: D1Database): Promise<string[]> {
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
