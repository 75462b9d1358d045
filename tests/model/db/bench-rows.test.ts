import type { D1Database } from '@cloudflare/workers-types'
import { expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { env } from '#server/runtime/env.ts'
import { write } from '../../../scripts/tools/bench/server/databases.ts'
import { fixtureRows } from '../../../scripts/tools/bench/server/portal-fixtures.ts'
import { PAST_DAYS, rides } from '../../../scripts/tools/bench/server/rides.ts'

const BOOKINGS = 300

test('the database accepts the rows of the benchmark, and every invariant holds', async () => {
  const now = new Date()
  const d1 = env.DB as unknown as D1Database
  await write(d1, await fixtureRows(addMinutes(now, -PAST_DAYS * 24 * 60)))
  await write(d1, rides(BOOKINGS, now))
  const { results } = await d1.prepare('SELECT count(*) AS count FROM bookings').all()
  expect(results).toEqual([{ count: BOOKINGS }])
  expect(await brokenInvariants(d1, now)).toEqual([])
})
