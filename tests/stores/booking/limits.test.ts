// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { startTooFar } from '#messages/booking/booking.ts'
import { advanceTime, delayedReply, json } from '#tests/helpers/servers/api-server.ts'
import { network } from '#tests/stores/rider-tab.ts'
import { errandRun, openLoadedPage, setUpRiderPage } from './page.ts'

// The limits that the property has set: how far ahead a ride starts, and how long it lasts.

const TODAY = '2026-06-15'
const TOMORROW = '2026-06-16'

function setLimits(limits: { max_days_ahead?: number; max_ride_hours?: number; support_phone?: string }): void {
  network.replies['/api/properties/1/scooters'] = () =>
    json([{ id: 7, name: 'Ather', property_id: 1, status: 'Available', ...limits }])
}

function offerDurations(): void {
  network.replies['/api/properties/1/pricing-plans'] = () => json({ pricing_plans: [] })
}

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
  history.replaceState(null, '', '/booking/7?date=2026-07-01&time=18:00&hours=3')
  const { $day, $missedSlot, $offer, $slot, $stripDays, $timeNotice } = await openLoadedPage()
  expect([$day.get(), $slot.get(), $missedSlot.get(), $offer.get()?.hours]).toEqual([TODAY, null, '18:00', 3])
  expect($timeNotice.get()).toBe(startTooFar(3))
  expect($stripDays.get()).toHaveLength(4)
})

test('longer durations are not offered, and one in the URL is replaced by the shortest', async () => {
  setLimits({ max_ride_hours: 6 })
  offerDurations()
  history.replaceState(null, '', '/booking/7?hours=12')
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
  network.replies['/api/properties/1/pricing-plans'] = () => json({ pricing_plans: [errandRun] })
  const { $day, $slot, $timeNotice, chooseDay, chooseSlot, loadBookingPage } = await openLoadedPage()
  chooseDay('2026-06-20')
  chooseSlot('10:00')
  setLimits({ max_days_ahead: 3 })
  await loadBookingPage()
  expect([$day.get(), $slot.get(), $timeNotice.get()]).toEqual([TODAY, null, startTooFar(3)])
})

test('an earlier refresh that ends later does not replace a newer one', async () => {
  const { $limits, $rates, loadBookingPage } = await openLoadedPage()
  const rates = (hourly_1: number) => json({ hourly_1, hourly_12: 480, hourly_3: 150, hourly_6: 280 })
  const scooters = network.replies['/api/properties/1/scooters'] as () => Response
  network.replies['/api/properties/1/pricing'] = () => delayedReply(500, () => rates(60))
  network.replies['/api/properties/1/scooters'] = () => delayedReply(500, scooters)
  const earlier = loadBookingPage()
  await advanceTime(20)
  network.replies['/api/properties/1/pricing'] = () => rates(90)
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
