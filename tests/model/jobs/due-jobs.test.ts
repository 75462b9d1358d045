import { beforeEach, describe, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import { runCronJobs } from '#server/cron/cron.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { now } from '#tests/model/harness/clock.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { emptyTables, resetHarness, startHarness, stateOf } from '#tests/model/harness/harness.ts'
import { heldSample } from '#tests/model/harness/sample-bookings.ts'

// Which jobs of an hour or a day a run of the cron starts. Runs can be missed, overlap or have a wrong clock.

startHarness()
beforeEach(async () => {
  await resetHarness()
  lastStarted('2025-06-11T10:00:00Z', '2025-06-10T20:30:00Z')
})

function lastStarted(hourly: string, daily: string): void {
  rows("DELETE FROM runs WHERE job IN ('daily', 'hourly')")
  const insert = 'INSERT INTO runs (job, ended_at, troubles) VALUES (?1, unixepoch(?2), 0)'
  rows(insert, 'hourly', hourly)
  rows(insert, 'daily', daily)
}

/** The jobs of an hour or a day that a run at `time` starts. */
async function dueAt(time: string): Promise<string[]> {
  const at = new Date(time)
  const counts = (await runCronJobs(at, () => at)) ?? {}
  return [
    ...(counts.photos_released === undefined ? [] : ['hourly']),
    ...(counts.messages_deleted === undefined ? [] : ['daily'])
  ]
}

describe('the jobs of an hour', () => {
  test('start in its first minute, and not again', async () => {
    expect(await dueAt('2025-06-11T10:59:00Z')).toEqual([])
    expect(await dueAt('2025-06-11T11:00:00Z')).toEqual(['hourly'])
    expect(await dueAt('2025-06-11T11:01:00Z')).toEqual([])
    expect(await dueAt('2025-06-11T12:00:00Z')).toEqual(['hourly'])
  })

  test('start in the next minute that runs if the first one was missed', async () => {
    expect(await dueAt('2025-06-11T11:07:00Z')).toEqual(['hourly'])
    expect(await dueAt('2025-06-11T11:08:00Z')).toEqual([])
  })

  test('start once after several missed hours', async () => {
    expect(await dueAt('2025-06-11T15:42:00Z')).toEqual(['hourly'])
    expect(await dueAt('2025-06-11T15:43:00Z')).toEqual([])
  })
})

describe('the jobs of a day', () => {
  test('start at 20:30 UTC, and not again', async () => {
    expect(await dueAt('2025-06-11T20:29:00Z')).toEqual(['hourly'])
    expect(await dueAt('2025-06-11T20:30:00Z')).toEqual(['daily'])
    expect(await dueAt('2025-06-11T20:31:00Z')).toEqual([])
    lastStarted('2025-06-12T20:00:00Z', '2025-06-11T20:30:00Z')
    expect(await dueAt('2025-06-12T20:29:00Z')).toEqual([])
    expect(await dueAt('2025-06-12T20:30:00Z')).toEqual(['daily'])
  })

  test('start in the next minute that runs if that one was missed, also after midnight', async () => {
    expect(await dueAt('2025-06-12T03:11:00Z')).toEqual(['hourly', 'daily'])
    expect(await dueAt('2025-06-12T03:12:00Z')).toEqual([])
  })
})

test('two runs at once start the jobs that are due only once', async () => {
  const times = ['2025-06-12T03:11:00Z', '2025-06-12T03:12:00Z']
  const started = await Promise.all(times.map(dueAt))
  expect(started.flat().sort()).toEqual(['daily', 'hourly'])
})

test('a database without a recorded start starts them once', async () => {
  emptyTables('runs')
  expect(await dueAt('2025-06-11T10:07:00Z')).toEqual(['hourly', 'daily'])
  expect(await dueAt('2025-06-11T10:08:00Z')).toEqual([])
})

test('with a clock that was ahead before, they start at their own minute, and then catch up again', async () => {
  lastStarted('2031-01-01T00:00:00Z', '2031-01-01T00:00:00Z')
  expect(await dueAt('2025-06-11T10:07:00Z')).toEqual([])
  expect(await dueAt('2025-06-11T11:00:00Z')).toEqual(['hourly'])
  expect(await dueAt('2025-06-11T12:05:00Z')).toEqual(['hourly'])
  expect(await dueAt('2025-06-11T20:30:00Z')).toEqual(['hourly', 'daily'])
})

test('a run that is scheduled hours ahead of the clock sees the time of the clock', async () => {
  const { order } = await heldSample()
  const ahead = addMinutes(now(), 5 * HOUR_MINUTES)
  const counts = await runCronJobs(ahead, now)
  expect(counts).toMatchObject({ failures: 0, holds_ended: 0 })
  expect(stateOf(order.session_id)).toBe('held')
  expect(rows("SELECT datetime(ended_at, 'unixepoch') AS ended FROM runs WHERE job = 'minute'")).toEqual([
    { ended: '2025-06-11 06:30:00' }
  ])
})

test('a start that the database cannot record is tried again in the next minute', async () => {
  failSteps(
    ({ operation }) => operation.includes('INSERT INTO runs (job, ended_at, troubles) VALUES (?1, ?2, 0)'),
    notApplied(STOPPED)
  )
  expect(await dueAt('2025-06-12T03:11:00Z')).toEqual([])
  stopFaults()
  expect(await dueAt('2025-06-12T03:12:00Z')).toEqual(['hourly', 'daily'])
})

test('a job of a day that fails waits for the next day', async () => {
  failSteps(({ operation }) => operation.startsWith('list'), notApplied(STOPPED))
  const at = new Date('2025-06-11T20:30:00Z')
  const counts = await runCronJobs(at, () => at)
  expect(counts).toMatchObject({ failures: 1, messages_deleted: 0 })
  stopFaults()
  expect(await dueAt('2025-06-11T20:31:00Z')).toEqual([])
})
