import { type SQL, sql } from 'drizzle-orm'
import { PAYABLE_STATES } from '#domain/bookings/booking-status.ts'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/booking-window.ts'
import { REFERENCE_LENGTH } from '#domain/bookings/reference.ts'
import { secondsOf } from '#server/db/instants.ts'
import { sqlStringList } from '#server/db/sql-string-list.ts'

// SQL conditions on a booking that several batches share. `booking` is the table alias in the statement.

/**
 * SQL: two rows overlap in time. One row of a ride lasts at most one day, so the second bound limits the scan of the
 * index on start.
 */
export const overlap = (one: string, other: string) => overlapsWindow(one, `${other}.start_at`, `${other}.end_at`)

/** The same for a window given as SQL, such as two parameters. */
export const overlapsWindow = (booking: string, start: string, end: string) =>
  `${booking}.start_at < ${end} AND ${booking}.start_at > ${start} - ${LONGEST_ROW_SECONDS}
     AND ${booking}.end_at > ${start}`

/** SQL: the scooter, the property it was booked at, or its present property is deleted. */
export const isDeleted = (booking: string) => `
EXISTS (SELECT 1 FROM scooters s JOIN properties p ON p.id IN (s.property_id, ${booking}.property_id)
         WHERE s.id = ${booking}.scooter_id AND (s.archived_at IS NOT NULL OR p.archived_at IS NOT NULL))`

/** SQL: a scooter can be booked. `property` is the property that it stands at. */
export const isInService = (scooter: string, property: string) =>
  `${scooter}.status = 'Available' AND ${scooter}.archived_at IS NULL AND ${property}.archived_at IS NULL`

/** SQL: the same rider has another confirmed ride at that time. */
export const hasOwnRide = (booking: string) => `
EXISTS (SELECT 1 FROM bookings o
         WHERE o.user_id = ${booking}.user_id AND o.id <> ${booking}.id AND +o.state = 'confirmed'
           AND ${overlap('o', booking)})`

/** SQL: an unpaid hold that is not settling. Its deadline may have passed. */
export const isUnpaidHold = (booking: string) => `${booking}.state = 'held' AND ${booking}.settling = 0`

/** SQL: a hold whose payment the provider has not confirmed yet. */
export const isSettlingHold = (booking: string) => `${booking}.state = 'held' AND ${booking}.settling = 1`

/** SQL: no payment has settled the booking, and one still can. */
export const isPayable = (booking: string) => `${booking}.state IN ${sqlStringList(PAYABLE_STATES)}`

/** SQL: an unpaid hold, before its deadline. */
export const isLiveUnpaidHold = (booking: string) => `${isUnpaidHold(booking)} AND ${booking}.hold_until > :now`

/** SQL: a live hold. A settling hold is live, too. */
export const isLiveHold = (booking: string, now = ':now') =>
  `${booking}.state = 'held' AND (${booking}.settling = 1 OR ${booking}.hold_until > ${now})`

/** SQL: a row has not ended. One row of a ride lasts at most one day, so the first bound limits the index scan. */
export const hasNotEnded = (booking: string, now = ':now') =>
  `${booking}.start_at > ${now} - ${LONGEST_ROW_SECONDS} AND ${booking}.end_at > ${now}`

/** A condition for a Drizzle query, which binds the time itself. `condition` gets the SQL of the time. */
const withTime = (condition: (now: string) => string, now: Date): SQL =>
  sql.join(
    condition('?')
      .split('?')
      .map(part => sql.raw(part)),
    sql`${secondsOf(now)}`
  )

export const liveHoldAt = (booking: string, now: Date): SQL => withTime(seconds => isLiveHold(booking, seconds), now)

export const notEndedAt = (booking: string, now: Date): SQL => withTime(seconds => hasNotEnded(booking, seconds), now)

/** SQL: true if the booking is paid or its payment is being confirmed. */
export const isPaidOrSettling = (booking: string) => `(${booking}.state = 'confirmed' OR (${isSettlingHold(booking)}))`

/** SQL: the reference of a booking, in lower case. The expression of an index. */
export const REFERENCE = `substr(id, -${REFERENCE_LENGTH})`

/** SQL: a booking has the same reference as a booking with this id would have. */
export const hasReferenceOf = (id: string) => `${REFERENCE} = substr(${id}, -${REFERENCE_LENGTH})`
