import { beforeEach, describe, expect, test } from 'vitest'
import type { HealthCheck } from '#domain/monitoring.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { recordStatus } from '#server/monitoring/alerts.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { emptyTables } from '#tests/model/harness/harness.ts'

// Which status counts after how many runs of the cron. tests/server/monitoring/alerts.test.ts tells what is sent.

const START = new Date('2026-11-23T18:00:00Z')
let minute = 0

beforeEach(() => {
  minute = 0
  emptyTables('alerts')
})

/** One run of the cron, a minute after the last one. */
async function find(...checks: HealthCheck[]): Promise<void> {
  await recordStatus(
    checks.map(name => ({ count: 1, name })),
    addMinutes(START, minute)
  )
  minute += 1
}

/** The changes that count. */
const changes = () =>
  rows<{ previous: string; status: string }>("SELECT previous, status FROM alerts WHERE state = 'due'").map(
    ({ previous, status }) => `${previous} → ${status}`
  )

const BRIEF = ['database_unreachable', 'orders_failing', 'pictures_unreachable'] as const

describe('a problem that can end within a minute', () => {
  test.each(BRIEF)('(%s) counts when two runs in a row found it', async check => {
    await find(check)
    expect(changes()).toEqual([])
    await find(check)
    expect(changes()).toEqual(['ok → broken'])
  })

  test('counts when the next run found another one', async () => {
    await find('pictures_unreachable')
    await find('database_unreachable')
    expect(changes()).toEqual(['ok → broken'])
  })

  test.each(BRIEF)('(%s) in single runs does not count, also during attention', async check => {
    await find(check)
    await find()
    await find(check)
    await find('refunds_in_review')
    await find('refunds_in_review')
    await find(check, 'refunds_in_review')
    await find('refunds_in_review')
    await find('refunds_in_review')
    expect(changes()).toEqual(['ok → attention'])
  })

  test('does not delay another urgent check', async () => {
    await find('pictures_unreachable', 'cron_late')
    expect(changes()).toEqual(['ok → broken'])
  })
})

test.each(['misconfigured', 'invariants_broken', 'cron_late'] as const)('%s counts at once', async check => {
  await find(check)
  expect(changes()).toEqual(['ok → broken'])
})
