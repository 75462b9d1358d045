// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters,
  type Plan,
  type Property,
  type Scooter
} from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { DEFAULT_RATES, INITIAL_DATA_FRESH_MS } from '#domain/constants.ts'
import { asha, ather, errandRun } from '#tests/stores/booking/page.ts'
import { advanceTime, mountStores, openPage, server, setUpBrowserTab } from '#tests/stores/browser-tab.ts'

// A page with initial data requests none of it again until it becomes visible again.

const NOW = new Date('2026-06-15T04:00:00Z')
const profile = v.parse(getProfile.output, { ...asha, property_id: 7 })
const [palm] = v.parse(listProperties.output, [{ id: 7, location: 'Kochi', name: 'Palm Grove' }]) as [Property]
const [scooter] = v.parse(listPropertyScooters.output, [{ ...ather, id: 5, property_id: 7 }]) as [Scooter]
const [plan] = v.parse(listPropertyPlans.output, { pricing_plans: [errandRun] }).pricing_plans as [Plan]

setUpBrowserTab()
beforeEach(() => {
  vi.setSystemTime(NOW)
  server.answer(getProfile, profile)
  server.answer(listProperties, [palm])
  server.answer(getPropertyPricing, DEFAULT_RATES)
  server.answer(listPropertyPlans, { pricing_plans: [plan] })
  server.answer(listPropertyScooters, [scooter])
  server.answer(getAvailability, { busy: [] })
})

const callsDone = () => advanceTime(20)

const seenAgain = () => document.dispatchEvent(new Event('visibilitychange'))
const outOfTheCache = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

const PAGES = {
  '/': async (now: string) => {
    const { $scooters, homeSsrEntries } = await import('#stores/home/home.ts')
    return { entries: homeSsrEntries({ now, prices: null, property: palm, scooters: [scooter] }), stores: [$scooters] }
  },
  '/booking/5': async (now: string) => {
    const { $bookingPage, bookingSsrEntries } = await import('#stores/booking/page-data.ts')
    const { $isProcessing } = await import('#stores/booking/book.ts')
    const start = {
      busy: [],
      day: '2026-06-15',
      now,
      plans: [plan],
      profile,
      rates: DEFAULT_RATES,
      scooter,
      slot: null
    }
    return { entries: bookingSsrEntries(start), stores: [$isProcessing, $bookingPage] }
  },
  '/profile': async (now: string) => {
    const { $savedProfile, profileSsrEntries } = await import('#stores/profile/profile-form.ts')
    return { entries: profileSsrEntries({ now, profile, properties: [palm] }), stores: [$savedProfile] }
  }
}

/** Opens a page that was rendered this long ago. */
async function open(path: keyof typeof PAGES, ago_ms: number) {
  openPage(path, 'rider')
  const now = new Date(NOW.getTime() - ago_ms)
  const { entries, stores } = await PAGES[path](now.toISOString())
  const { applyEntries } = await import('#stores/kit/ssr-values.ts')
  applyEntries(entries, now)
  mountStores(...stores)
  await callsDone()
}

const CALLS: Record<keyof typeof PAGES, readonly string[]> = {
  '/': [
    '/api/profile',
    '/api/properties',
    '/api/properties/7/pricing',
    '/api/properties/7/pricing-plans',
    '/api/properties/7/scooters'
  ],
  '/booking/5': [
    '/api/profile',
    '/api/properties/7/pricing',
    '/api/properties/7/pricing-plans',
    '/api/properties/7/scooters',
    '/api/scooters/5/availability'
  ],
  '/profile': ['/api/profile', '/api/properties']
}
const each = () => [...new Set(server.requestedPaths())].sort()

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('%s', path => {
  test('requests nothing when it is fresh, and everything when it becomes visible again', async () => {
    await open(path, 1000)
    expect(server.requestedPaths()).toEqual([])
    seenAgain()
    await callsDone()
    expect(each()).toEqual(CALLS[path])
  })

  test('reloads once when it is restored from the back/forward cache', async () => {
    await open(path, 1000)
    outOfTheCache()
    seenAgain()
    await callsDone()
    expect(each()).toEqual(CALLS[path])
    expect(server.requestCount(getProfile)).toBe(1)
  })

  test.each([INITIAL_DATA_FRESH_MS + 1000, -INITIAL_DATA_FRESH_MS - 1000])(
    "reloads at once when its data is old or the device's clock differs (%i ms)",
    async ago_ms => {
      await open(path, ago_ms)
      expect(each()).toEqual(CALLS[path])
    }
  )
})

describe('the booking page with the initial data of its first day', () => {
  test('requests each other day, and the first day when it is selected again', async () => {
    await open('/booking/5', 1000)
    const { chooseDay } = await import('#stores/booking/times.ts')
    const ofDay = ['/api/properties/7/pricing-plans', '/api/scooters/5/availability']
    for (const day of ['2026-06-16', '2026-06-15']) {
      server.forgetRequests()
      chooseDay(day)
      await callsDone()
      expect(each()).toEqual(ofDay)
    }
  })

  test('does not reload the scooter, which could redirect, while a payment is in progress', async () => {
    await open('/booking/5', 1000)
    const { book } = await import('#stores/booking/book.ts')
    const { chooseSlot } = await import('#stores/booking/times.ts')
    server.fail(createHourlyBooking, { kind: 'hangs' })
    chooseSlot('19:00')
    void book()
    await callsDone()
    expect(server.requestCount(createHourlyBooking)).toBe(1)
    server.forgetRequests()
    seenAgain()
    await callsDone()
    expect(each()).toEqual(['/api/scooters/5/availability'])
  })
})
