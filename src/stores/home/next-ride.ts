import { pendingReturnItem } from '#client/session/token.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'

/** The returns that wait on the device, as stored. */
export const keptReturns = () => pendingReturnItem.read()

/** A time that is missing is an invalid date, which never comes. */
const timeOf = (iso: string | undefined) => parseInstant(iso ?? '')

/**
 * What a row with the rider's hold or ride shows on an open Home. `row` has its data attributes
 * (islands/home/next-ride.tsx), `keptReturns` the returns that wait on the device, as stored.
 */
export function shownAt(now: Date, row: Readonly<Record<string, string | undefined>>, keptReturns: string | null) {
  const end = timeOf(row.end)
  const start = timeOf(row.start)
  const until = timeOf(row.until)
  const isOver = until <= now
  const hasStarted = row.ahead !== undefined && start <= now
  const isReturnKept = row.ride !== undefined && Boolean(keptReturns?.includes(JSON.stringify(row.ride)))
  const time =
    row.end === undefined
      ? homeText.holdLeft(until.getTime() - now.getTime())
      : commonText.rideTime({ end, start }, now)
  return {
    isOver,
    /** The server would show something else by now. */
    isOutdated: isOver || hasStarted,
    isPinDue: timeOf(row.pinFrom) <= now,
    /** The ride was returned without a network, and its rider can only keep riding. */
    isReturnKept,
    time: isReturnKept ? rideCardText.returnSentLater : time
  }
}
