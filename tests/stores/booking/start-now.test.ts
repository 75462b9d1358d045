// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import { getAvailability } from '#contract/bookings/create-booking.ts'
import { listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { advanceTime, openPage, server } from '#tests/stores/browser-tab.ts'
import { ather, openLoadedPage, setUpRiderPage } from './page.ts'

// 2:35 pm on a Monday in India: 2:30 pm has begun.
setUpRiderPage({ now: '2026-06-15T09:05:00Z' })

const AT_ONCE = { ...ather, ...DEFAULT_TERMS, lead_minutes: 0 }
const afternoonOf = ({ $periods }: Awaited<ReturnType<typeof openLoadedPage>>) =>
  $periods.get().find(({ period }) => period === 'Afternoon')

test('the half hour that has begun is preselected, and its ride cannot be cancelled', async () => {
  server.answer(listPropertyScooters, [AT_ONCE])
  const page = await openLoadedPage()
  expect([page.$slot.get(), page.$slotOfNow.get()]).toEqual(['14:30', '14:30'])
  expect(afternoonOf(page)?.starts[0]).toEqual({ slot: '14:30', status: 'free' })
  expect(page.$cancellationTerms.get()).toBe(bookingText.noCancellationNow)
  page.chooseSlot('15:00')
  expect(page.$cancellationTerms.get()).not.toBe(bookingText.noCancellationNow)
})

test('it is cleared ten minutes after its start, and the next one has not begun', async () => {
  server.answer(listPropertyScooters, [AT_ONCE])
  const { $slot, $slotOfNow, $slots, $timeNotice } = await openLoadedPage()
  await advanceTime(4.5 * 60_000)
  expect($slot.get()).toBe('14:30')
  await advanceTime(60_000)
  expect([$slot.get(), $slotOfNow.get(), $slots.get()[0]]).toEqual([null, null, '15:00'])
  expect($timeNotice.get()).toBe(bookingText.timeCleared)
})

test('a start in 25 minutes is cleared as closed, not as passed, when bookings are paused', async () => {
  server.answer(listPropertyScooters, [AT_ONCE])
  const { $slot, $timeNotice, applyLimits, chooseSlot } = await openLoadedPage()
  chooseSlot('15:00')
  applyLimits({ ...AT_ONCE, max_days_ahead: null, max_ride_hours: null, paused_until: '2026-06-15T10:00:00Z' })
  expect([$slot.get(), $timeNotice.get()]).toEqual([null, bookingText.timeClosed])
})

test('without the rule nothing has begun', async () => {
  server.answer(listPropertyScooters, [{ ...AT_ONCE, lead_minutes: null }])
  const { $slot, $slotOfNow } = await openLoadedPage()
  expect([$slot.get(), $slotOfNow.get()]).toEqual(['15:30', null])
})

test('a problem that was reported since its start takes it, and an offer names no time before', async () => {
  server.answer(listPropertyScooters, [AT_ONCE])
  const busy = { end_time: '2026-06-15T11:03:00Z', is_yours: false, start_time: '2026-06-15T09:03:00Z' }
  server.answer(getAvailability, { busy: [busy] })
  const page = await openLoadedPage()
  expect(afternoonOf(page)?.starts[0]).toEqual({ slot: '14:30', status: 'taken' })
  expect(page.$slot.get()).toBe('17:00')
})

test('a closed part of the day is past only when its last half hour is no longer offered', async () => {
  vi.setSystemTime('2026-06-15T12:05:00Z')
  server.answer(listPropertyScooters, [{ ...AT_ONCE, closes_at: '23:00', opens_at: '18:00' }])
  const page = await openLoadedPage()
  expect(afternoonOf(page)).toMatchObject({ isPast: false, starts: [] })
  await advanceTime(6 * 60_000)
  expect(afternoonOf(page)).toMatchObject({ isPast: true, starts: [] })
})

test.each([
  [0, '15:00', ''],
  [null, null, bookingText.timeCleared]
])('a start of the address in 25 minutes, where the lead is %s, is %s', async (lead_minutes, slot, notice) => {
  openPage('/booking/7?date=2026-06-15&time=15:00&hours=1', 'rider')
  server.answer(listPropertyScooters, [{ ...AT_ONCE, lead_minutes }])
  const { $slot, $timeNotice } = await openLoadedPage()
  expect([$slot.get(), $timeNotice.get()]).toEqual([slot, notice])
})
