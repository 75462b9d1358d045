import { durationText } from '#domain/time/durations.ts'
import { dayOf, timeText, weekdayShort } from '#domain/time/india-time.ts'

/** When a ride ends or starts: '4 h left', 'Starts 9:30 am', 'Starts Mon 9:30 am'. */
export function rideTime(start: Date, end: Date, now: Date): string {
  if (start <= now) return `${durationText(end.getTime() - now.getTime())} left`
  const day = dayOf(start)
  return `Starts ${day === dayOf(now) ? '' : `${weekdayShort(day)} `}${timeText(start)}`
}
