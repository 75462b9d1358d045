import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listProperties } from '#contract/catalogue/properties.public.ts'
import { getHealth } from '#contract/runtime/health.ts'
import { DAY_MINUTES } from '#domain/time.ts'
import { listOpenProperties } from '#server/catalogue/properties.ts'
import { handle } from '#server/http/handle.ts'
import { currentHealth } from '#server/runtime/health.ts'
import { injectFaults, stopFaults } from '#tests/helpers/browser/steps.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { bucket } from '#tests/helpers/db/local-r2.ts'
import { receiveWebhook } from '#tests/model/world/calls.ts'
import { failSteps, LOST, notApplied, STOPPED } from '#tests/model/world/errors.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import { advanceTime, bank, cron, faults, resetWorld, startWorld } from '#tests/model/world/world.ts'

// What is met again every minute is logged at once, and then ever more seldom.

startWorld()
const SECRET = env.SESSION_SECRET
beforeEach(async () => {
  await resetWorld()
  env.SESSION_SECRET = SECRET
  Object.assign(env.UPLOADS, bucket)
  vi.mocked(console.error).mockClear()
})

const logged = (event: string) =>
  vi
    .mocked(console.error)
    .mock.calls.map(([line]) => JSON.parse(String(line)))
    .filter(line => line.event === event)

/** The minutes, of so many, in which something was logged. */
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

const GROWING = [0, 1, 2, 4, 8, 16, 32, 64, 124, 184]

const ask = (endpoint: typeof getHealth | typeof listProperties, operation: never, options = {}) =>
  handle(endpoint, operation, options)({ params: {}, request: new Request('https://site.test/api/') } as never)

describe('logged at once, and then after growing pauses', () => {
  test('is a part of the cron that fails every minute', async () => {
    failSteps(
      ({ what }) => what.includes('DELETE FROM revoked_tokens') || what.includes('"revoked_tokens"'),
      notApplied(STOPPED)
    )
    expect(await minutesLogging('error', 200)).toEqual(GROWING)
  })

  test('is a variable that is missing, whoever meets it first', async () => {
    env.SESSION_SECRET = ''
    const all = async () => {
      await cron()
      await ask(getHealth, currentHealth as never, { even_misconfigured: true })
      await ask(listProperties, listOpenProperties as never)
      await vi.waitFor(() => expect(stopFaults().length).toBeGreaterThanOrEqual(3))
      expect(logged('misconfigured').length).toBeLessThanOrEqual(1)
    }
    expect(await minutesLogging('misconfigured', 20, all)).toEqual([0, 1, 2, 4, 8, 16])
    env.SESSION_SECRET = 'weak'
    env.PAYMENT_PROVIDER = 'none'
    env.SESSION_SECRET = SECRET
    await cron()
    env.PAYMENT_PROVIDER = 'razorpay'
    expect(logged('misconfigured').at(-1)).toMatchObject({ variable: 'PAYMENT_PROVIDER' })
  })

  test('is a bucket that the health does not reach', async () => {
    Object.assign(env.UPLOADS, { head: () => Promise.reject(new Error('The bucket is away')) })
    const asked = async () => {
      await ask(getHealth, currentHealth as never)
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(await minutesLogging('error', 20, asked)).toEqual([0, 1, 2, 4, 8, 16])
  })

  test('is a provider that does not answer, though it is asked every minute', async () => {
    await scenes.booked('r0')
    rows('UPDATE bookings SET settling = 1')
    faults().fail('orderPayments', 'error')
    const found = await minutesLogging('order_not_checked', 12)
    faults().mend()
    expect(found.length).toBeLessThanOrEqual(5)
    expect(faults().asked('orderPayments').length).toBeGreaterThan(8)
  })

  test('begins anew after an hour without a sign of it', async () => {
    const fail = () => failSteps(({ what }) => what.includes('"revoked_tokens"'), notApplied(STOPPED))
    fail()
    expect(await minutesLogging('error', 200)).toEqual(GROWING)
    stopFaults()
    advanceTime(DAY_MINUTES)
    fail()
    expect(await minutesLogging('error', 6)).toEqual([0, 1, 2, 4])
  })
})

test('a payment that is not as it was ordered is logged once, whoever tells of it how often', async () => {
  const { order } = await scenes.heldScene()
  bank().pay(order.razorpay_order_id, { amount: 4000 })
  await bank().webhooks.flush(receiveWebhook)
  for (let minute = 0; minute < 20; minute += 1) {
    await cron()
    advanceTime(1)
  }
  expect(logged('payment_not_as_ordered')).toHaveLength(1)
})

test('a database that is away is logged once an hour by each isolate, with nothing beside it', async () => {
  injectFaults(({ place }) => (place === 'database' ? { error: LOST, isDone: false } : null))
  const found = await minutesLogging('database_trouble', 5)
  expect(found).toEqual([0])
  expect(logged('error')).toEqual([])
})
