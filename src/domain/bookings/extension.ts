import { type Rates, rateFor } from '#domain/catalogue/pricing.ts'
import { fitsLongestRide } from '#domain/catalogue/property-rules.ts'
import { DURATION_CHOICES_HOURS, EXTENDABLE_MINUTES, EXTENSION_HOURS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import { closedReason, type Opening } from './opening.ts'

/** Whether a ride that was not returned can still be extended at this time. */
export function isExtendable(end: Date, now: Date): boolean {
  return now < addMinutes(end, EXTENDABLE_MINUTES)
}

/**
 * Why a ride cannot be extended. 'closed': the property is closed when it would end. 'limit': the ride would be too
 * long for the property. 'maintenance': the scooter is out of service. 'over': the ride was returned or cancelled, or
 * ended too long ago. 'taken': somebody else has the scooter.
 */
export const EXTENSION_OBSTACLES = ['closed', 'limit', 'maintenance', 'over', 'taken'] as const
export type ExtensionObstacle = (typeof EXTENSION_OBSTACLES)[number]

/** The hours of each extension that the property allows, taken or not. `maxRideHours` counts the whole ride. */
export function allowedExtensions({ bookedHours, maxRideHours }: RideLength): number[] {
  const { max, min } = EXTENSION_HOURS
  const lengths = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return lengths.filter(hours => fitsLongestRide(bookedHours + hours, maxRideHours))
}

interface RideLength {
  /** Of the ride until now. */
  bookedHours: number
  /** The property's longest ride. */
  maxRideHours: number
}

interface RideToExtend extends RideLength {
  /** Of the last paid row. */
  end: Date
  /** The scooter can be booked. */
  isInService: boolean
  /** When the scooter or its rider has another ride; null if not within the longest extension. */
  nextTaken: Date | null
  opening: Opening
}

interface BookableExtensions {
  hours: number[]
  /** Why there are none; null if there are some. */
  obstacle: ExtensionObstacle | null
}

/** The extensions of a ride that is not over. My Bookings and the reminder of a ride's end both follow this rule. */
export function bookableExtensions({
  end,
  isInService,
  nextTaken,
  opening,
  ...length
}: RideToExtend): BookableExtensions {
  const allowed = allowedExtensions(length)
  const endAfter = (hours: number) => addMinutes(end, hours * HOUR_MINUTES)
  const free = allowed.filter(hours => nextTaken === null || endAfter(hours) <= nextTaken)
  const open = free.filter(hours => closedReason({ end: endAfter(hours) }, opening) === null)
  if (!isInService) return { hours: [], obstacle: 'maintenance' }
  if (allowed.length === 0) return { hours: [], obstacle: 'limit' }
  if (free.length === 0) return { hours: [], obstacle: 'taken' }
  return { hours: open, obstacle: open.length === 0 ? 'closed' : null }
}

/** A price for a number of hours, in whole rupees. */
export interface Offer {
  cost: number
  hours: number
}

/** What a property offers on a day: its rates and the plans of that day. */
export function offersFrom(rates: Rates, plans: readonly Offer[]): Offer[] {
  return [...DURATION_CHOICES_HOURS.map(hours => ({ cost: rateFor(rates, hours), hours })), ...plans]
}

/** The least price of offers that add up to exactly these hours. The one-hour rate makes every sum possible. */
export function cheapestPrice(hours: number, offers: readonly Offer[]): number {
  const prices = [0]
  for (let sum = 1; sum <= hours; sum += 1) {
    const candidates = offers
      .filter(offer => offer.hours <= sum)
      .map(offer => offer.cost + (prices[sum - offer.hours] ?? 0))
    prices.push(Math.min(...candidates))
  }
  return prices[hours] ?? 0
}

interface UnpricedExtension {
  /** Of the ride until now. */
  bookedHours: number
  extraHours: number
  offers: readonly Offer[]
  /** Rupees, for the ride until now. */
  paid: number
}

/**
 * The price of an extension in rupees: what the whole ride would cost more than was paid, so a rider who extends pays
 * no more than one who books all hours at once. At least 1, and at most the price of the extra hours alone.
 *
 * A longer extension that costs less sets the price, so fewer hours never cost more.
 */
export function extensionPrice({ bookedHours, extraHours, offers, paid }: UnpricedExtension): number {
  const lengths = Array.from({ length: EXTENSION_HOURS.max - extraHours + 1 }, (_, more) => extraHours + more)
  const prices = lengths.map(hours => {
    const difference = cheapestPrice(bookedHours + hours, offers) - paid
    return Math.min(Math.max(difference, 1), cheapestPrice(hours, offers))
  })
  return Math.min(...prices)
}
