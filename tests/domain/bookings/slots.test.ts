import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALL_SLOTS,
  cellsOf,
  isSlotStart,
  overlaps,
  periodOf,
  type TimeWindow,
  windowFrom
} from '#domain/bookings/slots.ts'
import { addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'

const instants = fc.date({ max: new Date('2099-12-31'), min: new Date('2000-01-01'), noInvalidDate: true })

describe('the half-hour grid', () => {
  test('contains every slot of every day', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ALL_SLOTS), (now, slot) => {
        const instant = instantAt(dayOf(now), slot)
        expect(isSlotStart(instant)).toBe(true)
        expect(isSlotStart(addMinutes(instant, 1))).toBe(false)
        expect(isSlotStart(new Date(instant.getTime() + 1))).toBe(false)
      })
    )
  })
})

describe('the periods of the day', () => {
  test.each([
    ['00:00', 'Night'],
    ['05:30', 'Night'],
    ['06:00', 'Morning'],
    ['11:30', 'Morning'],
    ['12:00', 'Afternoon'],
    ['17:30', 'Afternoon'],
    ['18:00', 'Evening'],
    ['23:30', 'Evening']
  ])('put %s into the %s', (slot, period) => expect(periodOf(slot)).toBe(period))
})

const TEN = new Date('2026-06-15T10:00:00Z')
const at = (clock: string) => new Date(`2026-06-15T${clock}:00Z`)

const windows = fc
  .record({ length: fc.integer({ max: 24 * 60, min: 1 }), start: fc.integer({ max: 30 * 24 * 60, min: 0 }) })
  .map(({ length, start }): TimeWindow => {
    const begin = TEN.getTime() + start * 60_000
    return { end: new Date(begin + length * 60_000), start: new Date(begin) }
  })

describe('a booked window', () => {
  test('lasts as many hours as the rider booked', () => {
    expect(windowFrom(TEN, 3)).toEqual({ end: at('13:00'), start: TEN })
    expect(windowFrom(TEN, 24).end).toEqual(new Date('2026-06-16T10:00:00Z'))
  })
  test.each([
    ['before', '08:00', '09:00', false],
    ['right before', '09:00', '10:00', false],
    ['over the start', '09:30', '10:30', true],
    ['the same', '10:00', '12:00', true],
    ['inside', '10:30', '11:00', true],
    ['around', '09:00', '13:00', true],
    ['over the end', '11:30', '12:30', true],
    ['right after', '12:00', '13:00', false],
    ['after', '13:00', '14:00', false]
  ])('half-open from ten to twelve, overlaps one %s it (%s to %s): %s', (_, start, end, isOverlapping) => {
    expect(overlaps(windowFrom(TEN, 2), { end: at(end), start: at(start) })).toBe(isOverlapping)
  })
  test('overlaps another one exactly when the other overlaps it', () => {
    fc.assert(fc.property(windows, windows, (one, other) => overlaps(one, other) === overlaps(other, one)))
  })
})

describe('the half-hour cells of a window', () => {
  const cells = (window: TimeWindow) => {
    const { endCell, firstCell } = cellsOf(window)
    return Array.from({ length: endCell - firstCell }, (_, index) => firstCell + index)
  }
  test('are two an hour on the grid, without a cell of the next ride', () => {
    const ride = cellsOf(windowFrom(TEN, 3))
    expect(ride.endCell - ride.firstCell).toBe(6)
    expect(cellsOf(windowFrom(at('13:00'), 1)).firstCell).toBe(ride.endCell)
  })
  test('include every cell that it touches off the grid', () => {
    expect(cells({ end: at('10:31'), start: at('10:29') })).toHaveLength(2)
  })
  test('are shared whenever windows overlap, so that the database rejects every double booking', () => {
    fc.assert(
      fc.property(windows, windows, (one, other) => {
        const shared = cells(one).some(cell => cells(other).includes(cell))
        if (overlaps(one, other)) expect(shared).toBe(true)
      })
    )
  })
  test('are shared only by windows that overlap, on the grid', () => {
    const onGrid = fc
      .record({ hours: fc.integer({ max: 24, min: 1 }), slot: fc.integer({ max: 200, min: 0 }) })
      .map(({ hours, slot }) => windowFrom(new Date(TEN.getTime() + slot * 1_800_000), hours))
    fc.assert(
      fc.property(onGrid, onGrid, (one, other) => {
        expect(cells(one).some(cell => cells(other).includes(cell))).toBe(overlaps(one, other))
      })
    )
  })
})
