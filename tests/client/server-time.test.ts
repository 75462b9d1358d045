// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'

// The server's time by a rendered page, which has the time of its rendering.

const NOW = new Date('2026-06-15T10:00:00Z')

beforeEach(() => {
  startFakeClock(NOW)
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete document.documentElement.dataset.renderedAt
})

interface Page {
  deliveryType?: string
  /** The server's time of the rendering minus the device's time now. */
  renderedMs: number
  type: NavigationTimingType
}

async function open({ renderedMs, ...timing }: Page): Promise<number> {
  vi.resetModules()
  document.documentElement.dataset.renderedAt = String(Date.now() + renderedMs)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([timing as unknown as PerformanceEntry])
  // The page has opened 300 ms ago.
  vi.spyOn(performance, 'now').mockReturnValue(300)
  const { serverNow } = await import('#client/http/server-time.ts')
  return serverNow().getTime() - Date.now()
}

test.each([-DAY_MS, -20 * MINUTE_MS, 20 * MINUTE_MS, DAY_MS])(
  'a page of this visit tells how wrong the clock is: %i ms',
  async renderedMs => {
    expect(Math.abs((await open({ renderedMs, type: 'navigate' })) - renderedMs)).toBeLessThan(1500)
  }
)

test('a page that was rendered while it opened leaves a right clock as it is', async () => {
  expect(await open({ renderedMs: -200, type: 'navigate' })).toBe(0)
})

test.each([
  { renderedMs: -4 * MINUTE_MS, type: 'back_forward' },
  { deliveryType: 'navigational-prefetch', renderedMs: -4 * MINUTE_MS, type: 'navigate' },
  { deliveryType: 'cache', renderedMs: -DAY_MS, type: 'navigate' }
] as const)('an older page does not set a right clock back: %o', async page => {
  expect(await open(page)).toBe(0)
})

test('an older page tells that a clock is behind its rendering', async () => {
  expect(await open({ renderedMs: DAY_MS, type: 'back_forward' })).toBe(DAY_MS)
})

test('a page without a time goes by the last one, and an unreadable one by the device', async () => {
  expect(await open({ renderedMs: DAY_MS, type: 'navigate' })).toBe(DAY_MS)
  expect(await open({ renderedMs: Number.NaN, type: 'navigate' })).toBe(DAY_MS)
  localStorage.setItem('clockOffset', 'soon')
  expect(await open({ renderedMs: Number.NaN, type: 'navigate' })).toBe(0)
})
