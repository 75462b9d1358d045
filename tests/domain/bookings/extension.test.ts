import { describe, expect, test } from 'vitest'
import { cheapestPrice, extensionObstacle, extensionPrice, offersFrom } from '#domain/bookings/extension.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'

const RATES = offersFrom(DEFAULT_RATES, [])
const EVENING = { cost: 80, hours: 4 }

describe('the cheapest price of a ride', () => {
  test.each([
    [0, 0],
    [1, 50],
    [2, 100],
    [3, 140],
    [4, 190],
    [6, 270],
    [7, 320],
    [12, 500],
    [15, 640],
    [24, 1000],
    [48, 2000]
  ])('of %i hours at the default rates is ₹%i', (hours, price) => {
    expect(cheapestPrice(hours, RATES)).toBe(price)
  })

  test('uses the plans of the day where they are cheaper, more than once', () => {
    const offers = offersFrom(DEFAULT_RATES, [EVENING])
    expect([3, 4, 5, 8].map(hours => cheapestPrice(hours, offers))).toEqual([140, 80, 130, 160])
  })
})

describe('the price of an extension', () => {
  const price = (bookedHours: number, extraHours: number, paid: number, offers = RATES) =>
    extensionPrice({ bookedHours, extraHours, offers, paid })

  test.each([
    [1, 2, 50, 90],
    [3, 1, 140, 50],
    [1, 5, 50, 220],
    [6, 6, 270, 230],
    [12, 12, 500, 500]
  ])('of %i hours by %i more is what all hours at once cost more', (booked, extra, paid, expected) => {
    expect(price(booked, extra, paid)).toBe(expected)
  })

  test('is at least one rupee, even if all hours at once cost less than was paid', () => {
    expect(price(3, 1, 140, offersFrom(DEFAULT_RATES, [EVENING]))).toBe(1)
  })

  test('is at most the price of the extra hours alone, even if the ride was cheap', () => {
    expect(price(3, 1, 10)).toBe(50)
    expect(price(3, 3, 10)).toBe(140)
  })
})

describe('why a ride cannot be extended', () => {
  test.each([
    [{ allowed: 12, free: 12, isInService: true }, null],
    [{ allowed: 12, free: 1, isInService: true }, null],
    [{ allowed: 12, free: 0, isInService: true }, 'taken'],
    [{ allowed: 0, free: 0, isInService: true }, 'limit'],
    [{ allowed: 12, free: 12, isInService: false }, 'maintenance'],
    [{ allowed: 0, free: 0, isInService: false }, 'maintenance']
  ])('with %o: %s', (choices, obstacle) => {
    expect(extensionObstacle(choices)).toBe(obstacle)
  })
})
