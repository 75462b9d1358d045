import { EXTENSION_HOURS, type ExtensionObstacle } from '#domain/bookings/extension.ts'
import { hoursText } from '#domain/time/india-time.ts'

// API responses.

export const cannotExtend = 'This booking can no longer be extended'
export const scooterUnavailableAfterRide = 'The scooter is not available after your ride'
export const invalidExtensionHours = `Choose from ${EXTENSION_HOURS.min} to ${EXTENSION_HOURS.max} hours`

// The dialog.

export const extend = 'Extend'
export const extendTitle = 'Extend your ride'
export const extendFailed = 'Failed to extend the ride'
export const extensionsFailed = 'Failed to load the extensions'
export const extendBy = 'Extend by'
export const preparing = 'Preparing...'

/** `when` is a time, with the day if it is not today. */
export function endsAt(when: string): string {
  return `Current end: ${when}`
}

/** Once the extension is paid. */
export function extendedUntil(when: string): string {
  return `Extended until ${when}`
}

/** '+2 hours' */
export function extraHours(hours: number): string {
  return `+${hoursText(hours)}`
}

export function untilTime(when: string): string {
  return `until ${when}`
}

export function takenFrom(when: string): string {
  return `The scooter is booked from ${when}.`
}

const REASONS: Readonly<Record<ExtensionObstacle, string>> = {
  limit: 'Your ride is already as long as this property allows.',
  maintenance: `${scooterUnavailableAfterRide}.`,
  over: `${cannotExtend}.`,
  taken: 'The scooter is booked right after your ride.'
}

export function noExtension(reason: ExtensionObstacle): string {
  return REASONS[reason]
}

// The unpaid extension on the card of its ride, and its payment. `when` is a time, with the day if it is not today.

export const completeToExtend = 'Complete your payment to extend your ride'
export const extensionExpired = "Payment for the extension wasn't completed in time."
export const cancelExtension = 'Cancel extension'

export function extensionUntil(when: string): string {
  return `Extension until ${when}`
}
