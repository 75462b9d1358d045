import { minutesText } from '#messages/free-cancel.ts'

// The panel with the cancellation rules of a property.

export const freeCancelMinutes = 'Free to cancel until … minutes before the start'
export const graceMinutes = 'Free to cancel for … minutes after paying'
export const lateCancelPercent = 'Refund after that, in percent'
export const emptyIsDefault = 'Leave a field empty for the default. Only new bookings get the changed rules.'
export const loading = 'Loading the rules...'
export const loadFailed = 'Failed to load the rules'
export const saved = 'Rules saved. New bookings get them.'
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
