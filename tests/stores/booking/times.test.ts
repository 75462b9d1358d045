// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { getAvailability } from '#contract/bookings/create-booking.ts'
import { getPropertyPricing, listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { delayed } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, openPage, server } from '#tests/stores/browser-tab.ts'
import { ather, errandRun, openLoadedPage, rates, setUpRiderPage } from './page.ts'

const TODAY = '2026-06-15'

const TOMORROW = '2026-06-16'

// 2:40 pm on a Monday in India.
setUpRiderPage()

describe('the date', () => {
  test('is today, the first of fourteen', async () => {
    const { $day, $dayNotice, $stripDays } = await openLoadedPage()
    expect($day.get()).toBe(TODAY)
    expect($stripDays.get()).toHaveLength(14)
    expect($stripDays.get()[0]).toEqual({ day: TODAY, isBookable: true, isToday: true })
    expect($stripDays.get()[13]?.day).toBe('2026-06-28')
    expect($dayNotice.get()).toBe('')
  })
  test('is tomorrow with a notice when no slot is left today', async () => {
    vi.setSystemTime('2026-06-15T17:30:00Z')
    const { $day, $dayNotice, $stripDays, chooseDay } = await openLoadedPage()
    expect($day.get()).toBe(TOMORROW)
    expect($dayNotice.get()).toBe(bookingText.todayIsOver(null))
    expect($stripDays.get()[0]).toEqual({ day: TODAY, isBookable: false, isToday: true })
    chooseDay('2026-06-17')
    expect($dayNotice.get()).toBe('')
  })
  test.each(['2026-06-14', '2025-01-01', '2027-06-16', '2030-01-01'])('cannot be %s', async day => {
    const { $day, chooseDay } = await openLoadedPage()
    chooseDay(day)
    expect($day.get()).toBe(TODAY)
  })
  test('from the calendar is added at the beginning of the strip', async () => {
    const { $isCalendarOpen, $day, $stripDays, chooseDay, openCalendar } = await openLoadedPage()
    openCalendar()
    chooseDay('2027-06-15')
    expect($isCalendarOpen.get()).toBe(false)
    expect($day.get()).toBe('2027-06-15')
    expect($stripDays.get().map(({ day }) => day)).toEqual(expect.arrayContaining(['2027-06-15', TODAY]))
    expect($stripDays.get()).toHaveLength(15)
    chooseDay(TOMORROW)
    expect($stripDays.get()[0]?.day).toBe('2027-06-15')
  })
  test('changes at midnight while the page is open', async () => {
    vi.setSystemTime('2026-06-15T17:20:00Z')
    const { $day, $slot, chooseSlot } = await openLoadedPage()
    chooseSlot('23:30')
    await advanceTime(15 * 60_000)
    expect($day.get()).toBe(TOMORROW)
    expect($slot.get()).toBeNull()
  })
})

describe('the preselected ride', () => {
  test('is the shortest plan at the first slot of today', async () => {
    const { $day, $offer, $slot } = await openLoadedPage()
    expect([$day.get(), $slot.get(), $offer.get()?.name]).toEqual([TODAY, '15:30', 'Quick Hop'])
  })
  test('does not return after the rider cleared the time', async () => {
    const { $slot, chooseDay, chooseSlot } = await openLoadedPage()
    chooseSlot(null)
    chooseDay(TOMORROW)
    await advanceTime(20)
    expect($slot.get()).toBeNull()
  })
})

describe('the part of the day on another date', () => {
  test('is that of the selected time if the date offers it', async () => {
    vi.setSystemTime('2026-06-14T21:30:00Z')
    const { $period, $slot, chooseDay } = await openLoadedPage()
    expect([$slot.get(), $period.get()?.period]).toEqual(['04:00', 'Night'])
    chooseDay(TOMORROW)
    expect([$slot.get(), $period.get()?.period]).toEqual(['04:00', 'Night'])
  })
  test('is the morning without a selected time, and never the night', async () => {
    const { $period, chooseDay, chooseSlot } = await openLoadedPage()
    chooseSlot(null)
    chooseDay(TOMORROW)
    expect($period.get()?.period).toBe('Morning')
  })
  test('is the one that the rider used last', async () => {
    const { $period, chooseDay, chooseSlot, openPeriod } = await openLoadedPage()
    chooseSlot(null)
    openPeriod('Evening')
    chooseDay(TOMORROW)
    expect($period.get()?.period).toBe('Evening')
  })
})

describe('the start time', () => {
  test('opens the part of the day that contains it', async () => {
    const { $period, chooseSlot, openPeriod } = await openLoadedPage()
    chooseSlot('19:00')
    expect($period.get()?.period).toBe('Evening')
    openPeriod('Afternoon')
    expect($period.get()?.period).toBe('Afternoon')
    openPeriod('Night')
    expect($period.get()?.period).toBe('Afternoon')
  })
  test('stays when the new date offers it', async () => {
    const { $slot, $timeNotice, chooseDay, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    chooseDay(TOMORROW)
    expect($slot.get()).toBe('19:00')
    expect($timeNotice.get()).toBe('')
  })
  test('is cleared with a notice when it has passed on the new date', async () => {
    const { $slot, $timeNotice, chooseDay, chooseSlot } = await openLoadedPage()
    chooseDay(TOMORROW)
    chooseSlot('06:00')
    chooseDay(TODAY)
    expect($slot.get()).toBeNull()
    expect($timeNotice.get()).toBe(bookingText.timeCleared)
    chooseSlot('19:00')
    expect($timeNotice.get()).toBe('')
  })
  test('is cleared when it passes while the page is open', async () => {
    const { $slot, $timeNotice, chooseSlot } = await openLoadedPage()
    chooseSlot('15:30')
    await advanceTime(19 * 60_000)
    expect($slot.get()).toBe('15:30')
    await advanceTime(2 * 60_000)
    expect($slot.get()).toBeNull()
    expect($timeNotice.get()).toBe(bookingText.timeCleared)
  })
})

const setLimits = (limits: { max_days_ahead?: number; max_ride_hours?: number }) =>
  server.answer(listPropertyScooters, [{ ...ather, ...limits }])

const offerDurations = () => server.answer(listPropertyPlans, { pricing_plans: [] })

test('later dates are neither in the strip nor in the calendar', async () => {
  setLimits({ max_days_ahead: 3 })
  const { $bookableDays, $day, $stripDays, $timeNotice, chooseDay } = await openLoadedPage()
  expect($bookableDays.get().last).toBe('2026-06-18')
  expect($stripDays.get().map(({ day }) => day)).toEqual([TODAY, TOMORROW, '2026-06-17', '2026-06-18'])
  chooseDay('2026-06-19')
  expect([$day.get(), $timeNotice.get()]).toEqual([TODAY, ''])
  chooseDay('2026-06-18')
  expect($day.get()).toBe('2026-06-18')
})

test('a date in the URL beyond the limit is replaced by the first date, with the reason and without its time', async () => {
  setLimits({ max_days_ahead: 3 })
  openPage('/booking/7?date=2026-07-01&time=18:00&hours=3', 'rider')
  const { $day, $missedSlot, $offer, $slot, $stripDays, $timeNotice } = await openLoadedPage()
  expect([$day.get(), $slot.get(), $missedSlot.get(), $offer.get()?.hours]).toEqual([TODAY, null, '18:00', 3])
  expect($timeNotice.get()).toBe(bookingText.startTooFar(3))
  expect($stripDays.get()).toHaveLength(4)
})

test('longer durations are not offered, and one in the URL is replaced by the shortest', async () => {
  setLimits({ max_ride_hours: 6 })
  offerDurations()
  openPage('/booking/7?hours=12', 'rider')
  const { $offer, $offers } = await openLoadedPage()
  expect($offers.get().map(({ hours }) => hours)).toEqual([1, 3, 6])
  expect($offer.get()?.hours).toBe(1)
})

test('a limit that was lowered while the page is open applies after the next refresh', async () => {
  server.answer(listPropertyPlans, { pricing_plans: [errandRun] })
  const { $day, $slot, $timeNotice, chooseDay, chooseSlot, loadBookingPage } = await openLoadedPage()
  chooseDay('2026-06-20')
  chooseSlot('10:00')
  setLimits({ max_days_ahead: 3 })
  await loadBookingPage()
  expect([$day.get(), $slot.get(), $timeNotice.get()]).toEqual([TODAY, null, bookingText.startTooFar(3)])
})

test('an earlier refresh that ends later does not replace a newer one', async () => {
  const { $limits, $rates, loadBookingPage } = await openLoadedPage()
  server.answerTo(getPropertyPricing, () => delayed(500, { body: rates }))
  server.answerTo(listPropertyScooters, () => delayed(500, { body: [ather] }))
  const earlier = loadBookingPage()
  await advanceTime(20)
  server.answer(getPropertyPricing, { ...rates, hourly_1: 90 })
  setLimits({ max_ride_hours: 4 })
  await loadBookingPage()
  await advanceTime(500)
  await earlier
  expect([$rates.get().hourly_1, $limits.get().max_ride_hours]).toEqual([90, 4])
})

const THEN = '2026-06-18'

async function arriveWithPrefill(day: string, from: string, to: string) {
  const ride = { end: instantAt(day, to), start: instantAt(day, from) }
  openPage(bookAgainPath('7', ride, new Date(0)), 'rider')
  const { $day, $offer, $slot, $timeNotice } = await openLoadedPage()
  return { chosen: [$day.get(), $slot.get(), $offer.get()?.hours], notice: $timeNotice.get() }
}

describe('a booking page with a ride in its URL', () => {
  test('starts with its date, slot and duration, and requests no other date', async () => {
    server.answer(getAvailability, { busy: [] })
    const { chosen } = await arriveWithPrefill(THEN, '19:00', '22:00')
    expect(chosen).toEqual([THEN, '19:00', 3])
    expect(server.requestsTo(getAvailability).map(({ query }) => query)).toEqual([{ date: THEN }])
  })
  test('starts with the offer that it names, where two last as long', async () => {
    const other = { ...errandRun, cost: 160, id: 3, name: 'Slow Errand' }
    server.answer(listPropertyPlans, { pricing_plans: [errandRun, other] })
    openPage('/booking/7?hours=3&offer=plan-3', 'rider')
    expect((await openLoadedPage()).$offer.get()?.name).toBe(other.name)
  })
  test('shows that the slot is taken meanwhile', async () => {
    const busy = [{ end_time: '2026-06-18T14:30:00Z', start_time: '2026-06-18T13:30:00Z' }]
    server.answer(getAvailability, { busy })
    const { chosen, notice } = await arriveWithPrefill(THEN, '19:00', '22:00')
    expect(chosen).toEqual([THEN, null, 3])
    expect(notice).toBe(bookingText.timeTaken('7:00\u00a0pm'))
  })
  test.each([
    ['has passed', TODAY, '09:00', '12:00', [TODAY, '15:30', 3]],
    ['is on a past day', '2026-06-14', '19:00', '22:00', [TODAY, '15:30', 3]],
    ['does not start on a half hour', THEN, '19:10', '22:10', [THEN, '06:00', 3]],
    ['has a duration that is not offered', THEN, '19:00', '21:00', [THEN, '19:00', 1]]
  ])('starts with the available parts and the first free start of a ride that %s', async (_, day, from, to, left) => {
    expect((await arriveWithPrefill(day, from, to)).chosen).toEqual(left)
  })
  test.each(['?date=soon&time=19:00&hours=3', '?date=2026-06-31', '?time=19:00'])(
    'starts with the defaults for %s',
    async query => {
      openPage(`/booking/7${query}`, 'rider')
      const { $day, $slot } = await openLoadedPage()
      expect([$day.get(), $slot.get()]).toEqual([TODAY, '15:30'])
    }
  )
})
