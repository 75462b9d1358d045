import type { Opening } from '#domain/bookings/opening.ts'
import { firstBookableDay } from '#domain/bookings/start-times.ts'
import { DEFAULT_RATES, DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import { type Weekday, weekdayOf } from '#domain/time/india-time.ts'

/** Total rupees for a ride of 1, 3, 6 and 12 hours, not per hour. */
export interface Rates {
  hourly_1: number
  hourly_3: number
  hourly_6: number
  hourly_12: number
}

export type DurationChoice = (typeof DURATION_CHOICES_HOURS)[number]

interface PricedHours {
  cost: number
  hours: number
}

/** The price of the whole ride in rupees, not the price per hour. */
export function rateFor(rates: Rates, hours: DurationChoice): number {
  return rates[`hourly_${hours}`]
}

/** The prices that Home shows, in rupees. */
export interface StartingPrices {
  /** The lowest price per hour, rounded up, and the plan that has it; null without plans. */
  lowest: { perHour: number; plan: string | null }
  /** The shortest ride. */
  shortest: PricedHours
}

/** The prices of a ride on the first bookable day: of the plans of that day, or the rates if it has none. */
export function startingPrices(
  plans: readonly (PlanDays & { name: string })[],
  rates: Rates | null,
  now: Date,
  /** Of the property; missing if it has no scooter. */
  opening?: Opening
): StartingPrices {
  const offered = plansOn(weekdayOf(firstBookableDay(now, opening)), plans)
  const [shortest] = offered
  const [lowest] = [...offered].sort((one, other) => pricePerHour(one) - pricePerHour(other))
  if (shortest && lowest) {
    const { cost, hours } = shortest
    return { lowest: { perHour: pricePerHour(lowest), plan: lowest.name }, shortest: { cost, hours } }
  }
  const { hourly_1 } = rates ?? DEFAULT_RATES
  return { lowest: { perHour: hourly_1, plan: null }, shortest: { cost: hourly_1, hours: 1 } }
}

/** The shortest first, of equally long ones the cheapest. */
function byLength(one: PricedHours, other: PricedHours): number {
  return one.hours - other.hours || one.cost - other.cost
}

/** Rupees per hour, rounded up. */
export function pricePerHour({ cost, hours }: PricedHours): number {
  return Math.ceil(cost / hours)
}

interface PlanDays extends PricedHours {
  available_days: readonly Weekday[]
  is_active: boolean
}

/** Decided by the weekday of the start. A ride may continue into a day without the plan. */
export function isPlanOfferedOn(plan: Omit<PlanDays, keyof PricedHours>, weekday: Weekday): boolean {
  return plan.is_active && plan.available_days.includes(weekday)
}

/** The plans that start on a weekday, the shortest first. */
export function plansOn<P extends PlanDays>(weekday: Weekday, plans: readonly P[]): P[] {
  return plans.filter(plan => isPlanOfferedOn(plan, weekday)).sort(byLength)
}

/** The length of the shortest ride that can be booked on a weekday. */
export function shortestHours(weekday: Weekday, plans: readonly PlanDays[]): number {
  return plansOn(weekday, plans)[0]?.hours ?? DURATION_CHOICES_HOURS[0]
}
