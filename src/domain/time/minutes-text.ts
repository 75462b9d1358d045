import { DAY_MINUTES, HOUR_MINUTES } from './time-units.ts'

const UNITS = [
  ['day', DAY_MINUTES],
  ['hour', HOUR_MINUTES],
  ['minute', 1]
] as const

/** '90 minutes', '2 hours', '2 hours 5 minutes' or '3 days': the largest unit is one that there are at least two of. */
export function minutesText(minutes: number): string {
  const parts: string[] = []
  let rest = minutes
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    if (count === 0 || (minutes < 2 * length && length > 1)) continue
    parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
    rest -= count * length
  }
  return parts.join(' ')
}
