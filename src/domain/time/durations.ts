import { DAY_MINUTES, HOUR_MINUTES, HOUR_MS, MINUTE_MS, MINUTE_SECONDS, SECOND_MS } from './time-units.ts'

// Lengths of time as texts.

/** Whole hours, rounded. */
export function hoursBetween(start: Date, end: Date): number {
  return Math.round((end.getTime() - start.getTime()) / HOUR_MS)
}

/** '2 h 16 min', '46 min' or '3 days'; at least one minute. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes >= 2 * DAY_MINUTES) return `${Math.round(minutes / DAY_MINUTES)} days`
  const hours = Math.floor(minutes / HOUR_MINUTES)
  if (hours === 0) return `${minutes} min`
  return minutes % HOUR_MINUTES ? `${hours} h ${minutes % HOUR_MINUTES} min` : `${hours} h`
}

/** Remaining time as '08:42'; '00:00' once it has passed. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  return `${String(Math.floor(seconds / MINUTE_SECONDS)).padStart(2, '0')}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`
}
