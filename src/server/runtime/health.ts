import type { getHealth, Health } from '#contract/runtime/health.ts'
import {
  CRON_LATE_MINUTES,
  DATABASE_PATIENCE_MS,
  HEALTH_COUNTED,
  HOLD_SECONDS,
  STUCK_AFTER_DAYS
} from '#domain/constants.ts'
import { DECIDED, UNANSWERED } from '#domain/disputes.ts'
import { addMinutes, DAY_MINUTES } from '#domain/time.ts'
import { LOGGED } from '#domain/walked-lists.ts'
import { d1, dateFrom, secondsOf } from '#server/db/client.ts'
import { within } from '#server/db/retry.ts'
import { inWords } from '#server/disputes/sql.ts'
import { Problem } from '#server/http/errors.ts'
import type { Call, Operation } from '#server/http/handle.ts'
import { env, misconfigured, outlast, version } from './env.ts'
import { complain, complainOf } from './log.ts'
import { logSeldom } from './log-throttle.ts'

// Asked by whoever watches, every minute or so: one round trip to the database over a bounded number of rows, and one
// question to the bucket.

const counted = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${HEALTH_COUNTED}))`

const BACKLOG = `
SELECT ${counted(`bookings WHERE state = 'held' AND settling = 1 AND created_at <= ?1 - ${HOLD_SECONDS}`)} AS unsettled,
       ${counted("refunds WHERE status IN ('due', 'sent')")} AS refunds_due,
       ${counted("refunds WHERE status = 'review'")} AS refunds_in_review,
       ${counted(`disputes WHERE status NOT IN ${inWords(DECIDED)}`)} AS disputes_open,
       ${counted(`disputes WHERE status IN ${inWords(UNANSWERED)}`)} AS disputes_unanswered`

// Somebody else has seen to what is not tried again when it is due.
const STUCK = `
SELECT ${counted(`failing_items WHERE retry_at >= ?1 AND failing_since <= ?2 AND list <> '${LOGGED}'`)} AS stuck`

const MISSING = `
SELECT ${counted('uploads WHERE claimed_at IS NOT NULL AND is_stored = 0')} AS pictures_missing`

/** A run that is late has not yet come to what is due. */
const RETRIED_WITHIN_MINUTES = 60

const RUNS = 'SELECT job, ended_at, troubles FROM runs'

interface Run {
  ended_at: number
  job: string
  troubles: number
}

/** No object has this name: that the bucket says so is enough. */
const NO_OBJECT = 'health'

const UNKNOWN = { cron: null, database: null, invariants: null, payments: null, pictures: null, pictures_missing: null }

export const currentHealth: Operation<typeof getHealth> = async (_, __, call) => {
  const variable = misconfigured()
  // Whoever asks learns that nothing is served; which door stands open is for the log.
  if (variable !== null) {
    await logSeldom(`misconfigured ${variable}`, call.now, () => complain('misconfigured', { variable }))
    return unwell({ ...UNKNOWN, status: 'misconfigured', version: version() }, call)
  }
  const [kept, pictures] = await Promise.all([
    answerOf(whatIsKept(call.now), call.now),
    answerOf(within(env.UPLOADS.head(NO_OBJECT), DATABASE_PATIENCE_MS), call.now)
  ])
  const found = {
    ...UNKNOWN,
    ...kept?.answer,
    database: kept ? ('reachable' as const) : ('unreachable' as const),
    pictures: pictures ? ('reachable' as const) : ('unreachable' as const),
    version: version()
  }
  if (!kept || !pictures) return unwell({ ...found, status: 'unavailable' }, call)
  return { ...found, status: needsAttention(kept.answer) ? 'attention' : 'ok' }
}

function unwell(health: Health, { reply }: Call): Response {
  return Response.json(health, { headers: reply, status: 503 })
}

/** Null where there is none; the log says why. */
async function answerOf<Answer>(work: Promise<Answer>, now: Date): Promise<{ answer: Answer } | null> {
  return work.then(
    answer => ({ answer }),
    (error: unknown) => {
      // The database's own trouble has been logged where it was met.
      if (!(error instanceof Problem)) outlast(logSeldom(`health: ${String(error)}`, now, () => complainOf(error)))
      return null
    }
  )
}

async function whatIsKept(now: Date) {
  const retried = secondsOf(addMinutes(now, -RETRIED_WITHIN_MINUTES))
  const failing = secondsOf(addMinutes(now, -STUCK_AFTER_DAYS * DAY_MINUTES))
  const [backlog, runs, items, missing] = await d1.batch([
    d1.prepare(BACKLOG).bind(secondsOf(now)),
    d1.prepare(RUNS),
    d1.prepare(STUCK).bind(retried, failing),
    d1.prepare(MISSING)
  ])
  const [{ stuck } = { stuck: 0 }] = (items?.results ?? []) as { stuck: number }[]
  const [payments = null] = (backlog?.results ?? []) as NonNullable<Health['payments']>[]
  const [{ pictures_missing } = { pictures_missing: 0 }] = (missing?.results ?? []) as { pictures_missing: number }[]
  const lastOf = (job: string) => (runs?.results as Run[] | undefined)?.find(run => run.job === job)
  const [installed, minute, whole] = [lastOf('installed'), lastOf('minute'), lastOf('invariants')]
  const last_run = minute ? dateFrom(minute.ended_at) : null
  return {
    cron: {
      failures: minute?.troubles ?? 0,
      // A new installation has until then for its first run.
      is_late: ((minute ?? installed)?.ended_at ?? 0) < secondsOf(addMinutes(now, -CRON_LATE_MINUTES)),
      last_run: last_run?.toISOString() ?? null,
      stuck
    },
    invariants: whole ? { broken: whole.troubles, checked_at: dateFrom(whole.ended_at).toISOString() } : null,
    payments,
    pictures_missing
  }
}

type Kept = Awaited<ReturnType<typeof whatIsKept>>

function needsAttention({ cron, invariants, payments, pictures_missing }: Kept): boolean {
  const isToBeAnswered = (payments?.disputes_unanswered ?? 0) > 0
  const isBroken = (invariants?.broken ?? 0) > 0
  return cron.is_late || cron.failures > 0 || cron.stuck > 0 || isBroken || isToBeAnswered || pictures_missing > 0
}
