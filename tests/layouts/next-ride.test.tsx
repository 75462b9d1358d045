// @vitest-environment jsdom

import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NextRide } from '#islands/home/next-ride.tsx'
import { pinAppears, seePin } from '#messages/home.ts'

// The next ride on an open Home.

const MINUTE_MS = 60_000
// 6:00 pm in India; the PIN appears at 6:30 pm, and the ride is from 7 pm to 8 pm.
const NOW = new Date('2026-06-15T12:30:00Z')
const ride = {
  end: new Date('2026-06-15T14:30:00Z'),
  pin_from: new Date('2026-06-15T13:00:00Z'),
  scooter_name: 'Ather',
  start: new Date('2026-06-15T13:30:00Z')
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
})
afterEach(() => vi.useRealTimers())

async function open(pin_from: Date | null) {
  document.body.innerHTML = renderToString(
    <div data-next-ride="">
      <NextRide {...ride} now={NOW} pin_from={pin_from} />
    </div>
  )
  await import('#layouts/scripts/next-ride.ts')
}

const shown = () => document.body.textContent
const isHidden = () => document.querySelector<HTMLElement>('[data-next-ride] a')?.hidden

test('says when the PIN appears, and from then on leads to it', async () => {
  await open(ride.pin_from)
  expect(shown()).toBe(`Ather · Starts 7:00\u00a0pm${pinAppears('at 6:30\u00a0pm')}`)
  vi.advanceTimersByTime(29 * MINUTE_MS)
  expect(shown()).toBe(`Ather · Starts 7:00\u00a0pm${pinAppears('at 6:30\u00a0pm')}`)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(shown()).toBe(`Ather · Starts 7:00\u00a0pm${seePin}`)
  vi.advanceTimersByTime(45 * MINUTE_MS)
  expect(shown()).toBe(`Ather · 45 min left${seePin}`)
  expect(isHidden()).toBe(false)
  vi.advanceTimersByTime(45 * MINUTE_MS)
  expect(isHidden()).toBe(true)
})

test('leads to a PIN that can be read at once', async () => {
  await open(null)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(shown()).toBe(`Ather · Starts 7:00\u00a0pm${seePin}`)
})
