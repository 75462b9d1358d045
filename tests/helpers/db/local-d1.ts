import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Step, step } from '#tests/helpers/servers/fault-injection.ts'
import { bucket } from './local-r2.ts'

// D1 on SQLite in this process. It is fast enough for thousands of runs, and each call is a step that can fail.

const sqlite = new DatabaseSync(':memory:')
for (const migration of globSync('src/server/db/migrations/*.sql').sort()) {
  sqlite.exec(readFileSync(migration, 'utf8').replaceAll('--> statement-breakpoint', ''))
}

const statements = new Map<string, StatementSync>()

// Columns with equal names are distinct only in array rows. The mode is permanent, so they have statements of their own.
const listStatements = new Map<string, StatementSync>()

function prepared(text: string, known = statements): StatementSync {
  const statement = known.get(text) ?? sqlite.prepare(text)
  statement.setReturnArrays(known === listStatements)
  known.set(text, statement)
  return statement
}

export function rows<Row>(text: string, ...values: SQLInputValue[]): Row[] {
  return prepared(text).all(...values) as Row[]
}

// The clocks of tests are behind the migrations.
rows("UPDATE runs SET ended_at = 0 WHERE job = 'refund_shares'")

const EMPTY_TABLES = rows<{ name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
).map(({ name }) => `DELETE FROM ${name};`)
const installed = rows<{ job: string; ended_at: number; troubles: number }>('SELECT job, ended_at, troubles FROM runs')

/** Leaves only the rows that the migrations insert. */
export function emptyDatabase(): void {
  sqlite.exec(`PRAGMA foreign_keys = OFF; ${EMPTY_TABLES.join('')} PRAGMA foreign_keys = ON`)
  for (const { job, ended_at, troubles } of installed) {
    rows('INSERT INTO runs (job, ended_at, troubles) VALUES (?, ?, ?)', job, ended_at, troubles)
  }
}

/** What D1 tells after a statement. */
export const databaseSize = { bytes: 0 }

const totalChanges = () => rows<{ changes: number }>('SELECT total_changes() AS changes')[0]?.changes ?? 0

function resultOf({ text, values }: Prepared) {
  const before = totalChanges()
  const results = rows<object>(text, ...values)
  return { meta: { changes: totalChanges() - before, size_after: databaseSize.bytes }, results, success: true }
}

const databaseStep = (operation: string): Omit<Step, 'number'> => ({ place: 'database', operation })

class Prepared {
  readonly text: string
  readonly values: SQLInputValue[]

  constructor(text: string, values: SQLInputValue[] = []) {
    this.text = text
    this.values = values
  }

  bind(...values: SQLInputValue[]): Prepared {
    return new Prepared(this.text, values)
  }

  all = () => step(databaseStep(this.text), () => resultOf(this))

  run = () => step(databaseStep(this.text), () => resultOf(this))

  first = (column?: string) =>
    step(databaseStep(this.text), () => {
      const row = resultOf(this).results[0] as Record<string, unknown> | undefined
      return (column === undefined ? row : row?.[column]) ?? null
    })

  raw = () => step(databaseStep(this.text), () => prepared(this.text, listStatements).all(...this.values))
}

function runInTransaction(batch: readonly Prepared[]) {
  sqlite.exec('BEGIN')
  try {
    const results = batch.map(resultOf)
    sqlite.exec('COMMIT')
    return results
  } catch (error) {
    sqlite.exec('ROLLBACK')
    throw error
  }
}

const DB = {
  batch: (batch: Prepared[]) =>
    step(databaseStep(batch.map(({ text }) => text).join(';')), () => runInTransaction(batch)),
  prepare: (text: string) => new Prepared(text)
}

/** Replaces `cloudflare:workers` where server code runs without a Worker. */
export const env = {
  DB,
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_API_URL: 'http://nowhere.invalid',
  RAZORPAY_KEY_ID: 'rzp_test_LookAlike',
  RAZORPAY_KEY_SECRET: 'of the look-alike',
  RAZORPAY_WEBHOOK_SECRET: 'of its events',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000000',
  UPLOADS: { ...bucket }
}

/** No client disconnects here, so background work needs no extension. */
export const waitUntil = (): void => undefined
