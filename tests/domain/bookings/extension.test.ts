import { describe, expect, test } from 'vitest'
import {
  allowedExtensions,
  bookableExtensions,
  cheapestPrice,
  extensionPrice,
  isExtendable,
  offersFrom
} from '#domain/bookings/extension.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'

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

const END = new Date('2025-06-11T14:30:00Z')
const inHours = (hours: number) => addMinutes(END, hours * 60)
const hoursUntil = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

describe('the extensions that a property allows', () => {
  test.each([
    [1, 24, 12],
    [1, 4, 3],
    [3, 4, 1],
    [4, 4, 0],
    [6, 4, 0]
  ])('of a ride of %i hours with a longest ride of %i hours: up to %i', (bookedHours, maxRideHours, most) => {
    expect(allowedExtensions({ bookedHours, maxRideHours })).toEqual(hoursUntil(most))
  })
})

describe('the extensions that a rider can book', () => {
  const RIDE = { bookedHours: 1, end: END, isInService: true, maxRideHours: 24, nextTaken: null, opening: {} }
  test.each([
    [{}, 12, null],
    [{ nextTaken: inHours(1) }, 1, null],
    [{ nextTaken: inHours(0.5) }, 0, 'taken'],
    [{ nextTaken: END }, 0, 'taken'],
    [{ maxRideHours: 1 }, 0, 'limit'],
    [{ isInService: false }, 0, 'maintenance'],
    [{ isInService: false, maxRideHours: 1 }, 0, 'maintenance']
  ])('with %o: up to %i hours, obstacle %s', (change, most, obstacle) => {
    expect(bookableExtensions({ ...RIDE, ...change })).toEqual({ hours: hoursUntil(most), obstacle })
  })

  test('can be booked until an hour after the end of the ride', () => {
    expect([inHours(0), addMinutes(END, 59), inHours(1)].map(now => isExtendable(END, now))).toEqual([
      true,
      true,
      false
    ])
  })
})
