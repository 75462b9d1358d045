import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlanOfferedOn, pricePerHour, rateFor, startingPrices } from '#domain/catalogue/pricing.ts'
import { DAYS, DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'

/** A Monday. */
const NOW = new Date('2026-06-15T06:30:00Z')

const rates = { hourly_1: 60, hourly_3: 150, hourly_6: 280, hourly_12: 510 }
const daily = { available_days: DAYS, is_active: true }
const plans = fc.record({
  available_days: fc.constant(DAYS),
  cost: fc.integer({ max: 100_000, min: 1 }),
  hours: fc.integer({ max: 24, min: 1 }),
  is_active: fc.constant(true),
  name: fc.string()
})

describe('legacy pricing', () => {
  test('is the total of a ride, not a rate per hour', () => {
    expect(DURATION_CHOICES_HOURS.map(hours => rateFor(rates, hours))).toEqual([60, 150, 280, 510])
  })
})

describe("'Starting from'", () => {
  test.each([
    [
      'the cheapest hour of the plans',
      [
        { ...daily, cost: 300, hours: 3, name: 'Errand Run' },
        { ...daily, cost: 80, hours: 1, name: 'Quick Hop' }
      ],
      rates,
      80
    ],
    [
      'the cheapest hour of the plans, rounded up to a whole rupee',
      [{ ...daily, cost: 100, hours: 3, name: 'Errand Run' }],
      rates,
      34
    ],
    ['the plans even if the hourly rate is lower', [{ ...daily, cost: 90, hours: 1, name: 'Quick Hop' }], rates, 90],
    [
      'the plans of today, not a cheaper one of another day or one that is switched off',
      [
        { ...daily, cost: 90, hours: 1, name: 'Quick Hop' },
        { ...daily, available_days: ['sunday' as const], cost: 20, hours: 1, name: 'Sunday' },
        { ...daily, cost: 10, hours: 1, is_active: false, name: 'Gone' }
      ],
      rates,
      90
    ],
    [
      'the hourly rate on a day without plans',
      [{ ...daily, available_days: ['sunday' as const], cost: 20, hours: 1, name: 'Sunday' }],
      rates,
      60
    ],
    ['the hourly rate without plans', [], rates, 60],
    ['50 when pricing cannot load', [], null, 50]
  ])('shows %s', (_, offered, known, rate) => expect(startingPrices(offered, known, NOW).lowest.perHour).toBe(rate))

  test('is at most the hourly price of every plan, and less than a rupee above the cheapest', () => {
    fc.assert(
      fc.property(fc.array(plans, { minLength: 1 }), offered => {
        const rate = startingPrices(offered, rates, NOW).lowest.perHour
        const cheapest = Math.min(...offered.map(({ cost, hours }) => cost / hours))
        expect(Number.isInteger(rate)).toBe(true)
        expect(rate - cheapest).toBeGreaterThanOrEqual(0)
        expect(rate - cheapest).toBeLessThan(1)
        for (const plan of offered) expect(rate).toBeLessThanOrEqual(pricePerHour(plan))
      })
    )
  })
})

test('the price of a scooter is that of the shortest ride, the cheaper of two', () => {
  const named = (cost: number, hours: number) => ({ ...daily, cost, hours, name: `${hours} h` })
  expect(startingPrices([named(140, 3), named(60, 1), named(50, 1), named(400, 24)], rates, NOW)).toEqual({
    lowest: { perHour: 17, plan: '24 h' },
    shortest: { cost: 50, hours: 1 }
  })
  // After the last time of a Saturday, Sunday's plans count.
  const late = new Date('2026-06-20T18:00:00Z')
  const sunday = { ...named(20, 1), available_days: ['sunday' as const] }
  expect(startingPrices([named(60, 1), sunday], rates, late).lowest.perHour).toBe(20)
  const closed = { closed_dates: [dayOf(late), addDays(dayOf(late), 1)] }
  expect(startingPrices([named(60, 1), sunday], rates, late, closed).lowest.perHour).toBe(60)
  expect(startingPrices([], rates, NOW)).toEqual({
    lowest: { perHour: 60, plan: null },
    shortest: { cost: 60, hours: 1 }
  })
})

describe('a plan', () => {
  const weekend = { available_days: ['saturday', 'sunday'], is_active: true } as const
  test('applies on the weekday on which the ride starts', () => {
    expect(DAYS.filter(day => isPlanOfferedOn(weekend, day))).toEqual(['saturday', 'sunday'])
  })
  test('never applies when it is inactive', () => {
    expect(DAYS.filter(day => isPlanOfferedOn({ available_days: DAYS, is_active: false }, day))).toEqual([])
  })
})
