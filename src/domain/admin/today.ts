import { parseInstant } from '#domain/time/india-time.ts'

// The day of a property as the lists on the page: what is to be checked, what happens by the hour, and what is done.

interface Ride {
  scooter_id: string | null
  start_time: string
  end_time: string
  returned_at: string | null
  is_late?: boolean | null | undefined
}

interface Day<R extends Ride> {
  rides: readonly R[]
  pin_changes: readonly { scooter_id: string }[]
  maintenance: readonly { id: string }[]
}

/** Why a scooter is not ready for the ride that starts. */
export type Warning = 'in_maintenance' | 'not_back' | 'pin_first'

export interface HourLine<R> {
  at: Date
  ride: R
  /** A ride that is out has one line, its end. */
  event: 'ends' | 'starts'
  warnings: readonly Warning[]
}

export interface DayPlan<R> {
  /** Rides that have ended and that nobody has returned, where the property confirms returns. */
  late: readonly R[]
  /** The same where it does not. */
  toCheck: readonly R[]
  byHour: readonly HourLine<R>[]
  done: readonly R[]
}

export function dayPlan<R extends Ride>({ maintenance, pin_changes, rides }: Day<R>, now: Date): DayPlan<R> {
  const isOver = ({ end_time }: Ride) => parseInstant(end_time) <= now
  const open = rides.filter(({ returned_at }) => returned_at === null)
  const ended = open.filter(isOver)

  function warningsOf({ scooter_id }: R): Warning[] {
    const warnings: [Warning, boolean][] = [
      ['not_back', ended.some(ride => ride.scooter_id === scooter_id)],
      ['pin_first', pin_changes.some(change => change.scooter_id === scooter_id)],
      ['in_maintenance', maintenance.some(({ id }) => id === scooter_id)]
    ]
    return warnings.flatMap(([warning, applies]) => (applies ? [warning] : []))
  }

  function lineOf(ride: R): HourLine<R> {
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
