import { fitsLongestRide } from '#domain/catalogue/property-rules.ts'
import { closedReason, type Opening } from './opening.ts'
import { type TimeWindow, windowFrom } from './slots.ts'
import { isAfterLead, isTooFarAhead } from './start-times.ts'

/** The rules that a booking made by hand may bend, with a reason. 'lead': it starts before now. */
export const BENDS = ['lead', 'days_ahead', 'longest_ride', 'buffer', 'closed'] as const
export type Bend = (typeof BENDS)[number]

interface Rules {
  max_days_ahead: number
  max_ride_hours: number
  opening: Opening
}

/**
 * What a ride bends, in the order of BENDS. The desk hands over the scooter, so that a later start needs no lead.
 * `isInBuffer`: it leaves less than the buffer before or after the ride of another rider.
 */
export function bendsOf(
  { hours, isInBuffer, start }: { hours: number; isInBuffer: boolean; start: TimeWindow['start'] },
  { max_days_ahead, max_ride_hours, opening }: Rules,
  now: Date
): Bend[] {
  const isBent: Record<Bend, boolean> = {
    buffer: isInBuffer,
    closed: closedReason(windowFrom(start, hours), opening) !== null,
    days_ahead: isTooFarAhead(start, now, max_days_ahead),
    lead: start <= now && !isAfterLead(start, now, opening),
    longest_ride: !fitsLongestRide(hours, max_ride_hours)
  }
  return BENDS.filter(bend => isBent[bend])
}
