import { SECOND_MS } from '#domain/time/time-units.ts'

/** Returns Unix seconds, the unit stored in the database. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS)
}

export function dateFrom(seconds: number): Date {
  return new Date(seconds * SECOND_MS)
}

/** The instant of a stored time, as the API returns it. */
export const isoFrom = (seconds: number): string => dateFrom(seconds).toISOString()
