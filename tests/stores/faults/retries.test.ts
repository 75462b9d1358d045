// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { API_TIMEOUT_MS, PAYMENT_RETRY_DELAYS_MS, READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import { errorFault, type Fault } from '#tests/helpers/servers/fault-server.ts'
import { mountStores, openPage, server, setUpBrowserTab, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'
import { order, receipt } from '#tests/stores/payment/provider-dialog.ts'

setUpBrowserTab()

describe('retries', () => {
  beforeEach(async () => {
    openPage('/', 'rider')
    server.answer(getProfile, { email: 'r@demo.test', name: 'Asha' })
    server.answer(createHourlyBooking, order)
    server.answer(confirmPayment, { success: true })
  })

  const CALLS = {
    order: async () => {
      const { call } = await import('#client/http/api.ts')
      const body = { duration_hours: 1, scooter_id: '7', start_time: '2026-06-15T12:00:00Z' } as const
      return call(createHourlyBooking, { body })
    },
    payment: async () => {
      const { call } = await import('#client/http/api.ts')
      return call(confirmPayment, { body: { ...receipt, session_id: 's1' } })
    },
    profile: async () => {
      const { call } = await import('#client/http/api.ts')
      return call(getProfile)
    }
  }

  /** The outcome of a call, and its duration. */
  async function outcome(pending: Promise<unknown>) {
    const startedAt = Date.now()
    const ended = pending.then(
      () => 'answered',
      () => 'failed'
    )
    await waitForTask(ended)
    return { ended: await ended, ms: Date.now() - startedAt }
  }

  const PASSING: [string, Fault][] = [
    ['no connection', { kind: 'offline' }],
    ['a response that breaks off', { kind: 'cut' }],
    ['502 with a page', { kind: 'html' }],
    ['503', errorFault('No', 503)],
    ['504', errorFault('No', 504)]
  ]

  const FINAL: [string, Fault][] = [
    ['400', errorFault('No')],
    ['401', errorFault('No', 401)],
    ['404', errorFault('No', 404)],
    ['422', errorFault('No', 422)],
    ['500', errorFault('No', 500)],
    ['another shape', { body: [], kind: 'answers' }]
  ]

  describe('a read', () => {
    test.each(PASSING)('is retried once after %s, without an error', async (_, fault) => {
      server.fail(getProfile, fault, 1)
      expect((await outcome(CALLS.profile())).ended).toBe('answered')
      expect(server.requestCount(getProfile)).toBe(2)
    })
    test.each(PASSING)('fails after a second %s without a long delay', async (_, fault) => {
      server.fail(getProfile, fault)
      const { ended, ms } = await outcome(CALLS.profile())
      expect(ended).toBe('failed')
      expect(ms).toBe(READ_RETRY_DELAYS_MS[0])
      expect(server.requestCount(getProfile)).toBe(2)
    })
    test.each(FINAL)('is not retried after %s', async (_, fault) => {
      server.fail(getProfile, fault, 1)
      expect((await outcome(CALLS.profile())).ended).toBe('failed')
      expect(server.requestCount(getProfile)).toBe(1)
    })
  })

  describe('a write', () => {
    test.each([...PASSING, ...FINAL])('is not retried after %s, because the rider decides', async (_, fault) => {
      server.fail(createHourlyBooking, fault, 1)
      expect((await outcome(CALLS.order())).ended).toBe('failed')
      expect(server.requestCount(createHourlyBooking)).toBe(1)
    })
  })

  describe('the report of a payment', () => {
    test.each(PASSING)('is retried until it succeeds, after %s', async (_, fault) => {
      server.fail(confirmPayment, fault, PAYMENT_RETRY_DELAYS_MS.length)
      const { ended, ms } = await outcome(CALLS.payment())
      expect(ended).toBe('answered')
      expect(ms).toBe(PAYMENT_RETRY_DELAYS_MS.reduce((sum, wait) => sum + wait, 0))
    })
    test.each(FINAL.filter(([name]) => name !== 'another shape'))('is not retried after %s', async (_, fault) => {
      server.fail(confirmPayment, fault, 1)
      expect((await outcome(CALLS.payment())).ended).toBe('failed')
      expect(server.requestCount(confirmPayment)).toBe(1)
    })
  })

  describe('every call', () => {
    test.each([
      ['never starts its response', { kind: 'hangs' }],
      ['never ends its response', { kind: 'stalls' }]
    ] as [string, Fault][])('times out after fifteen seconds when the server %s', async (_, fault) => {
      server.fail(getProfile, fault)
      expect(await outcome(CALLS.profile())).toEqual({ ended: 'failed', ms: API_TIMEOUT_MS })
      expect(server.requestCount(getProfile)).toBe(1)
    })
    test('has fifteen seconds for all its attempts', async () => {
      server.fail(getProfile, { kind: 'hangs' })
      server.fail(getProfile, { kind: 'offline' }, 1)
      expect(await outcome(CALLS.profile())).toEqual({ ended: 'failed', ms: API_TIMEOUT_MS })
      expect(server.requestCount(getProfile)).toBe(2)
    })
  })
})

const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Kochi', name: 'Palm Grove' }

async function openHome() {
  openPage('/', 'rider')
  server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', property_id: 7 })
  server.answer(listProperties, [palmGrove])
  server.answer(getPropertyPricing, { hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
  server.answer(listPropertyPlans, { pricing_plans: [] })
  server.answer(listPropertyScooters, [{ id: 1, name: 'Ather', property_name: 'Grove', status: 'Available' }])
  return import('#stores/home/home.ts')
}

describe('a late response', () => {
  test.each([
    ['the price', getPropertyPricing],
    ['the properties', listProperties]
  ])('with a failure of %s does not replace newer data', async (_, endpoint) => {
    const home = await openHome()
    server.fail(listPropertyScooters, { body: {}, kind: 'answers', status: 500 })
    server.fail(endpoint, { kind: 'hangs' }, 1)
    mountStores(home.$scooters)
    await waitUntil(() => home.$scooters.get() === 'failed')
    server.clearFaults()
    await waitForTask(home.loadHome())
    expect([home.$prices.get()?.lowest.perHour, home.$property.get()]).toEqual([
      60,
      expect.objectContaining({ image_url: palmGrove.image_url })
    ])
  })
  test("with failed properties does not empty the sign-up's list, which another request has filled", async () => {
    openPage('/auth', null)
    server.answer(listProperties, [palmGrove])
    await import('#stores/auth/sign-up.ts')
    const form = await import('#stores/kit/property-list.ts')
    server.fail(listProperties, { kind: 'hangs' }, 1)
    mountStores(form.$properties)
    await waitUntil(() => server.requestCount(listProperties) === 1)
    await waitForTask(form.loadProperties())
    expect(form.$properties.get()).toHaveLength(1)
  })
})
