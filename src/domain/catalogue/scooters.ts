import { PIN_DIGITS } from '#domain/constants.ts'
import { addMinutes, type Day, daysBetween } from '#domain/time/india-time.ts'

const PIN = new RegExp(`^\\d{${PIN_DIGITS}}$`)
const PARTIAL_PIN = new RegExp(`^\\d{0,${PIN_DIGITS}}$`)
const OBVIOUS_PINS = ['000000', '123456']

/** True for exactly six digits 0 to 9. This is the rule for a PIN that is stored. */
export function isPin(text: string): boolean {
  return PIN.test(text)
}

/** Parses a partly typed PIN of up to six digits; null for anything else. */
export function parsePartialPin(typed: string): string | null {
  const trimmed = typed.trim()
  return PARTIAL_PIN.test(trimmed) ? trimmed : null
}

/** Returns six digits with leading zeros. `random` returns integers from 0 up to, not including, its argument. */
export function generatePin(random: (below: number) => number): string {
  const pin = String(random(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
  return OBVIOUS_PINS.includes(pin) ? generatePin(random) : pin
}

/** The two halves of a PIN, which are read and typed one after the other. */
export function pinHalves(pin: string): [string, string] {
  const half = Math.ceil(pin.length / 2)
  return [pin.slice(0, half), pin.slice(half)]
}

/** When the rider of a paid booking may read the PIN; null: from the payment on. */
export function pinVisibleFrom(start: Date, leadMinutes: number | null): Date | null {
  return leadMinutes === null ? null : addMinutes(start, -leadMinutes)
}

export const SCOOTER_STATUSES = ['Available', 'Booked', 'Maintenance'] as const
export type ScooterStatus = (typeof SCOOTER_STATUSES)[number]

export interface ScooterUsage {
  /** An open problem keeps it from being booked now. */
  isBlocked: boolean
  /** A ride has ended, and its rider has not brought it back. */
  isLate: boolean
  /** A paid ride is under way. */
  isRidden: boolean
}

/** The status that riders see, and the portal beside the stored one: what keeps an available scooter from being had. */
export function effectiveStatus(status: ScooterStatus, { isBlocked, isLate, isRidden }: ScooterUsage): ScooterStatus {
  if (status !== 'Available') return status
  if (isRidden) return 'Booked'
  if (isBlocked) return 'Maintenance'
  return isLate ? 'Booked' : 'Available'
}

// What the law asks of a scooter on the road, as its operator has entered it.

export const SCOOTER_KINDS = ['electric', 'petrol'] as const
export type ScooterKind = (typeof SCOOTER_KINDS)[number]

/** The registration certificate, the insurance, the test of its exhaust, the permit to rent it out. */
export const PAPER_KINDS = ['rc', 'insurance', 'puc', 'permit'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** Characters of the number of a paper. */
export const PAPER_NUMBER_MAX_LENGTH = 50
/** A paper that ends within so many days is shown in yellow, then in red. */
const PAPER_WARNING_DAYS = 30
export const PAPER_URGENT_DAYS = 7

export function paperUrgency(expiresOn: Day, today: Day): 'fine' | 'soon' | 'urgent' {
  const days = daysBetween(today, expiresOn)
  if (days > PAPER_WARNING_DAYS) return 'fine'
  return days > PAPER_URGENT_DAYS ? 'soon' : 'urgent'
}

/** 'KA05AB1234' of 'ka-05 ab 1234' */
export const registrationOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** The form of a registration number, without spaces and hyphens; those of the states and BH differ. */
export const isRegistration = (text: string): boolean => /^[A-Z\d]{4,15}$/.test(text)
