import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BusyWindow,
  conflictStart,
  defaultStart,
  firstAvailableStart,
  slotAvailability
} from '#domain/bookings/availability.ts'
import { cellsOf, windowFrom } from '#domain/bookings/slots.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'

const DAY = '2026-06-15'
const at = (clock: string) => instantAt(DAY, clock)
const between = (start: string, end: string, isYours = false): BusyWindow => ({
  end: at(end),
  isYours,
  start: at(start)
})
const BUSY = [between('18:00', '18:30'), between('22:30', '23:30')]

const windows = fc
  .record({ cells: fc.integer({ max: 48, min: 1 }), first: fc.integer({ max: 96, min: 0 }) })
  .map(({ cells, first }): BusyWindow => {
    const start = addMinutes(at('00:00'), first * 30)
    return { end: addMinutes(start, cells * 30), isYours: false, start }
  })
const hours = fc.integer({ max: 24, min: 1 })

describe('a ride', () => {
  test.each([
    ['19:30', 3, null],
    ['20:00', 3, '22:30'],
    ['12:00', 12, '18:00'],
    ['23:00', 1, '23:00']
  ])('from %s for %i h conflicts with a window from %s', (start, length, from) => {
    expect(conflictStart(windowFrom(at(start), length), BUSY)).toEqual(from && at(from))
  })
  test('conflicts with the earliest window, in any order of the windows', () => {
    fc.assert(
      fc.property(windows, fc.array(windows), (ride, busy) => {
        expect(conflictStart(ride, busy)).toEqual(conflictStart(ride, busy.toReversed()))
      })
    )
  })
  test('fits exactly when none of its cells is claimed', () => {
    fc.assert(
      fc.property(windows, fc.array(windows), (ride, busy) => {
        const cells = ({ endCell, firstCell }: ReturnType<typeof cellsOf>) =>
          Array.from({ length: endCell - firstCell }, (_, index) => firstCell + index)
        const claimed = new Set(busy.flatMap(window => cells(cellsOf(window))))
        const fits = cells(cellsOf(ride)).every(cell => !claimed.has(cell))
        expect(conflictStart(ride, busy) === null).toBe(fits)
      })
    )
  })
  test('fits if it is shortened to the start of the conflict', () => {
    fc.assert(
      fc.property(windows, fc.array(windows), (ride, busy) => {
        const from = conflictStart(ride, busy)
        if (from && from > ride.start) expect(conflictStart({ ...ride, end: from }, busy)).toBeNull()
      })
    )
  })
})

describe('a start time', () => {
  test.each([
    ['18:00', 1, 'taken'],
    ['17:30', 1, 'short'],
    ['17:00', 1, 'free'],
    ['23:00', 1, 'taken']
  ])('at %s for %i h is %s', (start, length, availability) => {
    expect(slotAvailability(at(start), length, { busy: BUSY })).toBe(availability)
  })
  test('is not free for a longer ride if it is taken for a shorter one', () => {
    fc.assert(
      fc.property(windows, hours, fc.array(windows), ({ start }, length, busy) => {
        const longer = slotAvailability(start, length + 1, { busy })
        const shorter = slotAvailability(start, length, { busy })
        expect(longer === 'free' && shorter !== 'free').toBe(false)
        expect(longer === 'taken').toBe(shorter === 'taken')
      })
    )
  })
})

test('a start time is closing if its ride ends after the property closes, and taken if somebody has the scooter', () => {
  const schedule = { busy: BUSY, opening: { closes_at: '22:00', opens_at: '08:00' } } as const
  expect(['20:30', '21:00', '21:30', '22:30'].map(start => slotAvailability(at(start), 1, schedule))).toEqual([
    'free',
    'free',
    'closing',
    'taken'
  ])
})

test('a start time in a ride of the rider is yours, even if another rider has the scooter', () => {
  const busy = [between('18:00', '20:00', true), between('18:00', '19:00'), between('20:00', '21:00')]
  const starts = ['17:30', '18:00', '19:30', '20:00', '21:00']
  expect(starts.map(start => slotAvailability(at(start), 1, { busy }))).toEqual([
    'short',
    'yours',
    'yours',
    'taken',
    'free'
  ])
})

describe('the preselected start', () => {
  const days = [DAY, addDays(DAY, 1), addDays(DAY, 2)]
  const preselected = (clock: string, busy: readonly BusyWindow[], hours = 1) =>
    defaultStart(days, { busy, hoursOn: () => hours, now: at(clock) })
  const dayLong = (day: string) => ({
    end: instantAt(addDays(day, 1), '00:00'),
    isYours: false,
    start: instantAt(day, '00:00')
  })

  test('is the first free one of today, at night too', () => {
    expect(preselected('14:40', [])).toEqual({ day: DAY, slot: '15:30' })
    expect(preselected('14:40', [between('15:00', '17:00')])).toEqual({ day: DAY, slot: '17:00' })
    expect(preselected('01:10', [])).toEqual({ day: DAY, slot: '02:00' })
  })
  test('leaves room for the whole ride', () => {
    expect(preselected('14:40', [between('17:00', '18:00')], 2)).toEqual({ day: DAY, slot: '18:00' })
  })
  test('is in the morning of the next date with a free one when today has none', () => {
    expect(preselected('23:20', [])).toEqual({ day: days[1], slot: '06:00' })
    expect(preselected('14:40', [dayLong(DAY), dayLong(days[1] as string)])).toEqual({ day: days[2], slot: '06:00' })
  })
  test('is at night on a later date only if nothing else is free', () => {
    const rest = {
      end: instantAt(days[2] as string, '00:00'),
      isYours: false,
      start: instantAt(days[1] as string, '03:00')
    }
    expect(preselected('23:20', [rest])).toEqual({ day: days[1], slot: '00:00' })
  })
  test('is missing when every date is full', () => {
    expect(preselected('14:40', days.map(dayLong))).toEqual({ day: DAY, slot: null })
  })
  test('is bookable and free for any bookings', () => {
    fc.assert(
      fc.property(fc.array(windows), hours, fc.integer({ max: 47, min: 0 }), (busy, length, half) => {
        const now = addMinutes(at('00:00'), half * 30)
        const { day, slot } = defaultStart(days, { busy, hoursOn: () => length, now })
        if (slot === null) return
        expect(slotAvailability(instantAt(day, slot), length, { busy })).toBe('free')
        expect(instantAt(day, slot) > addMinutes(now, 30)).toBe(true)
        expect(day >= dayOf(now)).toBe(true)
      })
    )
  })
})

describe('the next free start', () => {
  const starts = ['17:30', '18:00', '18:30', '19:00', '22:00', '23:30'].map(at)
  const until = instantAt('2026-06-16', '00:30')

  test.each([
    [1, '18:30'],
    [4, '18:30'],
    [5, null]
  ])('for %i h is %s', (length, start) => {
    expect(firstAvailableStart(starts, length, { busy: BUSY, until })).toEqual(start && at(start))
  })
  test('is unknown after the last known day', () => {
    expect(firstAvailableStart([at('23:30')], 1, { busy: BUSY, until })).toEqual(at('23:30'))
    expect(firstAvailableStart([at('23:30')], 2, { busy: BUSY, until })).toBeNull()
  })
})
