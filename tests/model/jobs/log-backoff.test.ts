import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MINUTES, DAY_MS } from '#domain/time/time-units.ts'
import { listProperties } from '#server/catalogue/properties.ts'
import { handle } from '#server/http/handle.ts'
import type { AnyOperation } from '#server/http/operation.ts'
import { logWithBackoff } from '#server/jobs/retries.ts'
import { getHealth } from '#server/monitoring/health.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { bucket } from '#tests/helpers/db/local-r2.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { receiveWebhook } from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import { failSteps, LOST, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { advanceTime, bank, cron, faults, resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// A problem that occurs every minute is logged at once, and then after growing pauses.

startHarness()
const SECRET = env.SESSION_SECRET
beforeEach(async () => {
  await resetHarness()
  env.SESSION_SECRET = SECRET
  Object.assign(env.UPLOADS, bucket)
  vi.mocked(console.error).mockClear()
})

const logged = (event: string) =>
  vi
    .mocked(console.error)
    .mock.calls.map(([line]) => JSON.parse(String(line)))
    .filter(line => line.event === event)

/** The minutes, of this many, in which something was logged. */
async function minutesLogging(event: string, minutes: number, work: () => Promise<unknown> = cron): Promise<number[]> {
  const found: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    vi.mocked(console.error).mockClear()
    await work()
    if (logged(event).length > 0) found.push(minute)
    advanceTime(1)
  }
  return found
}

const LOGGED_MINUTES = [0, 1, 2, 4, 8, 16, 32, 64, 124, 184]

const request = (operation: AnyOperation) => handle(operation, new Request('https://site.test/api/'))

describe('the log throttle, which logs at once and then after growing pauses,', () => {
  test('covers a part of the cron that fails every minute', async () => {
    failSteps(
      ({ operation }) => operation.includes('DELETE FROM revoked_tokens') || operation.includes('"revoked_tokens"'),
      notApplied(STOPPED)
    )
    expect(await minutesLogging('unexpected_error', 200)).toEqual(LOGGED_MINUTES)
  })

  test('covers a missing variable, whichever request finds it', async () => {
    env.SESSION_SECRET = ''
    const all = async () => {
      await cron()
      await request(getHealth)
      await request(listProperties)
      expect(logged('variable_misconfigured').length).toBeLessThanOrEqual(1)
    }
    expect(await minutesLogging('variable_misconfigured', 20, all)).toEqual([0, 1, 2, 4, 8, 16])
    env.SESSION_SECRET = 'weak'
    env.PAYMENT_PROVIDER = 'none'
    env.SESSION_SECRET = SECRET
    await cron()
    env.PAYMENT_PROVIDER = 'razorpay'
    expect(logged('variable_misconfigured').at(-1)).toMatchObject({ variable: 'PAYMENT_PROVIDER' })
  })

  test('logs a bucket that the health check cannot reach only once per pause', async () => {
    Object.assign(env.UPLOADS, { head: () => Promise.reject(new Error('The bucket is away')) })
    const requestHealth = async () => {
      await request(getHealth)
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(await minutesLogging('unexpected_error', 20, requestHealth)).toEqual([0, 1, 2, 4, 8, 16])
  })

  test('logs a provider that never answers less often than every minute', async () => {
    await samples.booked('r0')
    rows('UPDATE bookings SET settling = 1')
    faults().fail('orderPayments', 'error')
    const found = await minutesLogging('order_check_failed', 12)
    faults().clear()
    expect(found.length).toBeLessThanOrEqual(5)
    expect(faults().requestsOf('orderPayments').length).toBeGreaterThan(8)
  })

  test('logs at once again after an hour without the problem', async () => {
    const fail = () => failSteps(({ operation }) => operation.includes('"revoked_tokens"'), notApplied(STOPPED))
    fail()
    expect(await minutesLogging('unexpected_error', 200)).toEqual(LOGGED_MINUTES)
    stopFaults()
    advanceTime(DAY_MINUTES)
    fail()
    expect(await minutesLogging('unexpected_error', 6)).toEqual([0, 1, 2, 4])
  })
})

/** An isolate logs these problems once an hour, and other tests of this isolate may have provoked them. */
const startAtTimeOfItsOwn = (number: number) => vi.setSystemTime(START_TIME.getTime() - number * DAY_MS)

test('a payment that differs from its order is logged once, however often it is reported', async () => {
  const { order } = await samples.heldSample()
  bank().pay(order.razorpay_order_id, { amount: 4000 })
  await bank().webhooks.flush(receiveWebhook)
  for (let minute = 0; minute < 20; minute += 1) {
    await cron()
    advanceTime(1)
  }
  expect(logged('payment_mismatched')).toHaveLength(1)
})

test('an unreachable database is logged once an hour by each isolate, and nothing else is logged', async () => {
  startAtTimeOfItsOwn(1)
  injectFaults(({ place }) => (place === 'database' ? { error: LOST, isDone: false } : null))
  const found = await minutesLogging('database_unavailable', 5)
  expect(found).toEqual([0])
  expect(logged('unexpected_error')).toEqual([])
})

test('a database that fails for one job is logged once, also where the query is wrapped in an error of its own', async () => {
  failSteps(({ operation }) => operation.includes('"revoked_tokens"'), notApplied(LOST))
  await cron()
  expect(logged('unexpected_error')).toEqual([])
})

test('a refusal that a job throws is logged like any other error', async () => {
  failSteps(({ operation }) => operation.includes('DELETE FROM slot_claims'), notApplied(refusal('not_found')))
  await cron()
  expect(logged('unexpected_error')).toEqual([expect.objectContaining({ error: 'Refusal', job: 'holds_ended' })])
})

test('a query for the pauses that fails is logged itself, once an hour, besides the problem', async () => {
  startAtTimeOfItsOwn(2)
  failSteps(({ operation }) => operation.includes("VALUES ('log'"), notApplied(new Error('no such column: retry_at')))
  const log = vi.fn()
  await logWithBackoff('a problem', new Date(), log)
  await logWithBackoff('a problem', new Date(), log)
  expect(log).toHaveBeenCalledTimes(1)
  expect(logged('unexpected_error')).toEqual([expect.objectContaining({ message: 'no such column: retry_at' })])
})
