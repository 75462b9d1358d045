// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import * as bookingText from '#messages/booking/booking.ts'
import { advanceTime } from '#tests/stores/browser-tab.ts'
import { openLoadedPage, setUpRiderPage } from './page.ts'

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
  test('is in the next morning when no slot is left today', async () => {
    vi.setSystemTime('2026-06-15T17:30:00Z')
    const { $day, $period, $slot } = await openLoadedPage()
    expect([$day.get(), $slot.get(), $period.get()?.period]).toEqual([TOMORROW, '06:00', 'Morning'])
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
  test('is offered in four parts of the day, without past slots', async () => {
    const { $period, $periods, $slot } = await openLoadedPage()
    expect($slot.get()).toBe('15:30')
    expect($periods.get().map(({ freeCount, period }) => [period, freeCount])).toEqual([
      ['Night', 0],
      ['Morning', 0],
      ['Afternoon', 5],
      ['Evening', 12]
    ])
    expect($period.get()?.starts[0]).toEqual({ slot: '15:30', status: 'free' })
  })
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
