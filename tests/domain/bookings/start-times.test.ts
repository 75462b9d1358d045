import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_SLOTS } from '#domain/bookings/slots.ts'
import {
  firstBookableDay,
  firstBookableStart,
  isAfterLead,
  isBookable,
  slotsFor
} from '#domain/bookings/start-times.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'

const TODAY = '2026-06-15'
const nowAt = (clock: string) => instantAt(TODAY, clock)
const instants = fc.date({ max: new Date('2099-12-31'), min: new Date('2000-01-01'), noInvalidDate: true })

describe('slots', () => {
  test.each([
    ['10:00', '11:00'],
    ['10:30', '11:30'],
    ['22:59', '23:30']
  ])('begin today, at %s, with %s: more than 30 minutes after now', (clock, first) => {
    expect(slotsFor(TODAY, nowAt(clock))[0]).toBe(first)
  })
  test.each(['23:00', '23:30', '23:59'])('are over today at %s, and tomorrow is offered', clock => {
    expect(slotsFor(TODAY, nowAt(clock))).toEqual([])
    expect(firstBookableDay(nowAt(clock))).toBe('2026-06-16')
  })
  test('of today are those of India, whatever the date in UTC', () => {
    const now = new Date('2026-06-14T20:00:00Z')
    expect(dayOf(now)).toBe(TODAY)
    expect(slotsFor(TODAY, now)[0]).toBe('02:30')
  })
  test('are offered exactly if they are more than 30 minutes ahead', () => {
    fc.assert(
      fc.property(instants, fc.integer({ max: 2, min: -1 }), (now, ahead) => {
        const day = addDays(dayOf(now), ahead)
        const offered = slotsFor(day, now)
        for (const slot of ALL_SLOTS) {
          const inTime = instantAt(day, slot).getTime() - now.getTime() > 30 * 60_000
          expect(offered.includes(slot)).toBe(inTime)
          expect(isBookable(day, slot, now)).toBe(inTime)
        }
      })
    )
  })
  test('begin on the first bookable day with the first bookable start', () => {
    fc.assert(
      fc.property(instants, now => {
        const [slot] = slotsFor(firstBookableDay(now), now)
        expect(slot && instantAt(firstBookableDay(now), slot)).toEqual(firstBookableStart(now))
      })
    )
  })
})

describe('slots where rides start at once', () => {
  const AT_ONCE = { lead_minutes: 0 }
  const secondsAfter = (clock: string, seconds: number) => new Date(nowAt(clock).getTime() + seconds * 1000)

  test.each([
    ['09:59', 59, '10:00', false],
    ['10:00', 0, '10:00', true],
    ['10:09', 59, '10:00', true],
    ['10:10', 0, '10:30', false],
    ['10:29', 59, '10:30', false],
    ['00:00', 0, '00:00', true],
    ['23:30', 0, '23:30', true],
    ['23:39', 59, '23:30', true]
  ])('begin at %s:%i with %s, which has begun: %s', (clock, seconds, first, hasBegun) => {
    const now = secondsAfter(clock, seconds)
    const start = instantAt(TODAY, first)
    expect(slotsFor(TODAY, now, AT_ONCE)[0]).toBe(first)
    expect(firstBookableStart(now, AT_ONCE)).toEqual(start)
    expect(firstBookableDay(now, AT_ONCE)).toBe(TODAY)
    expect(start <= now).toBe(hasBegun)
  })

  test.each(['23:40', '23:59'])('are over today at %s, and tomorrow is offered', clock => {
    expect(slotsFor(TODAY, nowAt(clock), AT_ONCE)).toEqual([])
    expect(firstBookableDay(nowAt(clock), AT_ONCE)).toBe('2026-06-16')
    expect(firstBookableStart(nowAt(clock), AT_ONCE)).toEqual(instantAt('2026-06-16', '00:00'))
  })

  test.each([
    ['10:14', 59, true],
    ['10:15', 0, false]
  ])('are taken five minutes longer by a lenient server: at %s:%i, %s', (clock, seconds, isTaken) => {
    expect(isAfterLead(nowAt('10:00'), secondsAfter(clock, seconds), AT_ONCE, 5)).toBe(isTaken)
  })

  test('keep the hours of the property', () => {
    const hours = { ...AT_ONCE, closes_at: '22:00', opens_at: '10:30' }
    expect(slotsFor(TODAY, nowAt('10:05'), hours)[0]).toBe('10:30')
  })
})
