import type { Today, TodayRide } from '#contract/staff/today.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import type * as todayText from '#messages/admin/today.ts'

// The day of a property as the lists on the page: what is to be checked, what happens by the hour, and what is done.

export interface HourLine {
  at: Date
  ride: TodayRide
  /** A ride that is out has one line, its end. */
  event: 'ends' | 'starts'
  /** Why its scooter is not ready for a ride that starts. */
  warnings: readonly (keyof typeof todayText.WARNINGS)[]
}

type Day = Pick<Today, 'maintenance' | 'pin_changes' | 'rides'>

/** `late` and `toCheck` are the rides that have ended and that nobody has returned, late where the property confirms it. */
export function dayPlan({ maintenance, pin_changes, rides }: Day, now: Date) {
  const isOver = ({ end_time }: TodayRide) => parseInstant(end_time) <= now
  const open = rides.filter(({ returned_at }) => returned_at === null)
  const ended = open.filter(isOver)

  function warningsOf({ scooter_id }: TodayRide): HourLine['warnings'] {
    const applies = {
      not_back: ended.some(ride => ride.scooter_id === scooter_id),
      pin_first: pin_changes.some(change => change.scooter_id === scooter_id),
      in_maintenance: maintenance.some(({ id }) => id === scooter_id)
    }
    return (Object.keys(applies) as (keyof typeof applies)[]).filter(warning => applies[warning])
  }

  function lineOf(ride: TodayRide): HourLine {
    const start = parseInstant(ride.start_time)
    if (start <= now) return { at: parseInstant(ride.end_time), event: 'ends', ride, warnings: [] }
    return { at: start, event: 'starts', ride, warnings: warningsOf(ride) }
  }

  const byHour = open.filter(ride => !isOver(ride)).map(lineOf)
  return {
    byHour: byHour.sort((one, other) => one.at.getTime() - other.at.getTime()),
    done: rides.filter(({ returned_at }) => returned_at !== null),
    late: ended.filter(({ is_late }) => is_late),
    toCheck: ended.filter(({ is_late }) => !is_late)
  }
}
