// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { getAvailability } from '#contract/bookings/create-booking.ts'
import { listPropertyPlans } from '#contract/catalogue/catalogue.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { openPage, server } from '#tests/stores/browser-tab.ts'
import { errandRun, openLoadedPage, setUpRiderPage } from './page.ts'

const TODAY = '2026-06-15'
const THEN = '2026-06-18'

// 2:40 pm on a Monday in India.
setUpRiderPage()

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
