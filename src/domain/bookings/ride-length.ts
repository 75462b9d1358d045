import { durationText } from '#domain/time/durations.ts'
import { hoursText, parseInstant } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'

/** '3 hours', or '1 h 10 min' for a ride that was returned early. */
export function rideLengthText({ end_time, start_time }: { end_time: string; start_time: string }): string {
  const ms = parseInstant(end_time).getTime() - parseInstant(start_time).getTime()
  return ms % HOUR_MS === 0 ? hoursText(ms / HOUR_MS) : durationText(ms)
}
