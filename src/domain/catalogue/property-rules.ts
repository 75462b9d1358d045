import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { DAY_END } from '#domain/bookings/opening.ts'
import { ALL_SLOTS } from '#domain/bookings/slots.ts'
import { BOOKING_HORIZON_DAYS, EXTENDABLE_MINUTES, PLAN_HOURS, SLOT_MINUTES } from '#domain/constants.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'

// The rules that an admin can set for a property. A rule that is not set has its default.

/** 'static': every rider of a scooter gets the same PIN. 'rotate': the PIN changes after each ride. */
export const PIN_MODES = ['static', 'rotate'] as const
export type PinMode = (typeof PIN_MODES)[number]
export const DEFAULT_PIN_MODE: PinMode = 'static'

interface NumberLimits {
  /** Null if the rule does not apply until it is set. */
  default: number | null
  max: number
  min: number
  /** Allowed numbers are multiples of it; otherwise of 1. */
  step?: number
}

/** The limits and the default of each number. Contract, server, form and hints read this table. */
export const NUMBER_RULES = {
  free_cancel_minutes: { default: DEFAULT_TERMS.free_cancel_minutes, max: 10_080, min: 0 },
  grace_minutes: { default: DEFAULT_TERMS.grace_minutes, max: 60, min: 0 },
  late_cancel_percent: { default: DEFAULT_TERMS.late_cancel_percent, max: 100, min: 0 },
  /** Free time of a scooter between the rides of two riders. */
  buffer_minutes: { default: 0, max: 120, min: 0, step: SLOT_MINUTES },
  /** A ride starts at most this many days after today. */
  max_days_ahead: { default: BOOKING_HORIZON_DAYS, max: BOOKING_HORIZON_DAYS, min: 1 },
  /** Of a ride with its extensions. */
  max_ride_hours: { default: PLAN_HOURS.max, max: 48, min: 1 },
  /** Minutes before the start from which on riders read the PIN. Null: from the payment on. */
  pin_lead_minutes: { default: null, max: 1440, min: 15 },
  /** How often in REPORTS_COUNTED_DAYS a rider gets the money back by the own report. */
  report_refunds: { default: 0, max: 10, min: 0 }
} as const satisfies Record<string, NumberLimits>

/** What `opens_at` and `closes_at` can be. */
export const OPENING_TIMES = [...ALL_SLOTS, DAY_END] as const

/** The longest ride that a property can allow, and the time after it in which it can be extended. */
export const LONGEST_RIDE_MINUTES = NUMBER_RULES.max_ride_hours.max * HOUR_MINUTES + EXTENDABLE_MINUTES

export type NumberRuleName = keyof typeof NUMBER_RULES
export type RuleName =
  | NumberRuleName
  | 'book_before_review'
  | 'closed_dates'
  | 'closes_at'
  | 'join_code'
  | 'lead_minutes'
  | 'opens_at'
  | 'gst_registration'
  | 'pin_mode'
  | 'return_mode'
  | 'support_phone'
  | 'weekday_hours'

/** The numbers of a property, with defaults filled in. */
export type PropertyNumbers = { [Name in NumberRuleName]: number | (typeof NUMBER_RULES)[Name]['default'] }

/** Every rule's name with what `read` returns for it, in the order of the table. */
// @__NO_SIDE_EFFECTS__
export function mapNumberRules<T>(read: (name: NumberRuleName, limits: NumberLimits) => T): Record<NumberRuleName, T> {
  const entries = Object.entries(NUMBER_RULES).map(([name, limits]) => [name, read(name as NumberRuleName, limits)])
  return Object.fromEntries(entries) as Record<NumberRuleName, T>
}

/** Whether a property rents for so many hours, extensions included. */
export function fitsLongestRide(hours: number, maxRideHours: number): boolean {
  return hours <= maxRideHours
}

/** A phone number in the international form: country code first, 7 to 15 digits, perhaps with a plus and separators. */
export const INTERNATIONAL_PHONE = /^\+?[1-9](?:[ -]?\d){6,14}$/

/** The digits of such a number. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '')
}
