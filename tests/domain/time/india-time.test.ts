import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAYS } from '#domain/constants.ts'
import * as time from '#domain/time/india-time.ts'
import * as timeTexts from '#domain/time/time-texts.ts'

const NBSP = '\u00A0'
const at = (iso: string) => new Date(iso)
const instants = fc.date({ max: at('2099-12-31T00:00:00Z'), min: at('1971-01-02T00:00:00Z'), noInvalidDate: true })
const days = instants.map(time.dayOf)
const clocks = fc.integer({ max: 24 * 60 - 1, min: 0 }).map(minutes => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
})

describe('the time shift', () => {
  test.each([
    ['2026-06-15T18:29:59Z', '2026-06-15', '23:59'],
    ['2026-06-15T18:30:00Z', '2026-06-16', '00:00'],
    ['2026-12-31T18:30:00Z', '2027-01-01', '00:00']
  ])('shows %s as %s %s', (iso, day, clock) => {
    expect(time.dayOf(at(iso))).toBe(day)
    expect(time.clockOf(at(iso))).toBe(clock)
  })
  test('returns the same instant from the day and the clock time', () => {
    fc.assert(
      fc.property(days, clocks, (day, clock) => {
        const instant = time.instantAt(day, clock)
        expect([time.dayOf(instant), time.clockOf(instant)]).toEqual([day, clock])
      })
    )
  })
  test.each(['America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland'])(
    'does not depend on the zone of a device in %s',
    zone => {
      const before = process.env.TZ
      process.env.TZ = zone
      const instant = time.instantAt('2026-03-08', '02:30')
      const shown = [instant.toISOString(), time.dayOf(instant), time.timeText(instant), time.weekdayOf('2026-03-08')]
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
      expect(shown).toEqual(['2026-03-07T21:00:00.000Z', '2026-03-08', `2:30${NBSP}am`, 'sunday'])
    }
  )
})

describe('an instant on the wire', () => {
  test.each([
    ['2026-06-15T13:30:00Z'],
    ['2026-06-15T13:30:00.000z'],
    ['2026-06-15T13:30:00'],
    ['2026-06-15 13:30:00'],
    ['2026-06-15T19:00:00+05:30'],
    ['2026-06-15T19:00:00+0530'],
    ['2026-06-15T09:30:00-04:00']
  ])('%s is 13:30 in UTC', iso => {
    expect(time.parseInstant(iso).toISOString()).toBe('2026-06-15T13:30:00.000Z')
  })
  test.each(['', 'tomorrow', '2026-13-40T00:00:00Z'])('%j is invalid', iso => {
    expect(Number.isNaN(time.parseInstant(iso).getTime())).toBe(true)
  })
  test('is unchanged after writing and reading', () => {
    fc.assert(
      fc.property(instants, instant => time.parseInstant(instant.toISOString()).getTime() === instant.getTime())
    )
  })
})

describe('a day', () => {
  test.each(['2026-06-15', '2028-02-29'])('%s is valid', text => expect(time.isDay(text)).toBe(true))
  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-6-5', '15-06-2026', '2026-06-15T00:00', '', 'today'])(
    '%j is not valid',
    text => expect(time.isDay(text)).toBe(false)
  )
  test('is unchanged after adding and subtracting days', () => {
    fc.assert(
      fc.property(days, fc.integer({ max: 4000, min: -4000 }), (day, count) => {
        expect(time.addDays(time.addDays(day, count), -count)).toBe(day)
      })
    )
  })
  test('is followed by the next weekday', () => {
    fc.assert(
      fc.property(days, day => {
        const next = DAYS[(DAYS.indexOf(time.weekdayOf(day)) + 1) % DAYS.length]
        expect(time.weekdayOf(time.addDays(day, 1))).toBe(next)
      })
    )
  })
  test('continues over the end of a month and of a year', () => {
    expect(time.addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(time.addDays('2028-03-01', -1)).toBe('2028-02-29')
  })
})

describe('a time of day', () => {
  test.each([
    ['00:00', '12:00', 'am'],
    ['00:30', '12:30', 'am'],
    ['11:59', '11:59', 'am'],
    ['12:00', '12:00', 'pm'],
    ['19:05', '7:05', 'pm'],
    ['23:30', '11:30', 'pm']
  ])('%s is %s %s', (clock, shown, half) => {
    expect(time.clockParts(clock)).toEqual({ meridiem: half, time: shown })
    expect(time.clockText(clock)).toBe(shown + NBSP + half)
  })
  test('is shown in Indian time', () => {
    expect(time.timeText(at('2026-06-15T13:30:00Z'))).toBe(`7:00${NBSP}pm`)
  })
})

describe('the instant from which an action is possible', () => {
  test.each([
    ['later today', '2026-06-15T13:00:00Z', `6:30${NBSP}pm`],
    ['within the current minute', '2026-06-15T13:00:01Z', `6:31${NBSP}pm`],
    ['tomorrow', '2026-06-16T13:00:00Z', `6:30${NBSP}pm on Tue 16 Jun`],
    ['in the last second of today', '2026-06-15T18:29:59Z', `12:00${NBSP}am on Tue 16 Jun`]
  ])('%s reads %s as %s', (_, instant, expected) => {
    expect(timeTexts.roundedUpTimeText(at(instant), at('2026-06-15T09:10:00Z'))).toBe(expected)
  })
})

describe('a past time, or the end of a limit', () => {
  test.each([
    ['2026-06-15T13:00:59Z', `6:30${NBSP}pm`],
    ['2026-06-15T18:29:30Z', `11:59${NBSP}pm`],
    ['2026-06-14T13:00:00Z', `6:30${NBSP}pm on Sun 14 Jun`],
    ['2027-01-16T13:00:00Z', `6:30${NBSP}pm on Sat 16 Jan 2027`]
  ])('%s is never shown later than it is: %s', (instant, expected) => {
    expect(timeTexts.timeOrDateText(at(instant), at('2026-06-15T18:29:45Z'))).toBe(expected)
  })
})

describe('a time with its day', () => {
  test.each([
    ['2026-06-15T13:00:00Z', '2026-06-15', `6:30${NBSP}pm`],
    ['2026-06-15T18:29:00Z', '2026-06-15', `11:59${NBSP}pm`],
    ['2026-06-15T18:30:00Z', '2026-06-15', `12:00${NBSP}am, Tue 16 Jun`],
    ['2026-06-15T13:00:00Z', '2026-06-16', `6:30${NBSP}pm, Mon 15 Jun`]
  ])('%s, where %s is expected, reads %s', (instant, day, expected) => {
    expect(timeTexts.timeWithDay(at(instant), day)).toBe(expected)
  })
})

describe('a time after its day', () => {
  test.each([
    ['2026-06-15T13:00:00Z', `at 6:30${NBSP}pm`, `6:30${NBSP}pm`],
    ['2026-06-16T13:00:00Z', `on Tue 16 Jun at 6:30${NBSP}pm`, `Tue 6:30${NBSP}pm`],
    ['2026-06-14T13:00:00Z', `on Sun 14 Jun at 6:30${NBSP}pm`, `Sun 6:30${NBSP}pm`],
    ['2026-06-22T13:00:00Z', `on Mon 22 Jun at 6:30${NBSP}pm`, `Mon 22 Jun 6:30${NBSP}pm`],
    ['2027-01-16T13:00:00Z', `on Sat 16 Jan 2027 at 6:30${NBSP}pm`, `Sat 16 Jan 2027 6:30${NBSP}pm`]
  ])('%s reads %s, or %s in short', (instant, sentence, short) => {
    const now = at('2026-06-15T09:10:00Z')
    expect([timeTexts.atTimeText(at(instant), now), timeTexts.timeOrWeekdayText(at(instant), now)]).toEqual([
      sentence,
      short
    ])
  })
})

describe('a ride in words', () => {
  test.each([
    ['2026-06-15T13:00:00Z', '2026-06-15T16:00:00Z', `6:30 – 9:30${NBSP}pm`],
    ['2026-06-15T05:30:00Z', '2026-06-15T11:30:00Z', `11:00${NBSP}am – 5:00${NBSP}pm`],
    ['2026-06-15T17:30:00Z', '2026-06-15T20:30:00Z', `11:00${NBSP}pm – 2:00${NBSP}am, Tue 16 Jun`],
    ['2026-06-15T13:30:00Z', '2026-06-16T13:30:00Z', `7:00${NBSP}pm – 7:00${NBSP}pm, Tue 16 Jun`],
    ['2026-12-31T17:30:00Z', '2026-12-31T20:30:00Z', `11:00${NBSP}pm – 2:00${NBSP}am, Fri 1 Jan 2027`]
  ])('from %s to %s reads %s', (start, end, range) => {
    expect(timeTexts.rangeText(at(start), at(end), at('2026-06-15T09:10:00Z'))).toBe(range)
  })
  test('shows its number of hours', () => {
    expect(timeTexts.hoursBetween(at('2026-06-15T17:30:00Z'), at('2026-06-16T05:30:00Z'))).toBe(12)
    expect([time.hoursText(1), time.hoursText(12)]).toEqual(['1 hour', '12 hours'])
  })
})

describe('the remaining time', () => {
  const MINUTE = 60_000
  test.each([
    [0, '1 min'],
    [29_000, '1 min'],
    [46 * MINUTE, '46 min'],
    [60 * MINUTE, '1 h'],
    [136 * MINUTE, '2 h 16 min'],
    [47.9 * 60 * MINUTE, '47 h 54 min'],
    [48 * 60 * MINUTE, '2 days'],
    [80 * 60 * MINUTE, '3 days']
  ])('of %i ms is %s', (ms, span) => expect(timeTexts.durationText(ms)).toBe(span))

  test.each([
    [522_000, '08:42'],
    [900_000, '15:00'],
    [1, '00:01'],
    [0, '00:00'],
    [-5_000, '00:00']
  ])('of a hold of %i ms is %s', (ms, countdown) => expect(timeTexts.countdownText(ms)).toBe(countdown))

  test('is never longer for a shorter time', () => {
    const spans = fc.integer({ max: 3_600_000, min: 0 })
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(timeTexts.countdownText(less) <= timeTexts.countdownText(more)).toBe(true)
      })
    )
  })
})
