import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import type { Demo } from '../../../demo/demo.ts'
import { writeTestEnvironment } from '../../../kit/settings.ts'
import { insertStatement } from '../../../serve/seed.ts'
import { migrate, type State, withBindings } from '../../../serve/state.ts'
import { fixtureRows } from './portal-fixtures.ts'
import { PAST_DAYS, rides } from './rides.ts'

/** A bound value is limited to 2 MB, and the widest row takes about 400 bytes. */
const ROWS_AT_ONCE = 4000

function fill(state: State, rows: Demo['rows']): Promise<void> {
  return withBindings(state, ({ DB }) => write(DB, rows))
}

export async function write(DB: D1Database, rows: Demo['rows']): Promise<void> {
  for (const [table, values] of rows) {
    for (const part of partsOf(values)) await insertStatement(DB, table as SQLiteTable, part).run()
  }
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: parts }, (_, part) => rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE))
}

/** The same properties and riders for each number of bookings. */
export async function databases<Name extends string>(folder: string, counts: Record<Name, number>) {
  const now = new Date()
  const empty: State = { environment: writeTestEnvironment(join(folder, 'bench.env')), folder: join(folder, 'empty') }
  await migrate(empty)
  await fill(empty, await fixtureRows(addMinutes(now, -PAST_DAYS * DAY_MINUTES)))
  const states = Object.keys(counts).map(name => [name, { ...empty, folder: join(folder, name) }] as const)
  for (const [name, state] of states) {
    cpSync(empty.folder, state.folder, { recursive: true })
    await fill(state, rides(counts[name as Name], now))
  }
  return Object.fromEntries(states) as Record<Name, State>
}
