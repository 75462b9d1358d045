import { LONGEST_RIDE_SECONDS } from '#domain/booking-window.ts'
import { CHECKOUT_MARGIN_SECONDS, DIALOG_MIN_SECONDS, UNPAID_HOLD_WINDOW_SECONDS } from '#domain/constants.ts'
import { dateFrom } from '#server/db/instants.ts'

// How long and how often a rider holds without paying, as parts of the statement that holds (slots.ts), because two
// requests at once are not to pass one limit. There ?2 is the rider, ?3 the scooter, ?4 and ?5 the window, ?10 now, ?13 and
// ?14 how many unpaid holds he may have of one scooter and in all.

/** A hold that ends sooner leaves a payment dialog no time. */
const MIN_PAYABLE_SECONDS = CHECKOUT_MARGIN_SECONDS + DIALOG_MIN_SECONDS

/**
 * The rider's own live hold that overlaps the window on the same scooter. The new one takes over its deadline, so that
 * moving a hold does not renew it. One row, of nulls where there is none.
 */
export const MOVED_HOLD = `
SELECT min(hold_until) AS hold_until, min(coalesce(held_since, created_at)) AS held_since FROM bookings
 WHERE user_id = ?2 AND start_at < ?5 AND start_at > ?4 - ${LONGEST_RIDE_SECONDS} AND end_at > ?4
   AND +scooter_id = ?3 AND state = 'held' AND settling = 0 AND hold_until > ?10`

// A hold that was moved is one hold. One that was paid for, or waits for the provider's word, is none; neither is one that
// ended without an order to pay for.
const IS_UNPAID = "(state IN ('held', 'released') OR (state = 'expired' AND order_id IS NOT NULL))"

/** Null where the rider may hold once more, else when the oldest hold in his way stops counting. */
const limitedUntilSql = (whose: string, max: string) => `
(SELECT held_since + ${UNPAID_HOLD_WINDOW_SECONDS} FROM bookings
  WHERE user_id = ?2 AND held_since > ?10 - ${UNPAID_HOLD_WINDOW_SECONDS}
  GROUP BY held_since
 HAVING max(${IS_UNPAID} AND ${whose}) AND NOT max(settling OR payment_id IS NOT NULL)
  ORDER BY held_since DESC LIMIT 1 OFFSET ${max} - 1)`

const SCOOTER_LIMITED_UNTIL = limitedUntilSql('scooter_id = ?3', '?13')
const RIDER_LIMITED_UNTIL = limitedUntilSql('TRUE', '?14')

/** `moved` is the row of MOVED: a hold that is moved is no new one. */
export const IS_WITHIN_LIMITS = `
CASE WHEN moved.hold_until IS NULL THEN ${SCOOTER_LIMITED_UNTIL} IS NULL AND ${RIDER_LIMITED_UNTIL} IS NULL
     ELSE moved.hold_until >= ?10 + ${MIN_PAYABLE_SECONDS} END`

export const SELECT_LIMITS = `
SELECT moved.hold_until AS moved_until, ${SCOOTER_LIMITED_UNTIL} AS scooter_until, ${RIDER_LIMITED_UNTIL} AS rider_until
  FROM (${MOVED_HOLD}) moved`

/** The row of LIMITED. */
export interface LimitsRow {
  moved_until: number | null
  rider_until: number | null
  scooter_until: number | null
}

/**
 * What keeps a rider from a new hold, and until when: too many unpaid ones of the scooter or in all, or the deadline that
 * it would take over, which leaves no time to pay.
 */
export interface HoldLimit {
  reason: 'deadline' | 'rider' | 'scooter'
  until: Date
}

/** Whichever lasts longest. */
export function activeLimit({ moved_until, rider_until, scooter_until }: LimitsRow, at: number): HoldLimit | null {
  if (moved_until !== null) {
    return moved_until < at + MIN_PAYABLE_SECONDS ? { reason: 'deadline', until: dateFrom(moved_until) } : null
  }
  const [rider, scooter] = [rider_until ?? 0, scooter_until ?? 0]
  if (rider === 0 && scooter === 0) return null
  return rider > scooter ? { reason: 'rider', until: dateFrom(rider) } : { reason: 'scooter', until: dateFrom(scooter) }
}
