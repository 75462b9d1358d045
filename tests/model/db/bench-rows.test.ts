import type { D1Database } from '@cloudflare/workers-types'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { env } from '#server/runtime/env.ts'
import { fill } from '../../../scripts/tools/bench/database.ts'

const BOOKINGS = 1200

test('the database accepts the rows of the benchmark, and every invariant holds', async () => {
  const now = new Date()
  const d1 = env.DB as unknown as D1Database
  await fill(d1, BOOKINGS, now)
  const { results } = await d1.prepare('SELECT count(*) AS count FROM bookings').all()
  expect(results).toEqual([{ count: BOOKINGS }])
  expect(await brokenInvariants(d1, now)).toEqual([])
})
