import { addMinutes, DAY_MINUTES } from '#domain/time.ts'
import { d1, dateFrom, secondsOf } from '#server/db/client.ts'
import type { runs } from '#server/db/schema.ts'
import { brokenInvariants, type Rides } from './invariants.ts'
import { eachAlone } from './item-retries.ts'
import { complain } from './log.ts'

// What is kept of the cron's runs, and its look at what must be true. Whoever watches reads both (server/runtime/health.ts).

/** So many at a time, for a look at all of them at once would keep the database from everybody else. */
const RIDES_AT_ONCE_MINUTES = 30 * DAY_MINUTES

const KEEP = `
INSERT INTO runs (job, ended_at, troubles) VALUES (?1, ?2, ?3)
    ON CONFLICT (job) DO UPDATE SET ended_at = excluded.ended_at, troubles = excluded.troubles`

export async function keepRun(job: typeof runs.$inferSelect.job, troubles: number, now: Date): Promise<void> {
  await d1.batchAgain([d1.prepare(KEEP).bind(job, secondsOf(now), troubles)])
}

/** Every hour: of what can still change, rides from yesterday on. Answers how many invariants do not hold. */
export function lookAtRecent(now: Date): Promise<number> {
  return brokenAmong({ since: addMinutes(now, -DAY_MINUTES) }, now)
}

/** Every day: of all rides ever, for a row can be changed by a hand that is not ours. */
export async function lookAtAll(now: Date): Promise<number> {
  const yesterday = addMinutes(now, -DAY_MINUTES)
  const first = await firstStart()
  const parts: Part[] = []
  for (let since = first ?? yesterday; since < yesterday; since = next(since, yesterday)) {
    parts.push({ since, until: next(since, yesterday) })
  }
  let broken = 0
  // What is yet to come is looked at as one, because holds of one rider are compared.
  await eachAlone([...parts, { since: yesterday }], {
    idOf: ({ since, until }) => (until ? since.toISOString() : 'to come'),
    list: 'invariants',
    now,
    work: async part => {
      broken += await brokenAmong(part, now)
    }
  })
  await keepRun('invariants', broken, now)
  return broken
}

interface Part extends Rides {
  since: Date
}

function next(since: Date, last: Date): Date {
  const after = addMinutes(since, RIDES_AT_ONCE_MINUTES)
  return after < last ? after : last
}

async function firstStart(): Promise<Date | null> {
  const { results } = await d1.prepare('SELECT min(start_at) AS first FROM bookings').all<{ first: number | null }>()
  const first = results[0]?.first ?? null
  return first === null ? null : dateFrom(first)
}

async function brokenAmong(rides: Rides, now: Date): Promise<number> {
  const found = await brokenInvariants(d1, now, rides)
  for (const { ids, invariant } of found) complain('invariant_violation', { ids, invariant })
  return found.length
}
