import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  groupDigits,
  isPlanOfferedOn,
  moneyText,
  paiseOf,
  pricePerHour,
  rateFor,
  rupeesOf,
  rupeesText,
  startingPrices
} from '#domain/catalogue/pricing.ts'
import { DAYS, DURATION_CHOICES_HOURS, PRICE_MAX_RUPEES } from '#domain/constants.ts'

const rates = { hourly_1: 60, hourly_3: 150, hourly_6: 280, hourly_12: 510 }
const plans = fc.record({
  cost: fc.integer({ max: 100_000, min: 1 }),
  hours: fc.integer({ max: 24, min: 1 }),
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
        { cost: 300, hours: 3, name: 'Errand Run' },
        { cost: 80, hours: 1, name: 'Quick Hop' }
      ],
      rates,
      80
    ],
    [
      'the cheapest hour of the plans, rounded up to a whole rupee',
      [{ cost: 100, hours: 3, name: 'Errand Run' }],
      rates,
      34
    ],
    ['the plans even if the hourly rate is lower', [{ cost: 90, hours: 1, name: 'Quick Hop' }], rates, 90],
    ['the hourly rate without plans', [], rates, 60],
    ['50 when pricing cannot load', [], null, 50]
  ])('shows %s', (_, offered, known, rate) => expect(startingPrices(offered, known).lowest.perHour).toBe(rate))

  test('is at most the hourly price of every plan, and less than a rupee above the cheapest', () => {
    fc.assert(
      fc.property(fc.array(plans, { minLength: 1 }), offered => {
        const rate = startingPrices(offered, rates).lowest.perHour
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
  const named = (cost: number, hours: number) => ({ cost, hours, name: `${hours} h` })
  expect(startingPrices([named(140, 3), named(60, 1), named(50, 1), named(400, 24)], rates)).toEqual({
    lowest: { perHour: 17, plan: '24 h' },
    shortest: named(50, 1)
  })
  expect(startingPrices([], rates)).toEqual({ lowest: { perHour: 60, plan: null }, shortest: { cost: 60, hours: 1 } })
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

describe('an amount', () => {
  test('is in paise at the payment provider only', () => {
    expect(paiseOf(140)).toBe(14_000)
    expect(rupeesOf(14_050)).toBe(140.5)
  })
  test('survives the conversion to paise and back', () => {
    fc.assert(fc.property(fc.integer({ max: 1e9, min: 0 }), rupees => rupeesOf(paiseOf(rupees)) === rupees))
  })
  test('is in whole paise for every possible price, and at least the minimum of the provider', () => {
    const wrong = Array.from({ length: PRICE_MAX_RUPEES }, (_, index) => index + 1).filter(
      rupees => !Number.isInteger(paiseOf(rupees)) || paiseOf(rupees) < 100 || String(paiseOf(rupees)) !== `${rupees}00`
    )
    expect(wrong).toEqual([])
  })
  test('is shown to the last paisa, also if no ride costs as much', () => {
    for (const paise of [1, 99, 101, 835, 115, 100_001]) {
      expect(rupeesOf(paise).toFixed(2)).toBe(`${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)
    }
  })
  test.each([
    [50, '₹50'],
    [1200, '₹1,200'],
    [123_456, '₹1,23,456'],
    [140.5, '₹140.50'],
    [0.99, '₹0.99']
  ])('of %d is written %s', (amount, text) => expect(rupeesText(amount)).toBe(text))
  test('is grouped as the runtime groups amounts for India', () => {
    const grouped = new Intl.NumberFormat('en-IN')
    fc.assert(fc.property(fc.integer({ max: 1e12, min: 0 }), amount => groupDigits(amount) === grouped.format(amount)))
  })
  test('in another currency is written with its code', () => {
    expect([moneyText(140, 'INR'), moneyText(12.5, 'USD')]).toEqual(['₹140', 'USD\u00A012.50'])
  })
})
