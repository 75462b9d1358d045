import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { addMinutes } from '#domain/time.ts'
import type { Demo } from '../demo/demo.ts'
import { insertOf } from '../seed.ts'
import { EXAMPLE_ENVIRONMENT } from '../settings.ts'
import { migrate, type State, withBindings } from '../state.ts'
import { house } from './house.ts'
import { PAST_DAYS, rides } from './rides.ts'

/** A bound value may be 2 MB; the widest row takes some four hundred bytes. */
const ROWS_AT_ONCE = 4000

async function fill(state: State, rows: Demo['rows']): Promise<void> {
  await withBindings(state, async ({ DB }) => {
    for (const [table, values] of rows) {
      for (const part of partsOf(values)) await insertOf(DB, table as SQLiteTable, part).run()
    }
  })
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: parts }, (_, part) => rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE))
}

/** One house twice: with few bookings, and with many. */
export async function databases(folder: string, counts: { few: number; many: number }) {
  const now = new Date()
  const of = (name: string): State => ({ environment: EXAMPLE_ENVIRONMENT, folder: join(folder, name) })
  const states = { few: of('few'), many: of('many') }
  await migrate(states.few)
  await fill(states.few, await house(addMinutes(now, -PAST_DAYS * 24 * 60)))
  cpSync(states.few.folder, states.many.folder, { recursive: true })
  await fill(states.few, rides(counts.few, now))
  await fill(states.many, rides(counts.many, now))
  return states
}
