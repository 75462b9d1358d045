// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { listPropertyPlans } from '#contract/catalogue/catalogue.ts'
import { instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { delayed, errorFault, refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, server, shownToasts, useExternalBackend } from '#tests/stores/browser-tab.ts'
import { errandRun, openLoadedPage, quickHop, setUpRiderPage } from './page.ts'

const TODAY = '2026-06-15'
const TOMORROW = '2026-06-16'
const THEN = '2026-06-18'

type Taken = readonly [day: string, from: string, to: string]
const busy = (...windows: Taken[]) => ({
  body: {
    busy: windows.map(([day, from, to]) => ({
      end_time: instantAt(day, to).toISOString(),
      start_time: instantAt(day, from).toISOString()
    }))
  }
})
const taken = (...windows: Taken[]) => server.answerTo(getAvailability, () => busy(...windows))
/** The availability of THEN; every other date is free. */
const takenThen = (...windows: Taken[]) =>
  server.answerTo(getAvailability, ({ query: { date } }) => busy(...(date === THEN ? windows : [])))
const conflictAt = (from: string, to: string) =>
  errorFault(bookingText.bookingConflict, 400, {
    'x-conflict-end': instantAt(TODAY, to).toISOString(),
    'x-conflict-start': instantAt(TODAY, from).toISOString()
  })
const requestedDates = () => server.requestsTo(getAvailability).map(({ query }) => query.date)
const soon = () => advanceTime(20)

// 2:40 pm on a Monday in India.
setUpRiderPage()

describe('the slots', () => {
  test('are requested with the date, and again for another date', async () => {
    taken()
    const { chooseDay } = await openLoadedPage()
    chooseDay(THEN)
    await soon()
    expect(requestedDates()).toEqual([TODAY, THEN])
  })
  test('show what is taken and where the shortest ride does not fit', async () => {
    taken([TODAY, '18:00', '18:30'], [TODAY, '22:30', '23:30'])
    const { $period, $periods, $knowsAvailability, openPeriod } = await openLoadedPage()
    openPeriod('Evening')
    expect($knowsAvailability.get()).toBe(true)
    const unavailable = $period.get()?.starts.filter(({ status }) => status !== 'free')
    expect(unavailable).toEqual([
      { slot: '18:00', status: 'taken' },
      { slot: '22:00', status: 'short' },
      { slot: '22:30', status: 'taken' },
      { slot: '23:00', status: 'taken' }
    ])
    expect($periods.get().map(({ freeCount }) => freeCount)).toEqual([0, 0, 4, 8])
  })
  test('open at the first part of the day with a free slot', async () => {
    taken([TODAY, '12:00', '18:30'])
    const { $period, openPeriod } = await openLoadedPage()
    expect($period.get()?.period).toBe('Evening')
    openPeriod('Afternoon')
    expect($period.get()).toMatchObject({ freeCount: 0, period: 'Afternoon' })
  })
  test('are all free without availability data, and no error is shown', async () => {
    const { $suggestions, $periods, $obstacles, $knowsAvailability, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    expect($knowsAvailability.get()).toBe(false)
    expect($periods.get().map(({ freeCount }) => freeCount)).toEqual([0, 0, 5, 12])
    expect([$suggestions.get(), [...$obstacles.get().values()], await shownToasts()]).toEqual([[], [null, null], []])
  })
  test('are not requested from an external backend, which has no availability', async () => {
    useExternalBackend()
    taken([TODAY, '18:00', '20:00'])
    const { $bookingPage, $periods, $knowsAvailability, chooseDay } = await openLoadedPage()
    expect($bookingPage.get()?.scooter.id).toBe('7')
    expect($periods.get()[3]?.freeCount).toBe(12)
    chooseDay(THEN)
    await soon()
    expect([server.requestsTo(getAvailability), $knowsAvailability.get()]).toEqual([[], false])
    expect(console.error).not.toHaveBeenCalled()
  })
  test('of a date are not those of the date before while its response is pending', async () => {
    taken()
    const { $periods, chooseDay } = await openLoadedPage()
    server.answerTo(getAvailability, ({ query: { date } }) =>
      date === THEN ? delayed(800, busy([THEN, '06:00', '12:00'])) : busy([TODAY, '18:00', '20:00'])
    )
    chooseDay(THEN)
    chooseDay(TODAY)
    await advanceTime(1000)
    expect($periods.get().map(({ freeCount }) => freeCount)).toEqual([0, 0, 4, 8])
  })
  test('are requested again when the tab becomes visible', async () => {
    taken()
    const { $periods } = await openLoadedPage()
    taken([TODAY, '18:00', '23:59'])
    document.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect($periods.get()[3]?.freeCount).toBe(0)
  })
  test('stay as they are if the refresh fails, but those of another date do not', async () => {
    taken([TODAY, '18:00', '23:59'])
    const { $knowsAvailability, $periods, chooseDay } = await openLoadedPage()
    server.fail(getAvailability, serverError)
    document.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect([$knowsAvailability.get(), $periods.get()[3]?.freeCount]).toEqual([true, 0])
    chooseDay(THEN)
    await soon()
    expect([$knowsAvailability.get(), $periods.get()[3]?.freeCount]).toEqual([false, 12])
  })
})

describe('an offer', () => {
  test('shows from which time the scooter is taken', async () => {
    taken([TODAY, '21:30', '22:30'])
    const { $obstacles, chooseSlot } = await openLoadedPage()
    chooseSlot(null)
    expect($obstacles.get().size).toBe(0)
    chooseSlot('19:00')
    expect($obstacles.get().get('plan-2')).toEqual(instantAt(TODAY, '21:30'))
    expect($obstacles.get().get('plan-1')).toBeNull()
  })
})

describe('a selected slot', () => {
  test('that is taken on another date is cleared with a notice', async () => {
    takenThen([THEN, '18:30', '20:00'])
    const { $suggestions, $slot, $timeNotice, chooseDay, chooseSlot, chooseSuggestion } = await openLoadedPage()
    chooseSlot('19:00')
    chooseDay(THEN)
    await soon()
    expect($slot.get()).toBeNull()
    expect($timeNotice.get()).toBe(bookingText.timeTaken('7:00\u00a0pm'))
    expect($suggestions.get()).toEqual([
      { day: THEN, slot: '17:30' },
      { day: THEN, slot: '20:00' }
    ])
    chooseSuggestion({ day: THEN, slot: '20:00' })
    expect($slot.get()).toBe('20:00')
    expect($timeNotice.get()).toBe('')
    expect($suggestions.get()).toEqual([])
  })
  test('without room for the selected plan on another date is cleared', async () => {
    takenThen([THEN, '20:00', '21:00'])
    const { $suggestions, $slot, $timeNotice, chooseDay, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    chooseOffer('plan-2')
    chooseDay(THEN)
    await soon()
    expect($slot.get()).toBeNull()
    expect($timeNotice.get()).toBe(bookingText.timeNotFreeFor('7:00\u00a0pm', '3 hours'))
    expect($suggestions.get()).toMatchObject([
      { day: THEN, offer: { name: 'Quick Hop' }, slot: '19:00' },
      { day: THEN, slot: '17:00' },
      { day: THEN, slot: '21:00' }
    ])
  })
})

describe('a booking conflict', () => {
  async function meetOne(from: string, to: string) {
    taken()
    const page = await openLoadedPage()
    page.chooseSlot('19:00')
    page.chooseOffer('plan-2')
    server.fail(createHourlyBooking, errorFault(bookingText.bookingConflict))
    taken([TODAY, from, to])
    expect(await page.book()).toBe('time')
    await soon()
    expect(server.requestCount(getAvailability)).toBe(2)
    return page
  }

  test('updates the slots, clears the taken one and keeps the other choices', async () => {
    const { $day, $offer, $slot, $suggestions, $timeNotice, $timeError } = await meetOne('18:30', '21:00')
    expect([$day.get(), $offer.get()?.key, $slot.get()]).toEqual([TODAY, 'plan-2', null])
    expect([$timeError.get(), $timeNotice.get()]).toEqual([bookingText.slotTaken, ''])
    expect($suggestions.get()).toEqual([
      { day: TODAY, slot: '15:30' },
      { day: TODAY, slot: '21:00' }
    ])
  })
  test('offers a shorter ride at the same time if only the end is taken', async () => {
    const { $offer, $slot, $suggestions, $timeError, chooseSuggestion } = await meetOne('20:00', '21:00')
    expect([$slot.get(), $timeError.get()]).toEqual([null, bookingText.slotTaken])
    const [shorter, ...others] = $suggestions.get()
    expect(others).toEqual([
      { day: TODAY, slot: '17:00' },
      { day: TODAY, slot: '21:00' }
    ])
    expect(shorter).toMatchObject({ day: TODAY, offer: { key: 'plan-1' }, slot: '19:00' })
    if (shorter) chooseSuggestion(shorter)
    expect([$slot.get(), $offer.get()?.key, $timeError.get(), $suggestions.get()]).toEqual(['19:00', 'plan-1', '', []])
  })
  test('counts the window that the rejection names as booked before the new availability arrives', async () => {
    taken()
    const { $suggestions, book, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    server.fail(createHourlyBooking, conflictAt('19:00', '20:00'))
    server.answerTo(getAvailability, () => delayed(5000, busy([TODAY, '18:00', '20:30'])))
    await book()
    expect($suggestions.get().map(({ slot }) => slot)).toEqual(['18:00', '20:00'])
    await advanceTime(5000)
    expect($suggestions.get().map(({ slot }) => slot)).toEqual(['17:00', '20:30'])
  })
  test('keeps that window booked if the new availability does not arrive', async () => {
    taken()
    const { $suggestions, book, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    server.fail(createHourlyBooking, conflictAt('19:00', '20:00'))
    server.fail(getAvailability, serverError)
    await book()
    await soon()
    expect($suggestions.get().map(({ slot }) => slot)).toEqual(['18:00', '20:00'])
  })
  test('of an external backend offers the nearest times around the window that it names', async () => {
    useExternalBackend()
    server.fail(createHourlyBooking, conflictAt('18:30', '20:00'))
    const { $slot, $suggestions, book, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    await book()
    expect($slot.get()).toBeNull()
    expect($suggestions.get().map(({ slot }) => slot)).toEqual(['17:30', '20:00'])
  })
  test.each([
    ['own_ride_overlaps', bookingText.overlappingOwnRide],
    ['start_passed', bookingText.startPassed],
    ['start_too_soon', bookingText.startTooSoon('7:30 pm')]
  ] as const)('with %s shows the reason at the times', async (code, sentence) => {
    taken()
    const { $slot, $timeError, book, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    server.fail(createHourlyBooking, refusalFault(code, sentence))
    expect(await book()).toBe('time')
    expect([$slot.get(), $timeError.get(), await shownToasts()]).toEqual([null, sentence, [sentence]])
  })
})

describe('a fully taken date', () => {
  test('offers the next free slot of the following day for the selected ride', async () => {
    taken(
      [TODAY, '00:00', '23:30'],
      [TODAY, '23:30', '23:59'],
      [TOMORROW, '00:00', '06:00'],
      [TOMORROW, '07:00', '08:00']
    )
    const { $day, $isDayFull, $slot, $suggestions, chooseDay, chooseOffer, chooseSlot, chooseSuggestion } =
      await openLoadedPage()
    chooseDay(TODAY)
    chooseSlot(null)
    expect($isDayFull.get()).toBe(true)
    expect($suggestions.get()).toEqual([{ day: TOMORROW, slot: '06:00' }])
    chooseOffer('plan-2')
    expect($suggestions.get()).toEqual([{ day: TOMORROW, slot: '08:00' }])
    chooseSuggestion({ day: TOMORROW, slot: '08:00' })
    await soon()
    expect([$day.get(), $slot.get(), $suggestions.get()]).toEqual([TOMORROW, '08:00', []])
    expect(requestedDates().at(-1)).toBe(TOMORROW)
  })
  test('offers no slot whose ride ends after the known availability', async () => {
    const longPlan = { ...errandRun, hours: 24, id: 24, name: 'Day Out' }
    server.answer(listPropertyPlans, { pricing_plans: [quickHop, longPlan] })
    taken([TODAY, '00:00', '23:59'], [TOMORROW, '00:00', '01:00'])
    const { $suggestions, chooseDay, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseDay(TODAY)
    chooseSlot(null)
    expect($suggestions.get()).toEqual([{ day: TOMORROW, slot: '01:00' }])
    chooseOffer('plan-24')
    expect($suggestions.get()).toEqual([])
  })
})
