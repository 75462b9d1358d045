import { type Day, dayOf, dayText, timeText } from './india-time.ts'

// A file of its own, because / does not load the other texts of dated-times.ts.

/** '7:00 pm', or '7:00 pm, Tue 16 Jun' if that is not `expectedDay`. */
export function timeWithDay(instant: Date, expectedDay: Day): string {
  const day = dayOf(instant)
  return day === expectedDay ? timeText(instant) : `${timeText(instant)}, ${dayText(day)}`
}
