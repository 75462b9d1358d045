// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import {
  advanceTime,
  leavePage,
  saveOnDevice,
  server,
  shownToasts,
  tokenOf,
  useExternalBackend
} from '#tests/stores/browser-tab.ts'
import { held, later, NOW, riding } from './bookings.ts'
import { arrive, setUpMyBookings } from './page.ts'

// My Bookings on a device whose clock is wrong. The dates of the answers are right.

setUpMyBookings()

const OFFSETS = [
  ['20 minutes behind', -20 * MINUTE_MS],
  ['20 minutes ahead', 20 * MINUTE_MS],
  ['a day behind', -DAY_MS],
  ['a day ahead', DAY_MS]
] as const

let offsetMs = 0
const serverTime = () => new Date(Date.now() - offsetMs)
const serverSays = (body: Booking[]) =>
  server.answerTo(listMyBookings, () => ({ body, headers: { date: serverTime().toUTCString() } }))

async function open() {
  const page = await arrive()
  const { currentTime } = await import('#stores/kit/current-time.ts')
  const { bookingsView } = page
  await advanceTime(SECOND_MS)
  const shown = () => {
    const bookings = page.$bookings.get()
    if (typeof bookings === 'string') return bookings
    return bookingsView(bookings, [], currentTime()).current.map(({ id, otp_pin }) => [id, otp_pin])
  }
  return { ...page, currentTime, shown }
}

describe.each(OFFSETS)('a clock that is %s', (_, ms) => {
  beforeEach(() => {
    offsetMs = ms
    vi.setSystemTime(later(ms))
    saveOnDevice('user', tokenOf('asha'))
    serverSays([riding, held])
  })

  test('shows a ride under way with its PIN and a hold that can be paid, until it ends by the server', async () => {
    const { currentTime, shown } = await open()
    expect(Math.abs(currentTime().getTime() - serverTime().getTime())).toBeLessThanOrEqual(SECOND_MS)
    expect(shown()).toEqual([
      ['riding', riding.otp_pin],
      ['held', null]
    ])
    expect(await shownToasts()).toEqual([])
    serverSays([riding, { ...held, payment_status: 'Failed' }])
    await advanceTime(MINUTE_MS)
    expect(await shownToasts()).toEqual([paymentsText.holdExpired])
  })

  test('shows the PIN without a network', async () => {
    await open()
    leavePage()
    server.fail(listMyBookings, { kind: 'offline' })
    const { shown } = await open()
    await advanceTime(5 * SECOND_MS)
    expect(shown()).toEqual([['riding', riding.otp_pin]])
  })
})

test('the answers of another backend tell the time too, except those that may come from a cache', async () => {
  useExternalBackend()
  offsetMs = DAY_MS
  vi.setSystemTime(later(DAY_MS))
  server.answer(listProperties, [], { date: later(-DAY_MS).toUTCString() })
  serverSays([riding])
  const { shown } = await open()
  const { loadProperties } = await import('#stores/kit/property-list.ts')
  void loadProperties()
  await advanceTime(SECOND_MS)
  expect(shown()).toEqual([['riding', riding.otp_pin]])
})

test('a clock that was put right shows the right time with the next answer', async () => {
  offsetMs = DAY_MS
  vi.setSystemTime(later(DAY_MS))
  serverSays([riding])
  const { currentTime, refreshBookings } = await open()
  offsetMs = 0
  vi.setSystemTime(NOW)
  void refreshBookings()
  await advanceTime(SECOND_MS)
  expect(Math.abs(currentTime().getTime() - Date.now())).toBeLessThanOrEqual(SECOND_MS)
})

test('a right clock stays exact, although the dates of answers have whole seconds', async () => {
  offsetMs = 0
  serverSays([riding])
  const { currentTime, refreshBookings } = await open()
  for (let times = 0; times < 9; times += 1) {
    void refreshBookings()
    await advanceTime(730)
    expect(currentTime().getTime()).toBe(Date.now())
  }
  expect(localStorage.getItem('clockOffset')).toBeNull()
})
