// @vitest-environment jsdom

import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NextRide } from '#islands/home/next-ride.tsx'
import * as homeText from '#messages/home.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'

// The next ride on an open Home.

const MINUTE_MS = 60_000
// 6:00 pm in India; the PIN appears at 6:30 pm, and the ride is from 7 pm to 8 pm.
const NOW = new Date('2026-06-15T12:30:00Z')
const ride = {
  end_time: '2026-06-15T14:30:00Z',
  id: 'b1',
  pin_from: '2026-06-15T13:00:00Z',
  scooter: { name: 'Ather' },
  start_time: '2026-06-15T13:30:00Z'
}
const running = {
  ...ride,
  end_time: '2026-06-15T12:40:00Z',
  otp_pin: '482915',
  pin_from: null,
  return_until: '2026-06-15T13:40:00Z',
  start_time: '2026-06-15T11:40:00Z'
}
const hold = { ...ride, expires_at: '2026-06-15T12:34:50Z', pin_from: null, scooter: { name: 'Ather 450X' } }

const served = vi.fn<() => string>()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
  served.mockReset().mockReturnValue('')
  vi.stubGlobal('fetch', async () => new Response(served()))
})
afterEach(() => vi.useRealTimers())

type Shown = Partial<ComponentProps<typeof NextRide>>

const htmlOf = (shown: Shown, now = NOW) => renderToString(<NextRide hold={null} now={now} ride={null} {...shown} />)

async function open(shown: Shown) {
  document.body.innerHTML = htmlOf(shown)
  await import('#layouts/scripts/next-ride.ts')
}

const texts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-next-ride] > :not([hidden])')].map(row => row.textContent)

test('a ride ahead says when the PIN appears, and from then on leads to it', async () => {
  await open({ ride })
  expect(texts()).toEqual([`Ather · Starts 7:00\u00a0pm${homeText.pinAppears('at 6:30\u00a0pm')}`])
  vi.advanceTimersByTime(29 * MINUTE_MS)
  expect(texts()).toEqual([`Ather · Starts 7:00\u00a0pm${homeText.pinAppears('at 6:30\u00a0pm')}`])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(texts()).toEqual([`Ather · Starts 7:00\u00a0pm${homeText.seePin}`])
})

test('a ride that starts is read again from the server', async () => {
  await open({ ride: { ...ride, pin_from: null } })
  const start = new Date(ride.start_time)
  served.mockReturnValue(htmlOf({ ride: { ...ride, otp_pin: '482915' } }, start))
  await vi.advanceTimersByTimeAsync(61 * MINUTE_MS)
  expect(texts()[0]).toContain('482')
})

test('a ride that ends stays until its rider can no longer return it', async () => {
  await open({ ride: running })
  expect(texts()[0]).toContain('10 min left')
  await vi.advanceTimersByTimeAsync(11 * MINUTE_MS)
  expect(texts()[0]).toContain('Your ride ended at 6:10\u00a0pm')
  expect(document.querySelector('[href$="#return"]')?.textContent).toBe(rideCardText.returnAction)
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(texts()).toEqual([])
})

test('a ride whose return waits on the phone says so, without its buttons, until the answer has come', async () => {
  localStorage.setItem('pendingReturn', JSON.stringify([{ account: 'r0', id: 'b1' }]))
  await open({ ride: running })
  vi.advanceTimersByTime(1000)
  expect(texts()[0]).toContain(rideCardText.returnSentLater)
  expect(texts()[0]).not.toContain('left')
  expect(document.querySelector('[hidden] [href$="#return"]')).not.toBeNull()
  localStorage.clear()
  vi.advanceTimersByTime(1000)
  expect(texts()[0]).toContain('10 min left')
  expect(document.querySelector('[hidden] [href$="#return"]')).toBeNull()
})

test('a translated time is not written again before it changes', async () => {
  await open({ ride: running })
  await vi.advanceTimersByTimeAsync(1000)
  const time = document.querySelector('[data-time-left]')
  if (time) time.textContent = '10 मिनट बाकी'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(texts()[0]).toContain('10 मिनट बाकी')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(texts()[0]).toContain('9 min left')
})

test('a hold counts down to its end', async () => {
  await open({ hold })
  expect(texts()).toEqual([`Ather 450X · 4:50 left${paymentsText.completePaymentLabel}`])
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 11_000)
  expect(texts()).toEqual([`Ather 450X · 0:01 left${paymentsText.completePaymentLabel}`])
  await vi.advanceTimersByTimeAsync(1000)
  expect(texts()).toEqual([])
})

test('a focused link keeps the focus when the ride is read again', async () => {
  await open({ ride: running })
  served.mockReturnValue(htmlOf({ ride: running }))
  document.querySelector<HTMLElement>('[href$="#extend"]')?.focus()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(100)
  expect(document.activeElement?.getAttribute('href')).toMatch(/#extend$/)
})
