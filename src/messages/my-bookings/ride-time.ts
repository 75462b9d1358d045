import { durationText } from '#domain/time/durations.ts'
import { dayOf, dayText, timeText } from '#domain/time/india-time.ts'

/** When a ride ends or starts: '4 h left', 'Starts 9:30 am', 'Starts Mon 15 Jun 9:30 am' if that is not today. */
export function rideTime(start: Date, end: Date, now: Date): string {
  if (start <= now) return `${durationText(end.getTime() - now.getTime())} left`
  const day = dayOf(start)
  return `Starts ${day === dayOf(now) ? '' : `${dayText(day)} `}${timeText(start)}`
}
