import { describe, expect, test } from 'vitest'
import {
  closedReason,
  hoursOn,
  type Opening,
  PAUSED_WITHOUT_END,
  pauseEnd,
  upcomingDates
} from '#domain/bookings/opening.ts'
import { firstBookableDay, slotsFor } from '#domain/bookings/start-times.ts'
import { instantAt } from '#domain/time/india-time.ts'

const at = (clock: string, day = '2026-12-24') => instantAt(day, clock)
const NOW = at('09:00')

const DAYTIME = { closes_at: '22:00', opens_at: '07:00' }
const OVERNIGHT = { closes_at: '02:00', opens_at: '18:00' }
const EVENING = { closes_at: '24:00', opens_at: '07:00' }
const UNTIL_MIDNIGHT = { closes_at: '00:00', opens_at: '07:00' }
const FROM_MIDNIGHT = { closes_at: '20:00', opens_at: '00:00' }
// 24 December 2026 is a Thursday.
const SHORT_FRIDAY = { ...DAYTIME, weekday_hours: { friday: ['08:00', '14:00'] } }
const NO_THURSDAY = { ...OVERNIGHT, weekday_hours: { thursday: [] } }
const LONG_THURSDAY = { ...DAYTIME, weekday_hours: { thursday: ['07:00', '02:00'] } }
const ALL_THURSDAY = { ...DAYTIME, weekday_hours: { thursday: ['00:00', '24:00'] } }

describe('why a property is closed for a ride', () => {
  test.each<[string, string, Opening, string | null]>([
    ['07:00', '22:00', DAYTIME, null],
    ['06:30', '08:00', DAYTIME, 'outside_hours'],
    ['21:00', '22:30', DAYTIME, 'outside_hours'],
    ['21:30', '08:00+1', DAYTIME, null],
    ['22:00', '08:00+1', DAYTIME, 'outside_hours'],
    ['08:00', '07:00+1', DAYTIME, null],
    ['22:30', '08:00+1', DAYTIME, 'outside_hours'],
    ['21:00', '24:00', DAYTIME, 'outside_hours'],
    ['18:00', '24:00', OVERNIGHT, null],
    ['23:00', '02:00+1', OVERNIGHT, null],
    ['23:00', '02:30+1', OVERNIGHT, 'outside_hours'],
    ['17:30', '19:00', OVERNIGHT, 'outside_hours'],
    ['00:00', '02:00', OVERNIGHT, null],
    ['02:00', '19:00', OVERNIGHT, 'outside_hours'],
    ['21:00', '24:00', EVENING, null],
    ['21:00', '00:30+1', EVENING, 'outside_hours'],
    ['00:00', '08:00', EVENING, 'outside_hours'],
    ['21:00', '24:00', UNTIL_MIDNIGHT, null],
    ['21:00', '00:30+1', UNTIL_MIDNIGHT, 'outside_hours'],
    ['00:00', '08:00', UNTIL_MIDNIGHT, 'outside_hours'],
    ['00:00', '01:00', FROM_MIDNIGHT, null],
    ['19:00', '24:00', FROM_MIDNIGHT, null],
    // The night before a closed day goes on, and that of the closed day is closed.
    ['00:30', '02:00', { ...OVERNIGHT, closed_dates: ['2026-12-24'] }, null],
    ['23:00', '02:00+1', { ...OVERNIGHT, closed_dates: ['2026-12-25'] }, null],
    ['18:00', '19:00', { ...OVERNIGHT, closed_dates: ['2026-12-24'] }, 'closed_on_date'],
    ['00:30', '02:00', { ...OVERNIGHT, closed_dates: ['2026-12-23'] }, 'closed_on_date'],
    ['18:00', '19:00', { ...OVERNIGHT, closed_dates: ['2026-12-23'] }, null],
    ['10:00', '12:00', { closed_dates: ['2026-12-24'] }, 'closed_on_date'],
    ['22:00', '06:00+1', { closed_dates: ['2026-12-25'] }, 'closed_on_date'],
    ['21:00', '24:00', { closed_dates: ['2026-12-25'] }, null],
    ['00:00', '02:00', { closed_dates: ['2026-12-24'] }, 'closed_on_date'],
    ['00:00', '02:00', { closed_dates: ['2026-12-23'] }, null],
    ['21:00', '22:00', SHORT_FRIDAY, null],
    ['21:00', '14:00+1', SHORT_FRIDAY, null],
    ['21:00', '14:30+1', SHORT_FRIDAY, 'outside_hours'],
    ['21:00', '07:30+1', SHORT_FRIDAY, 'outside_hours'],
    ['18:00', '20:00', { weekday_hours: { thursday: ['08:00', '18:00'] } }, 'outside_hours'],
    ['18:00', '20:00', { weekday_hours: { friday: ['08:00', '18:00'] } }, null],
    ['18:00', '20:00', NO_THURSDAY, 'closed_on_date'],
    ['00:30', '02:00', NO_THURSDAY, null],
    ['00:30', '02:30', NO_THURSDAY, 'closed_on_date'],
    ['00:30', '02:00', { ...OVERNIGHT, weekday_hours: { wednesday: [] } }, 'closed_on_date'],
    ['23:00', '02:00+1', LONG_THURSDAY, null],
    ['23:00', '02:30+1', LONG_THURSDAY, 'outside_hours'],
    ['00:30', '08:00', LONG_THURSDAY, 'outside_hours'],
    ['00:00', '24:00', ALL_THURSDAY, null],
    ['23:00', '00:30+1', ALL_THURSDAY, 'outside_hours'],
    ['10:00', '12:00', { ...ALL_THURSDAY, closed_dates: ['2026-12-24'] }, 'closed_on_date'],
    ['10:00', '12:00', { paused_until: at('10:00').toISOString() }, null],
    ['09:30', '12:00', { paused_until: at('10:00').toISOString() }, 'property_paused'],
    [
      '23:00',
      '23:30',
      { ...DAYTIME, closed_dates: ['2026-12-24'], paused_until: PAUSED_WITHOUT_END },
      'property_paused'
    ],
    ['23:00', '23:30', { ...DAYTIME, closed_dates: ['2026-12-24'] }, 'closed_on_date']
  ])('%s to %s with %o: %s', (start, end, opening, code) => {
    const [clock = '', next] = end.split('+')
    const day = next || clock === '24:00' ? '2026-12-25' : '2026-12-24'
    const ride = { end: at(clock === '24:00' ? '00:00' : clock, day), start: at(start) }
    expect(closedReason(ride, opening)?.code ?? null).toBe(code)
  })

  test('asks an extension about its end only', () => {
    const paused = { ...DAYTIME, paused_until: PAUSED_WITHOUT_END }
    expect(closedReason({ end: at('22:00') }, paused)).toBeNull()
    expect(closedReason({ end: at('22:30') }, paused)).toMatchObject({ code: 'outside_hours' })
  })

  test('names the closed date of a night', () => {
    const start = at('00:30')
    const of = (...closed_dates: string[]) => closedReason({ start }, { ...OVERNIGHT, closed_dates })
    expect(of('2026-12-23')).toEqual({ code: 'closed_on_date', day: '2026-12-23' })
    expect(of('2026-12-23', '2026-12-24')).toEqual({ code: 'closed_on_date', day: '2026-12-23' })
  })

  test('names the hours of the weekday', () => {
    const start = at('15:00', '2026-12-25')
    expect(closedReason({ start }, SHORT_FRIDAY)).toEqual({
      closes_at: '14:00',
      code: 'outside_hours',
      opens_at: '08:00'
    })
  })

  test('a pause that is over is none', () => {
    expect(pauseEnd({ paused_until: NOW.toISOString() }, NOW)).toBeNull()
  })
})

test('a closed date is over with its night', () => {
  const dates = ['2026-12-23', '2026-12-24']
  expect(upcomingDates({ ...OVERNIGHT, closed_dates: dates }, at('01:30'))).toEqual(dates)
  expect(upcomingDates({ ...OVERNIGHT, closed_dates: dates }, at('02:00'))).toEqual(['2026-12-24'])
  expect(upcomingDates({ closed_dates: dates }, at('00:00'))).toEqual(['2026-12-24'])
})

test.each<[string, Opening, [string, string] | null]>([
  ['2026-12-24', SHORT_FRIDAY, ['07:00', '22:00']],
  ['2026-12-25', SHORT_FRIDAY, ['08:00', '14:00']],
  ['2026-12-25', { ...SHORT_FRIDAY, closed_dates: ['2026-12-25'] }, null],
  ['2026-12-24', NO_THURSDAY, null],
  ['2026-12-24', ALL_THURSDAY, null],
  ['2026-12-24', {}, null]
])('the hours of %s with %o are %j', (day, opening, expected) => {
  const hours = hoursOn(day, opening)
  expect(hours && [hours.opens_at, hours.closes_at]).toEqual(expected)
})

describe('the starts of a property with hours', () => {
  test('are within the hours of a day, and none on a closed one', () => {
    expect(slotsFor('2026-12-26', NOW, DAYTIME)).toHaveLength(30)
    expect(slotsFor('2026-12-26', NOW, { ...OVERNIGHT, closed_dates: ['2026-12-26'] })).toEqual([
      '00:00',
      '00:30',
      '01:00',
      '01:30'
    ])
    expect(slotsFor('2026-12-26', NOW, { closed_dates: ['2026-12-26'] })).toEqual([])
  })

  test.each([
    ['2026-12-24', {}],
    ['2026-12-25', { closed_dates: ['2026-12-24'] }],
    ['2026-12-25', { closes_at: '09:30', opens_at: '07:00' }],
    ['2026-12-25', { weekday_hours: { thursday: [] } }],
    ['2026-12-30', { paused_until: at('10:00', '2026-12-30').toISOString() }],
    ['2026-12-24', { paused_until: PAUSED_WITHOUT_END }]
  ])('begin on %s with %o', (day, opening) => {
    expect(firstBookableDay(NOW, opening)).toBe(day)
  })
})
