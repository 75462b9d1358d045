import { minutesText } from '#domain/time/minutes-text.ts'

/** Riders read it when they book, and admins when they set the rules of a property. */
export function freeCancelText(minutes: number): string {
  return minutes === 0
    ? 'Free to cancel until the start.'
    : `Free to cancel until ${minutesText(minutes)} before the start.`
}
