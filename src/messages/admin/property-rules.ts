import type { PinMode } from '#domain/property-rules.ts'
import { minutesText } from '#messages/free-cancel.ts'

// The panel with the rules of a property.

export const freeCancelMinutes = 'Free to cancel until … minutes before the start'
export const graceMinutes = 'Free to cancel for … minutes after paying'
export const lateCancelPercent = 'Refund after that, in percent'
export const pins = 'PINs'
export const pinsApplyAtOnce = 'These rules also apply to bookings that exist.'
export const pinMode = 'PIN of a scooter'
export const pinLeadMinutes = 'Show the PIN … minutes before the start'
export const pinLeadDefault = 'After paying'
export const PIN_MODE_NAMES: Readonly<Record<PinMode, string>> = {
  rotate: 'Changes after each ride',
  static: 'Stays the same'
}
export const emptyIsDefault = 'Leave a field empty for the default. Only new bookings get changed cancellation rules.'
export const loading = 'Loading the rules...'
export const loadFailed = 'Failed to load the rules'
export const saved = 'Rules saved'
export const saveFailed = 'Failed to save the rules'

export function title(property: string): string {
  return `Rules of ${property}`
}

export function graceText(minutes: number): string {
  return minutes === 0
    ? 'No extra time to cancel after paying.'
    : `Also free to cancel for ${minutesText(minutes)} after paying.`
}

/** What riders are refunded after the free time. */
export function lateCancelText(percent: number, freeCancelMinutes: number): string {
  if (percent === 100 || freeCancelMinutes === 0) return 'Riders always get a full refund until the ride starts.'
  if (percent === 0) return 'After that there is no refund.'
  return `After that riders get ${percent}% back until the ride starts.`
}

export function pinModeText(mode: PinMode): string {
  return mode === 'rotate'
    ? 'After each ride, the scooter is listed under Scooters, PINs to change. Riders get the new PIN once its lock has it.'
    : 'All riders of a scooter get the same PIN.'
}

export function pinLeadText(minutes: number | null): string {
  return minutes === null
    ? 'Riders see the PIN as soon as they have paid.'
    : `Riders see the PIN from ${minutesText(minutes)} before the start.`
}
