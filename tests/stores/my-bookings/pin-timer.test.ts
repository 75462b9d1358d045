// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { NOW } from './bookings.ts'
import { arrive, listRequests as requestCount, setUpMyBookings } from './page.ts'

const PIN = '482915'
const PIN_FROM = '2026-06-15T14:24:00Z'
const ride = {
  end_time: '2026-06-15T16:00:00Z',
  id: 'b1',
  otp_pin: null,
  payment_status: 'Completed' as const,
  pin_from: PIN_FROM,
  scooter: { name: 'Ather' },
  start_time: '2026-06-15T15:00:00Z'
}

/** The server shows the PIN from `pin_from` on, by its own clock. */
function answerAsServer(pin_from = PIN_FROM, aheadMs = 0): void {
  server.answerTo(listMyBookings, () => ({
    body: [
      Date.now() - aheadMs < Date.parse(pin_from) ? { ...ride, pin_from } : { ...ride, otp_pin: PIN, pin_from: null }
    ]
  }))
}

/** Opens My Bookings. Returns the PINs that it shows. */
async function open() {
  const { $bookings } = await arrive()
  await advanceTime(1000)
  return () => ($bookings.get() as readonly Booking[]).map(({ otp_pin }) => otp_pin)
}

setUpMyBookings()
beforeEach(() => answerAsServer())

describe('a PIN that can be read later', () => {
  test('appears at its time while the page is open, and is never saved on the device before', async () => {
    const shown = await open()
    const saved = () => localStorage.getItem('savedBookings') ?? ''
    const requests = requestCount()
    await advanceTime(9 * MINUTE_MS)
    expect([shown(), requestCount()]).toEqual([[null], requests])
    expect(saved()).not.toContain(PIN)
    await advanceTime(MINUTE_MS)
    expect([shown(), requestCount()]).toEqual([[PIN], requests + 1])
    await advanceTime(10 * MINUTE_MS)
    expect(requestCount()).toBe(requests + 1)
  })

  test('is asked for now and then if the clock of the device is ahead', async () => {
    answerAsServer(PIN_FROM, 2 * MINUTE_MS)
    const shown = await open()
    const requests = requestCount()
    await advanceTime(11 * MINUTE_MS)
    expect(shown()).toEqual([null])
    expect(requestCount() - requests).toBeLessThanOrEqual(4)
    await advanceTime(1.5 * MINUTE_MS)
    expect(shown()).toEqual([PIN])
  })

  test('in two months is not requested in the meantime', async () => {
    answerAsServer(new Date(NOW.getTime() + 60 * DAY_MS).toISOString())
    await open()
    const requests = requestCount()
    await advanceTime(DAY_MS / 2)
    expect(requestCount()).toBe(requests)
  })

  test('without a network shows no error, and appears when the network is back', async () => {
    const shown = await open()
    server.fail(listMyBookings, { kind: 'offline' })
    await advanceTime(11 * MINUTE_MS)
    expect([shown(), await shownToasts()]).toEqual([[null], []])
    answerAsServer()
    await advanceTime(2 * MINUTE_MS)
    expect(shown()).toEqual([PIN])
  })
})
