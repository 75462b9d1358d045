import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ALERT_RETRY_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { alertVariables, startAlertReceiver } from '#tests/fakes/alert-receiver/server.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { insertMissingPicture, insertRun } from './unhealthy-rows.ts'

// What the operator's services are told. A missing picture raises attention; a broken invariant is urgent.

let receiver: Awaited<ReturnType<typeof startAlertReceiver>>
startApp(async () => {
  receiver = await startAlertReceiver()
  return alertVariables(receiver.origin)
})
afterAll(() => receiver.close())

/** No hourly or daily job runs in these minutes. */
const HOURLY_FREE_MINUTES = 25
const start = new Date(Date.now())
start.setUTCMinutes(1, 0, 0)
let minute = 0

beforeEach(async () => {
  minute = 0
  receiver.faults.clear()
  await emptyTables('alerts', 'uploads')
  await sql("DELETE FROM runs WHERE job = 'invariants'")
  receiver.told.length = 0
  receiver.requests.length = 0
})

async function run(minutes = 1): Promise<void> {
  for (let count = 0; count < minutes; count += 1) {
    expect(minute).toBeLessThan(HOURLY_FREE_MINUTES)
    await app.runMinute(addMinutes(start, minute))
    minute += 1
  }
}

const raiseAttention = insertMissingPicture
const endAttention = () => emptyTables('uploads')
const breakInvariant = () => insertRun('invariants', 3)
const repairInvariant = () => sql("DELETE FROM runs WHERE job = 'invariants'")

const changes = () => receiver.told.map(({ previous, status }) => `${previous} → ${status}`)
const posts = () => receiver.requestsTo('/alerts')

describe('the operator', () => {
  test('is told of attention that lasts for two minutes, once, with counts and names only', async () => {
    await run(2)
    await raiseAttention()
    await run()
    expect(posts()).toEqual([])
    await run(4)
    expect(posts()).toHaveLength(1)
    expect(receiver.told).toEqual([
      {
        at: addMinutes(start, 2).toISOString(),
        checks: [{ count: 1, name: 'pictures_missing' }],
        id: expect.stringMatching(/^\w+$/),
        previous: 'ok',
        site: 'https://scootstay.test',
        status: 'attention'
      }
    ])
  })

  test('is told when all is well again', async () => {
    await raiseAttention()
    await run(2)
    await endAttention()
    await run(3)
    expect(changes()).toEqual(['ok → attention', 'attention → ok'])
    expect(receiver.told[1]?.checks).toEqual([])
  })

  test('is told of urgent problems at once', async () => {
    await raiseAttention()
    await breakInvariant()
    await run()
    expect(changes()).toEqual(['ok → broken'])
    expect(receiver.told[0]?.checks).toEqual([
      { count: 3, name: 'invariants_broken' },
      { count: 1, name: 'pictures_missing' }
    ])
    await repairInvariant()
    await run()
    expect(changes()).toEqual(['ok → broken'])
    await run()
    expect(changes()).toEqual(['ok → broken', 'broken → attention'])
  })

  test('can check who sent the alert', async () => {
    await breakInvariant()
    await run()
    const [post] = posts()
    const signature = createHmac('sha256', 'of-the-alerts')
      .update(post?.body ?? '')
      .digest('hex')
    expect(post?.headers['x-alert-signature']).toBe(`sha256=${signature}`)
    expect(post?.headers['idempotency-key']).toBe(receiver.told[0]?.id)
  })
})

describe('a receiver', () => {
  test('that is down is told every change in order later, each once', async () => {
    receiver.faults.set('/alerts', 503)
    await breakInvariant()
    await run()
    await repairInvariant()
    await run(2)
    await raiseAttention()
    await run(2)
    expect(receiver.told).toEqual([])
    receiver.faults.clear()
    await run(Math.max(...ALERT_RETRY_MINUTES) + 1)
    expect(changes()).toEqual(['ok → broken', 'broken → ok', 'ok → attention'])
    expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
  })

  test('that stays down is tried with growing pauses', async () => {
    receiver.faults.set('/alerts', 500)
    await breakInvariant()
    const tried: number[] = []
    for (let count = 0; count < 20; count += 1) {
      const before = posts().length
      await run()
      if (posts().length > before) tried.push(count)
    }
    expect(tried).toEqual([0, 1, 3, 7, 15])
    expect(await sql('SELECT attempts, state FROM alerts')).toEqual([{ attempts: 5, state: 'due' }])
    const logs = app.logs().filter(line => line.includes('alert_failed'))
    expect(logs.join('\n')).toContain('"message":"http_500"')
    expect(app.logs().join('\n')).not.toMatch(/of-the-address|of-the-alerts|of-the-receiver/)
  })

  test('that takes an alert but loses the answer gets the same alert again, with the same key', async () => {
    receiver.faults.set('/alerts', 'lost')
    await breakInvariant()
    await run()
    receiver.faults.clear()
    await run(3)
    expect(changes()).toEqual(['ok → broken'])
    const [first, second, ...more] = posts()
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })

  test.runIf(IS_WHOLE)('that does not answer within ten seconds gets the alert again later', async () => {
    receiver.faults.set('/alerts', 'slow')
    await breakInvariant()
    const began = Date.now()
    await run()
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(await sql('SELECT attempts, lease_until, state FROM alerts')).toEqual([
      { attempts: 1, lease_until: null, state: 'due' }
    ])
    receiver.faults.clear()
    await run()
    expect(changes()).toEqual(['ok → broken'])
  })

  test('is told once by two runs at the same time', async () => {
    await breakInvariant()
    await Promise.all([app.runMinute(start), app.runMinute(start), app.runMinute(start)])
    expect(posts()).toHaveLength(1)
    expect(await sql('SELECT state, status FROM alerts')).toEqual([{ state: 'sent', status: 'broken' }])
  })
})

describe('the heartbeat', () => {
  test('is sent when a job failed, but not when the run could not be recorded', async () => {
    await sql('ALTER TABLE uploads RENAME TO uploads_away')
    await run()
    await sql('ALTER TABLE uploads_away RENAME TO uploads')
    expect(receiver.requestsTo('/heartbeat')).toHaveLength(1)
    await sql('ALTER TABLE runs RENAME TO runs_away')
    await run()
    await sql('ALTER TABLE runs_away RENAME TO runs')
    expect(receiver.requestsTo('/heartbeat')).toHaveLength(1)
  })

  test('to a service that is down is only logged, and the cron continues', async () => {
    receiver.faults.set('/heartbeat', 500)
    await sql("DELETE FROM failing_items WHERE list = 'log'")
    const from = app.logs().length
    await run(2)
    const lines = app.logs().slice(from)
    expect(lines.filter(line => line.includes('"heartbeat_failed"')).length).toBeGreaterThan(0)
    expect(lines.filter(line => line.includes('"cron_completed"'))).toHaveLength(2)
  })
})
