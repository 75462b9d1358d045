import { PIN_DIGITS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'

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
