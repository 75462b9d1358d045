// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { getPropertyPricing, listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { delayed } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, openPage, server } from '#tests/stores/browser-tab.ts'
import { ather, errandRun, openLoadedPage, rates, setUpRiderPage } from './page.ts'

// The limits that the property has set: how far ahead a ride starts, and how long it lasts.

const TODAY = '2026-06-15'
const TOMORROW = '2026-06-16'

const setLimits = (limits: { max_days_ahead?: number; max_ride_hours?: number }) =>
  server.answer(listPropertyScooters, [{ ...ather, ...limits }])

const offerDurations = () => server.answer(listPropertyPlans, { pricing_plans: [] })

setUpRiderPage()

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

test('only tomorrow is offered when no time is left today', async () => {
  vi.setSystemTime('2026-06-15T17:30:00Z')
  setLimits({ max_days_ahead: 1 })
  const { $day, $slot, $stripDays } = await openLoadedPage()
  expect([$day.get(), $slot.get()]).toEqual([TOMORROW, '06:00'])
  expect($stripDays.get()).toHaveLength(2)
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

test('a limit of one hour leaves one offer', async () => {
  setLimits({ max_ride_hours: 1 })
  offerDurations()
  const { $offers, $slot } = await openLoadedPage()
  expect($offers.get().map(({ hours }) => hours)).toEqual([1])
  expect($slot.get()).not.toBeNull()
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

test('without limits of the backend, dates are limited to a year', async () => {
  const { $bookableDays } = await openLoadedPage()
  expect($bookableDays.get().last).toBe('2027-06-15')
})
