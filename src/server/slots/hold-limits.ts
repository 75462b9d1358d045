import {
  CHECKOUT_MARGIN_SECONDS,
  DIALOG_MIN_SECONDS,
  FIRST_HOLDS_PER_ADDRESS,
  UNPAID_HOLD_WINDOW_SECONDS,
  UNPAID_HOLDS_PER_RIDER,
  UNPAID_HOLDS_PER_SCOOTER
} from '#domain/constants.ts'
import { dateFrom, withoutIndex } from '#server/db/sql.ts'
import { scaledMax } from '#server/runtime/env.ts'
import { isLiveUnpaidHold, overlapsWindow } from './booking-sql.ts'

// What of a rider prevents a hold: a suspension or the licence, and the limits on how long and how often a rider holds
// without paying. They are part of the HOLD statement (reserve.ts), so two concurrent requests cannot both pass one limit.

/**
 * SQL: why a rider may not have a scooter until `end`; null: nothing. The others are aliases: of the rider, of the
 * scooter, and of the rules of its property, whose row may be missing.
 */
export const bookingBlock = (end: string, { rider = 'u', rules = 'rules', scooter = 's' } = {}) => `
CASE WHEN ${rider}.suspended_at IS NOT NULL THEN 'rider_suspended'
     WHEN ${scooter}.needs_license = 0
       OR (${rider}.license_status = 'approved' AND ${rider}.license_valid_until >= ${end})
       OR (${rider}.license_status = 'unreviewed' AND coalesce(${rules}.book_before_review, 1) = 1) THEN NULL
     WHEN ${rider}.license_waits_since IS NOT NULL THEN 'license_unreviewed'
     ELSE iif(${rider}.license_status = 'approved', 'license_expired', 'license_rejected') END`

/** The most unpaid holds: of a rider, per scooter and in all; and of an address. */
export const maxHolds = () => ({
  addressHoldsMax: scaledMax(FIRST_HOLDS_PER_ADDRESS),
  holdsMax: scaledMax(UNPAID_HOLDS_PER_RIDER),
  scooterHoldsMax: scaledMax(UNPAID_HOLDS_PER_SCOOTER)
})

/** A shorter hold leaves no time to open the payment dialog and pay. */
const MIN_PAYABLE_SECONDS = CHECKOUT_MARGIN_SECONDS + DIALOG_MIN_SECONDS

/**
 * Selects the rider's own live hold that overlaps the window on the same scooter. The new hold takes over its deadline,
 * so moving a hold does not renew it. Always one row; its columns are null if there is no such hold.
 */
export const MOVED_HOLD = `
SELECT min(b.hold_until) AS hold_until, min(coalesce(b.held_since, b.created_at)) AS held_since,
       max(b.held_from) AS held_from
  FROM bookings b
 WHERE b.user_id = :rider AND ${overlapsWindow('b', ':start', ':end')}
   AND ${withoutIndex('b.scooter_id')} = :scooter AND ${isLiveUnpaidHold('b')}`

/**
 * SQL: the start of a new hold. `held_since` tells the holds of a rider apart, so one that is made in the same second
 * as another counts from the next second on.
 */
export const NEW_HELD_SINCE = `
coalesce((SELECT max(held_since) + 1 FROM bookings WHERE user_id = :rider AND held_since >= :now), :now)`

// A moved hold keeps `held_since` and counts once. Paid and settling holds do not count, nor do holds that expired
// without an order. A hold has cost nothing either if its whole payment was given back: it came too late, or its rider
// cancelled the ride for all of it, in whole rupees rounded up.
const IS_GIVEN_BACK = `
(state IN ('refund_due', 'refunded')
  OR (kind = 'ride' AND cancelled_by IS 'rider' AND amount * refund_percent > (amount - 1) * 100))`
const IS_UNPAID = `
(state IN ('held', 'released') OR (state = 'expired' AND order_id IS NOT NULL) OR ${IS_GIVEN_BACK})`

/** SQL: null if the rider may hold again, else when the oldest counted hold leaves the limit's window. */
const limitedUntilSql = (whose: string, max: string) => `
(SELECT held_since + ${UNPAID_HOLD_WINDOW_SECONDS} FROM bookings
  WHERE user_id = :rider AND held_since > :now - ${UNPAID_HOLD_WINDOW_SECONDS}
  GROUP BY held_since
 HAVING max(${IS_UNPAID} AND ${whose}) AND NOT max(settling OR (payment_id IS NOT NULL AND NOT ${IS_GIVEN_BACK}))
  ORDER BY held_since DESC LIMIT 1 OFFSET ${max} - 1)`

const SCOOTER_LIMITED_UNTIL = limitedUntilSql('scooter_id = :scooter', ':scooterHoldsMax')
const RIDER_LIMITED_UNTIL = limitedUntilSql('TRUE', ':holdsMax')

// New accounts are free, so their holds count together by address until a ride of theirs is paid.
const HAS_PAID_RIDE = "EXISTS (SELECT 1 FROM bookings paid WHERE paid.user_id = :rider AND paid.state = 'confirmed')"

/** SQL: the address that a hold counts for; null if for none. `moved` is the row of MOVED_HOLD, whose address stays. */
export const HELD_FROM = `
CASE WHEN moved.hold_until IS NOT NULL THEN moved.held_from WHEN NOT ${HAS_PAID_RIDE} THEN :address END`

/** SQL: null if the address may hold again, else when one of its holds ends that leaves room. */
const ADDRESS_LIMITED_UNTIL = `
CASE WHEN NOT ${HAS_PAID_RIDE} THEN
(SELECT b.hold_until FROM bookings b
  WHERE b.held_from = :address AND b.user_id <> :rider AND ${isLiveUnpaidHold('b')}
  ORDER BY b.hold_until DESC LIMIT 1 OFFSET :addressHoldsMax - 1) END`

/** SQL condition; `moved` is the row of MOVED_HOLD. A moved hold does not count as a new one. */
export const IS_WITHIN_LIMITS = `
CASE WHEN moved.hold_until IS NULL
     THEN ${SCOOTER_LIMITED_UNTIL} IS NULL AND ${RIDER_LIMITED_UNTIL} IS NULL AND ${ADDRESS_LIMITED_UNTIL} IS NULL
     ELSE moved.hold_until >= :now + ${MIN_PAYABLE_SECONDS} END`

export const SELECT_LIMITS = `
SELECT moved.hold_until AS moved_until, ${SCOOTER_LIMITED_UNTIL} AS scooter_until, ${RIDER_LIMITED_UNTIL} AS rider_until,
       ${ADDRESS_LIMITED_UNTIL} AS address_until
  FROM (${MOVED_HOLD}) moved`

/** The row of SELECT_LIMITS. Times are Unix seconds. */
export interface LimitsRow {
  address_until: number | null
  moved_until: number | null
  rider_until: number | null
  scooter_until: number | null
}

/**
 * Why a rider cannot hold now, and until when: too many unpaid holds of this scooter, in all or from the address, or an
 * inherited deadline too close to pay.
 */
export interface HoldLimit {
  reason: 'address' | 'deadline' | 'rider' | 'scooter'
  until: Date
}

/** Returns the limit that lasts longest, or null if none applies. */
export function activeLimit({ moved_until, ...limits }: LimitsRow, nowSeconds: number): HoldLimit | null {
  if (moved_until !== null) {
    return moved_until < nowSeconds + MIN_PAYABLE_SECONDS ? { reason: 'deadline', until: dateFrom(moved_until) } : null
  }
  const reasons = ['scooter', 'rider', 'address'] as const
  const until = Math.max(...reasons.map(reason => limits[`${reason}_until`] ?? 0))
  const reason = reasons.find(name => limits[`${name}_until`] === until)
  return reason ? { reason, until: dateFrom(until) } : null
}
