import type { D1Database } from '@cloudflare/workers-types'
import { CELL_SECONDS, firstKeptCell, LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { CURRENCY, PAISE_PER_RUPEE } from '#domain/money.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { prepareOn, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isPaidKind, RECEIPTS_SINCE, sumOfNotes } from '#server/receipts/receipt-sql.ts'
import {
  deskMethod,
  fromBlocks,
  hasOwnRide,
  isDeskPayment,
  isPaidAs,
  isPaidRowOf,
  isRowOf,
  isScooterDeleted,
  rideOf
} from '#server/slots/booking-sql.ts'

// Invariants of slots and money. Tests check them after every step; the cron checks recent rides hourly and all rides
// daily.
//
// Parameters: :now and :keptCell. The checks cover rides that start from :since on and before :until.

const isLive = (booking: string) =>
  `(${booking}.state = 'confirmed' OR (${booking}.state = 'held' AND ${booking}.hold_until > :now))`

/** A ride that was moved under way claims its scooter from then on. */
const claimedFrom = (booking: string) => `coalesce(${booking}.claimed_from, ${booking}.start_at)`

// Past claims are deleted (server/slots/hold-deadlines.ts), so only those from :keptCell on are counted.
const CELL_COUNT = `max(0, (b.end_at + ${CELL_SECONDS - 1}) / ${CELL_SECONDS} - max(${claimedFrom('b')} / ${CELL_SECONDS}, :keptCell))`

const countClaims = (condition: string) =>
  `(SELECT count(*) FROM slot_claims c WHERE c.booking_id = b.id AND c.cell >= :keptCell AND (${condition}))`

const IS_IN_RANGE = 'b.start_at >= :since AND b.start_at < :until'

const FROM_BOOKINGS_IN_RANGE = `FROM bookings b WHERE ${IS_IN_RANGE}`

const FROM_PAYMENTS_IN_RANGE = `FROM bookings b JOIN payments p ON p.booking_id = b.id AND p.status = 'captured' WHERE ${IS_IN_RANGE}`

// Not the sum of server/payments/refunds/insert-refund.ts, so that a mistake in that one is found.
const SUM_OF_REFUNDS_PAISE = '(SELECT coalesce(sum(r.paise), 0) FROM refunds r WHERE r.payment_id = p.id)'

/** The payments of cancelled rows that refund more than the share of their cancellation, rounded up to a rupee. */
const refundsAboveShare = (isCounted: string) => `
SELECT p.id ${FROM_PAYMENTS_IN_RANGE} AND b.payment_id = p.id AND b.state = 'cancelled'
   AND (SELECT coalesce(sum(r.paise), 0) FROM refunds r
         WHERE r.payment_id = p.id AND r.reason = 'cancelled'
           AND r.created_at ${isCounted} coalesce((SELECT ended_at FROM runs WHERE job = 'refund_shares'), 0))
       > (p.paise * coalesce(b.refund_percent, 100) + ${100 * PAISE_PER_RUPEE - 1}) / ${100 * PAISE_PER_RUPEE} * ${PAISE_PER_RUPEE}`

/** SQL: what was paid or refunded until then has its receipt or note. */
const ISSUED_UNTIL = `((SELECT ended_at FROM runs WHERE job = 'receipts') - ${10 * MINUTE_SECONDS})`

const FROM_RECEIPTS_IN_RANGE = `FROM bookings b JOIN receipts d ON d.payment_id = b.payment_id WHERE ${IS_IN_RANGE}`

const sumOfRefunds = (isCounted: string) =>
  `(SELECT coalesce(sum(r.paise), 0) FROM refunds r WHERE r.payment_id = d.payment_id AND ${isCounted})`

/** Name of each invariant, with a query for the `id`s of the rows that violate it. */
const INVARIANTS = {
  'no two live bookings of a scooter overlap': `
SELECT b.id FROM bookings b
  JOIN bookings o ON o.scooter_id = b.scooter_id AND o.id <> b.id
                 AND o.start_at > b.start_at - ${LONGEST_ROW_SECONDS} AND o.start_at < b.end_at
                 AND ${claimedFrom('o')} < b.end_at AND o.end_at > ${claimedFrom('b')}
                 AND ${claimedFrom('o')} < o.end_at AND ${claimedFrom('b')} < b.end_at
 WHERE ${IS_IN_RANGE} AND ${isLive('b')} AND ${isLive('o')}`,

  'a confirmed booking owns exactly its cells, permanently': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'confirmed'
   AND (${countClaims('c.hold_until IS NULL')} <> ${CELL_COUNT} OR ${countClaims('1')} <> ${CELL_COUNT}
        OR ${countClaims(`c.cell < ${claimedFrom('b')} / ${CELL_SECONDS} OR c.cell * ${CELL_SECONDS} >= b.end_at OR c.scooter_id <> b.scooter_id`)} > 0)`,

  'a permanent claim belongs to a confirmed booking': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state <> 'confirmed' AND ${countClaims('c.hold_until IS NULL')} > 0`,

  'a released, cancelled or refunded booking owns no claims': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state IN ('released', 'cancelled', 'refund_due', 'refunded') AND ${countClaims('1')} > 0`,

  'a live hold owns exactly its cells until its deadline': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'held' AND b.hold_until > :now
   AND (${countClaims('c.hold_until = b.hold_until')} <> ${CELL_COUNT} OR ${countClaims('1')} <> ${CELL_COUNT})`,

  'a rider has at most one live hold that is not settling': `
SELECT b.user_id AS id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'held' AND b.settling = 0 AND b.hold_until > :now
 GROUP BY b.user_id HAVING count(*) > 1`,

  'a hold that is not settling lasts no longer than HOLD_SECONDS, moved or not': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'held' AND b.settling = 0 AND b.hold_until > :now
   AND b.hold_until > coalesce(b.held_since, b.created_at) + ${HOLD_SECONDS}`,

  'no live hold is of a deleted scooter or property, or of a scooter that was moved to another one': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'held' AND b.settling = 0 AND b.hold_until > :now AND ${isScooterDeleted('b')}`,

  'no live unpaid hold is in a service window': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'held' AND b.settling = 0 AND b.hold_until > :now
   AND EXISTS (SELECT 1 ${fromBlocks('b.scooter_id', 'b.start_at', 'b.end_at')} AND p.kind = 'service')`,

  // As far as a payment still confirms it (server/payments/settle.ts).
  'a suspended rider has no booking that a payment could confirm': `
SELECT b.id FROM bookings b JOIN users u ON u.id = b.user_id AND u.suspended_at IS NOT NULL
 WHERE ${IS_IN_RANGE} AND b.state IN ('held', 'expired', 'released')
   AND ((b.state = 'held' AND (b.settling OR b.hold_until > :now)) OR iif(b.kind = 'extension', b.end_at, b.start_at) > :now)`,

  // Before the `held_since` column existed, a rider could pay for two rides at the same time. Those stay as they are.
  'a rider has no overlapping paid rides': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'confirmed' AND b.held_since IS NOT NULL AND ${hasOwnRide('b')}`,

  'no more of a payment is refunded than was captured': `
SELECT p.id ${FROM_PAYMENTS_IN_RANGE} AND ${SUM_OF_REFUNDS_PAISE} > p.paise`,

  'a payment that pays for no booking is refunded in full': `
SELECT p.id ${FROM_PAYMENTS_IN_RANGE} AND ${SUM_OF_REFUNDS_PAISE} <> p.paise
   AND NOT (b.payment_id IS p.id AND b.state IN ('confirmed', 'cancelled'))`,

  // The shares of a ride are rounded as one, so that of a row can be less than a rupee lower.
  'of the payment of a cancelled booking its share is refunded': `
SELECT p.id ${FROM_PAYMENTS_IN_RANGE} AND b.payment_id = p.id AND b.state = 'cancelled'
   AND (${SUM_OF_REFUNDS_PAISE} + iif(b.refund_percent < 100, ${PAISE_PER_RUPEE - 1}, 0)) * 100
       < p.paise * coalesce(b.refund_percent, 100)`,

  // Earlier refunds cannot be repaired, and are only logged (server/cron/cron.ts).
  'a cancellation refunds no more than its share': refundsAboveShare('>='),

  'what a rider is owed is a part of a ride that an admin cancelled before its start': `
SELECT b.id FROM bookings b JOIN compensations c ON c.booking_id = b.id
 WHERE ${IS_IN_RANGE}
   AND (b.state <> 'cancelled' OR b.cancelled_by IS NOT 'admin' OR c.created_at >= b.start_at
        OR c.paise > (SELECT sum(o.amount) * ${PAISE_PER_RUPEE} FROM bookings o
                       WHERE ${isRowOf('o', 'b.id')} AND ${withoutIndex('o.state')} = 'cancelled'))`,

  'only captured payments confirm bookings or are refunded': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.payment_id IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.payment_id = b.payment_id AND p.status = 'captured')
 UNION ALL
SELECT b.id FROM bookings b JOIN refunds r ON r.booking_id = b.id
 WHERE ${IS_IN_RANGE}
   AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.payment_id = r.payment_id AND p.status = 'captured')`,

  'a paid booking is cancelled only by its rider, an admin or a refund at the provider': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.state = 'cancelled' AND b.payment_id IS NOT NULL
   AND b.cancelled_by IS NOT 'rider'
   AND NOT EXISTS (SELECT 1 FROM audits a WHERE a.subject = ${rideOf('b')} AND a.action = 'cancel_booking')
   AND NOT EXISTS (SELECT 1 FROM audits a WHERE a.subject = b.ride_id AND a.action = 'return_ride')
   AND NOT EXISTS (SELECT 1 FROM bookings o JOIN refunds r ON r.payment_id = o.payment_id AND r.reason = 'elsewhere'
                    WHERE ${isRowOf('o', rideOf('b'))} AND ${withoutIndex('o.state')} = 'cancelled')`,

  'the paid rows of a ride follow one another, for one rider and scooter': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.kind = 'extension' AND b.state = 'confirmed'
   AND NOT EXISTS (SELECT 1 FROM bookings ride JOIN bookings o ON ${isPaidRowOf('o', 'ride.id')}
                    WHERE ride.id = b.ride_id AND ride.kind = 'ride' AND ride.state = 'confirmed'
                      AND ride.user_id = b.user_id AND o.scooter_id = b.scooter_id AND o.end_at = b.start_at)`,

  'only an extension belongs to another ride': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND (b.kind = 'extension') <> (b.ride_id IS NOT NULL)`,

  'a ride ends before its booked end only by its return': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.booked_end_at IS NOT NULL
   AND (b.booked_end_at <= b.end_at
        OR NOT EXISTS (SELECT 1 FROM bookings r WHERE r.id = ${rideOf('b')} AND r.returned_at IS NOT NULL))`,

  // A ride that is returned as it starts ends a second later.
  'no part of a ride is left after its return': `
SELECT b.id FROM bookings b JOIN bookings r ON r.id = ${rideOf('b')}
 WHERE ${IS_IN_RANGE} AND b.state = 'confirmed' AND r.returned_at IS NOT NULL AND b.end_at > r.returned_at + 1`,

  'a moved ride is on the scooter of its last move': `
SELECT b.id FROM bookings b JOIN moves m ON m.ride_id = ${rideOf('b')}
 WHERE ${IS_IN_RANGE} AND b.state = 'confirmed' AND b.scooter_id <> m.to_scooter_id
   AND m.revision = (SELECT max(l.revision) FROM moves l WHERE l.ride_id = m.ride_id)`,

  'only a moved ride claims less than its window': `
SELECT b.id ${FROM_BOOKINGS_IN_RANGE} AND b.claimed_from IS NOT NULL
   AND (b.claimed_from < b.start_at / ${CELL_SECONDS} * ${CELL_SECONDS} OR b.claimed_from > coalesce(b.booked_end_at, b.end_at)
        OR NOT EXISTS (SELECT 1 FROM moves m WHERE m.ride_id = ${rideOf('b')}))`,

  'a payment has a receipt of its amount if it paid for a row of a ride': `
SELECT p.id ${FROM_PAYMENTS_IN_RANGE} AND p.paise > 0 AND p.created_at BETWEEN ${RECEIPTS_SINCE} AND ${ISSUED_UNTIL}
   AND (SELECT count(*) FROM receipts d WHERE d.payment_id = p.id AND ${isPaidKind('d')} AND d.paise = p.paise)
       <> (b.payment_id IS p.id AND b.state IN ('confirmed', 'cancelled'))`,

  'the number before that of a receipt exists': `
SELECT d.payment_id AS id ${FROM_RECEIPTS_IN_RANGE} AND d.number > 1
   AND NOT EXISTS (SELECT 1 FROM receipts o WHERE o.series = d.series AND o.number = d.number - 1)`,

  'the notes of a receipt are the refunds of its payment': `
SELECT d.payment_id AS id ${FROM_RECEIPTS_IN_RANGE} AND ${isPaidKind('d')}
   AND (${sumOfNotes('paise', 'd.payment_id')} NOT BETWEEN ${sumOfRefunds(`r.created_at <= ${ISSUED_UNTIL}`)} AND ${sumOfRefunds('TRUE')}
        OR (${sumOfNotes('paise', 'd.payment_id')} = d.paise AND ${sumOfNotes('tax_paise', 'd.payment_id')} <> d.tax_paise))`,

  'a confirmed booking was paid its price': `
SELECT b.id FROM bookings b JOIN payments p ON p.payment_id = b.payment_id AND p.status = 'captured'
 WHERE ${IS_IN_RANGE} AND b.state = 'confirmed'
   AND (p.paise IS NOT iif(${isPaidAs('free', 'p.id')}, 0, b.amount * ${PAISE_PER_RUPEE}) OR p.currency IS NOT '${CURRENCY}')`,

  'a booking made by hand has its entry in the log, and the payment with its own id': `
SELECT b.id ${FROM_PAYMENTS_IN_RANGE} AND ${isDeskPayment('p.id')}
   AND (p.id <> ${deskMethod('p.id')} || '-' || b.id OR b.payment_id IS NOT p.id OR b.kind <> 'ride'
        OR NOT EXISTS (SELECT 1 FROM audits a WHERE a.subject = b.id AND a.action = 'book_at_desk'))`,

  'what was paid at the desk is never sent to the provider': `
SELECT r.id FROM bookings b JOIN refunds r ON r.booking_id = b.id
 WHERE ${IS_IN_RANGE} AND ${isDeskPayment('r.payment_id')} 
   AND (r.status = 'sent' OR r.refund_id IS NOT NULL OR r.attempts + r.refusals > 0)`
} as const

interface BrokenInvariant {
  invariant: string
  /** The number of violating bookings, payments or riders. */
  count: number
  /** The first IDS_NAMED of their ids. */
  ids: string[]
}

/** More ids would make a log line or an answer of the database too long. */
const IDS_NAMED = 20

const limited = (query: string) => `
SELECT id, count(*) OVER () AS count FROM (SELECT DISTINCT id FROM (${query})) ORDER BY id LIMIT ${IDS_NAMED}`

/** Range of ride starts to check; all if empty. */
export interface StartRange {
  since?: Date
  until?: Date
}

const NEVER = new Date(8.64e15)

export const rangeParams = ({ since = new Date(0), until = NEVER }: StartRange) => ({
  since: secondsOf(since),
  until: secondsOf(until)
})

/** Parameters: :since and :until. */
export const EARLIER_REFUNDS_ABOVE_SHARE = limited(refundsAboveShare('<'))

export async function brokenInvariants(
  d1: Pick<D1Database, 'batch' | 'prepare'>,
  now: Date,
  range: StartRange = {}
): Promise<BrokenInvariant[]> {
  const entries = Object.entries(INVARIANTS)
  const params = { ...rangeParams(range), keptCell: firstKeptCell(now), now: secondsOf(now) }
  const results = await d1.batch<{ count: number; id: string }>(
    entries.map(([, query]) => prepareOn(d1, limited(query), params))
  )
  return entries.flatMap(([invariant], index) => {
    const found = results[index]?.results ?? []
    return found[0] ? [{ count: found[0].count, ids: found.map(({ id }) => id), invariant }] : []
  })
}
