import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { writeTestEnvironment } from '../../../kit/settings.ts'
import { insertStatement } from '../../../serve/seed.ts'
import { migrate, type State, withBindings } from '../../../serve/state.ts'
import { fixtureRows } from './fixtures.ts'
import { insertRides } from './rides.ts'

/** Older than every ride. */
const OPENED_DAYS = 5000

/** Inserts the properties and riders, which are equal in every database, and this number of bookings. */
export async function fill(DB: D1Database, bookings: number, now: Date): Promise<void> {
  for (const [table, rows] of await fixtureRows(addMinutes(now, -OPENED_DAYS * DAY_MINUTES))) {
    await insertStatement(DB, table as SQLiteTable, rows).run()
  }
  await insertRides(DB, bookings, now)
}

/** A migrated database with this number of bookings. */
export async function database(folder: string, bookings: number): Promise<State> {
  const state: State = { environment: writeTestEnvironment(join(folder, 'bench.env')), folder }
  await migrate(state)
  await withBindings(state, ({ DB }) => fill(DB, bookings, new Date()))
  return state
}
