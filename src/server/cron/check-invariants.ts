import { eq, min } from 'drizzle-orm'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { d1, db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { runs } from '#server/db/schema/cron.ts'
import { forEachIsolated, recordRun } from '#server/jobs/job-runs.ts'
import {
  brokenInvariants,
  EARLIER_REFUNDS_ABOVE_SHARE,
  rangeParams,
  type StartRange
} from '#server/monitoring/invariants.ts'
import { logError } from '#server/runtime/log.ts'

// Checks the invariants. The health endpoint reads the result (server/monitoring/health.ts).

/** One check over all rides would block the database for too long. */
const PERIOD_MINUTES = 30 * DAY_MINUTES

/** Hourly check of rides since yesterday, which can still change. Returns the number of broken invariants. */
export function checkRecent(now: Date): Promise<number> {
  return countBroken({ since: addMinutes(now, -DAY_MINUTES) }, now)
}

/**
 * Daily check of all rides, because rows can also be changed outside this program. Returns the number of broken
 * invariants.
 */
export async function checkAll(now: Date): Promise<number> {
  const yesterday = addMinutes(now, -DAY_MINUTES)
  const first = await earliestStart()
  const periods: (StartRange & { since: Date })[] = []
  for (let since = first ?? yesterday; since < yesterday; since = nextStart(since, yesterday)) {
    periods.push({ since, until: nextStart(since, yesterday) })
  }
  let broken = 0
  const hasUnlogged = await hasUnloggedRefunds()
  // Upcoming rides form one period, because the holds of a rider are compared with each other.
  const all = [...periods, { since: yesterday }]
  const checked = await forEachIsolated(all, {
    idOf: ({ since, until }) => (until ? since.toISOString() : 'upcoming'),
    list: 'invariants',
    now,
    process: async period => {
      broken += await countBroken(period, now)
      if (hasUnlogged) await logEarlierRefunds(period)
    }
  })
  await recordRun('invariants', broken, now)
  if (hasUnlogged && checked === all.length) await runIdempotent([ARE_EARLIER_LOGGED], {})
  return broken
}

const ARE_EARLIER_LOGGED = "UPDATE runs SET troubles = 0 WHERE job = 'refund_shares'"

async function hasUnloggedRefunds(): Promise<boolean> {
  const [run] = await db.select({ left: runs.troubles }).from(runs).where(eq(runs.job, 'refund_shares'))
  return Boolean(run?.left)
}

/** Once: what cancellations of earlier versions have refunded above their share. Nobody can repair it. */
async function logEarlierRefunds(range: StartRange): Promise<void> {
  const query = prepareNamed(EARLIER_REFUNDS_ABOVE_SHARE, rangeParams(range))
  const { results } = await query.all<{ count: number; id: string }>()
  const [first] = results
  if (first) logError('earlier_refunds_above_share', { count: first.count, ids: results.map(({ id }) => id) })
}

function nextStart(since: Date, last: Date): Date {
  const after = addMinutes(since, PERIOD_MINUTES)
  return after < last ? after : last
}

async function earliestStart(): Promise<Date | null> {
  const [row] = await db.select({ first: min(bookings.start_at) }).from(bookings)
  return row?.first ?? null
}

async function countBroken(range: StartRange, now: Date): Promise<number> {
  const violations = await brokenInvariants(d1, now, range)
  for (const violation of violations) logError('invariant_violated', { ...violation })
  return violations.length
}
