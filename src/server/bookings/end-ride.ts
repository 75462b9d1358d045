import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/bookings/manage-ride.ts'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesOf } from '#domain/money.ts'
import {
  FULL_REFUND_MINUTES,
  OFFERED_SCOOTERS_MAX,
  REPORTS_COUNTED_DAYS,
  restPaise,
  type Trouble
} from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import { activityInsert, offlinePressDetail } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { ruleSql, type SqlParams, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refundCancelled, refundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import {
  effectiveStart,
  isPaidRowOf,
  isRowOf,
  isUnreturnedRide,
  raiseRevision,
  releaseUnpaidExtension,
  setCancelled
} from '#server/slots/booking-sql.ts'
import { inTrouble, recordOutcome, troubleOf } from '#server/slots/scooter-state.ts'
import { claimPhoto, IS_CLAIMABLE_PHOTO } from '#server/uploads/claims.ts'
import { cancelPaid, REFUNDED_OF_RIDE } from './cancel-booking.ts'
import { moveRide, RIDER_MAY_MOVE, targetsOf } from './move-ride.ts'
import { myBooking } from './my-bookings.ts'
import {
  effectiveStartOf,
  findOwnRide,
  fullSharesOf,
  paidRowsOf,
  type RefundShare,
  type Ride,
  type RideRow,
  refundSharesOf
} from './ride-payments.ts'

// The end of a ride that has begun: it is returned, or its rider takes the money back. And the way out of a ride with
// trouble: another scooter, or the money.

/** SQL: the rider may have the money. By the own report only as often as the property allows. */
const mayHaveMoney = (ride: string) =>
  inTrouble(
    ride,
    `(SELECT count(*) FROM problems p
       WHERE p.user_id = ${ride}.user_id AND p.outcome = 'refunded'
         AND p.created_at > :now - ${REPORTS_COUNTED_DAYS * DAY_SECONDS})
     < coalesce((SELECT ${ruleSql('report_refunds')} FROM property_settings rules
                  WHERE rules.property_id = ${ride}.property_id), ${NUMBER_RULES.report_refunds.default})`
  )

const SELECT_TROUBLE = `
SELECT ${troubleOf('ride')} AS cause, ${RIDER_MAY_MOVE} AS may_move, ${mayHaveMoney('ride')} AS may_refund
  FROM bookings ride WHERE ride.id = :ride`

interface MoneyBack {
  /** The ride has just begun or is ahead, so that all of it is cancelled. */
  isFull: boolean
  /** Of the row under way, which ends. */
  rest: { paise: number; row: RideRow } | null
  /** Of the rows that are cancelled: all that is left of them. */
  shares: RefundShare[]
}

function moneyBackOf(ride: Ride, now: Date): MoneyBack {
  const isFull = addMinutes(effectiveStartOf(ride), FULL_REFUND_MINUTES) > now
  const rows = paidRowsOf(ride)
  const cancelled = isFull ? rows : rows.filter(({ start_at }) => start_at > now)
  const running = isFull ? undefined : rows.find(({ end_at, start_at }) => start_at <= now && end_at > now)
  return {
    isFull,
    rest: running
      ? {
          paise: Math.min(
            restPaise({ end: running.end_at, start: running.start_at }, running.paidPaise, now),
            running.unrefundedPaise
          ),
          row: running
        }
      : null,
    shares: fullSharesOf(cancelled, now)
  }
}

const rupeesBack = ({ rest, shares }: MoneyBack) =>
  rupeesOf((rest?.paise ?? 0) + sumBy(shares, ({ leftPaise }) => leftPaise))

/** The refund is null unless the rider may have it. */
async function wayOutOf(ride: Ride, now: Date) {
  const query = prepareNamed(SELECT_TROUBLE, { now: secondsOf(now), ride: ride.rideRow.id })
  const found = await query.first<{ cause: Trouble | null; may_move: 0 | 1; may_refund: 0 | 1 }>()
  const back = moneyBackOf(ride, now)
  const amount = rupeesBack(back)
  return {
    back,
    cause: found?.cause ?? null,
    mayMove: found?.may_move === 1,
    refund: found?.may_refund && amount > 0 ? amount : null
  }
}

export const getWayOut = implement(contract.getWayOut, async ({ params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const { back, cause, mayMove, refund } = await wayOutOf(ride, now)
  const scooters = mayMove ? await targetsOf(ride, now, OFFERED_SCOOTERS_MAX) : []
  return { cause, is_full: back.isFull, refund, scooters, ...(cause !== null && !mayMove && { may_move: false }) }
})

/** Idempotent: a ride that is on the scooter already stays there. */
export const moveOwnRide = implement(contract.moveOwnRide, async ({ body, params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const outcome = await moveRide(ride, { by: 'rider', from: body.from_scooter_id, to: body.scooter_id }, now)
  if (outcome === 'moved') return myBooking(ride.rideRow.id, now)
  const { mayMove } = await wayOutOf(ride, now)
  throw refusal(mayMove ? outcome : 'no_way_out')
})

const MONEY_BACK = `
SELECT sum(r.paise) AS paise
  FROM bookings ride JOIN bookings b ON ${isRowOf('b', 'ride.id')} JOIN refunds r ON r.booking_id = b.id AND r.payment_id = b.payment_id
 WHERE ride.id = :ride
   AND ((ride.state = 'cancelled' AND ride.cancelled_by = 'rider' AND r.id = r.payment_id)
        OR (r.created_at = ride.returned_at AND r.id IN (r.payment_id, ride.id || '-rest')))`

/** The answer once the money goes back, also when the call is repeated; null before. */
async function moneyBackAnswer(ride: string) {
  const paise = await prepareNamed(MONEY_BACK, { ride }).first<number>('paise')
  return paise ? { refund: rupeesOf(paise) } : null
}

/** Everything that the rider was shown is part of the condition. */
export const takeMoneyBack = implement(contract.takeMoneyBack, async ({ body, params: { id } }, rider, { now }) => {
  const ride = await findOwnRide(id, rider.id)
  const { id: rideId } = ride.rideRow
  const { back, refund } = await wayOutOf(ride, now)
  if (refund === null) {
    const answer = await moneyBackAnswer(rideId)
    if (answer) return answer
    throw refusal('no_way_out')
  }
  if (refund !== body.amount) throw refusal('refund_changed')
  await (back.isFull
    ? cancelPaid(ride.rideRow, back.shares, now, { when: CAN_BE_CANCELLED })
    : endRide(ride, { kind: 'refunded', ...back }, now))
  const answer = await moneyBackAnswer(rideId)
  if (answer === null) throw refusal('refund_changed')
  return answer
})

const CAN_BE_CANCELLED = `${effectiveStart('ride')} > :now - ${FULL_REFUND_MINUTES * MINUTE_SECONDS} AND ${mayHaveMoney('ride')}`

// The batch that ends a ride. It is safe to repeat.

// The ride has begun, and no extension was paid after the rows were read.
const CAN_RETURN = `id = :ride AND user_id = :rider AND ${isUnreturnedRide('bookings')}
   AND start_at <= :now
   AND NOT EXISTS (SELECT 1 FROM bookings e
                    WHERE e.ride_id = :ride AND e.state = 'confirmed' AND e.start_at > :now
                      AND e.id NOT IN (SELECT input.value FROM json_each(:ahead) input))
   AND (:photo IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}))`

/** Everything that the rider was shown is part of the condition. */
const CAN_TAKE_MONEY = `${CAN_RETURN} AND ${mayHaveMoney('bookings')} AND ${REFUNDED_OF_RIDE} = :refunded`

const IS_RETURNED_NOW = 'EXISTS (SELECT 1 FROM bookings r WHERE r.id = :ride AND r.returned_at = :now)'

/** SQL: the row of the ride is under way, and no return has cut it. */
const isUncut = (row: string) => `
${isPaidRowOf(row, ':ride')} AND ${row}.start_at <= :now AND ${row}.end_at > :now
   AND ${row}.booked_end_at IS NULL`

/** SQL, before its row is cut: this batch has returned the ride. One of the same second would have cut the row. */
const IS_OWN_RETURN = `${IS_RETURNED_NOW} AND EXISTS (SELECT 1 FROM bookings uncut WHERE ${isUncut('uncut')})`

/** SQL: a confirmed row of the ride ends later than now, so the window of the ride changes. */
const ENDS_LATER = `EXISTS (
  SELECT 1 FROM bookings e WHERE ${isPaidRowOf('e', ':ride')} AND e.end_at > :now)`

/** SQL: the ride is as the staff saw it when they pressed. Without :scooter or :pressed, that may have changed. */
const IS_AS_SEEN = `(:scooter IS NULL OR scooter_id = :scooter)
   AND (:pressed IS NULL OR NOT EXISTS (SELECT 1 FROM bookings r WHERE ${isRowOf('r', ':ride')} AND r.paid_at > :pressed))`

const CAN_BE_RETURNED = `${CAN_RETURN} AND ${IS_AS_SEEN}`

const returnIf = (when: string) => `
UPDATE bookings SET returned_at = :now, return_photo_id = :photo, ${raiseRevision(ENDS_LATER)}, updated_at = :now
 WHERE ${when}`

export const CLAIM_PHOTO = claimPhoto('SELECT 1 FROM bookings r WHERE r.id = :ride AND r.return_photo_id = :photo')

// A window must not be empty, so a ride that is returned as it starts lasts a second.
const SHORTEN_ROW = `
UPDATE bookings SET booked_end_at = end_at, end_at = max(:now, start_at + 1), updated_at = :now
 WHERE ${isUncut('bookings')} AND ${IS_RETURNED_NOW}`

// Of one extension: :id, :payment, :percent and its share as :paise.
const CANCEL_EXTENSION = `
UPDATE bookings SET ${setCancelled(':by', ':percent')}
 WHERE id = :id AND state = 'confirmed' AND payment_id = :payment AND start_at > :now AND ${IS_RETURNED_NOW}`

const REFUND_EXTENSION = refundCancelled({
  paise: `:paise - ${refundedPaise(':payment')}`,
  when: 'id = :id AND payment_id = :payment'
})

const REFUND_REST = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
SELECT :ride || '-rest', :payment, :row, :rest, 'goodwill', 'due', :now WHERE :rest > 0 AND ${IS_OWN_RETURN}
    ON CONFLICT DO NOTHING`

const RELEASE_EXTENSION = releaseUnpaidExtension(':ride', ":by = 'rider'")

// A ride that ends within a cell keeps it.
const FREE_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE ${isRowOf('bookings', ':ride')})
   AND EXISTS (SELECT 1 FROM bookings b WHERE b.id = slot_claims.booking_id
                  AND (b.state IN ('cancelled', 'released')
                       OR (b.state = 'confirmed' AND slot_claims.cell * ${CELL_SECONDS} >= b.end_at)))`

/** What the paid extensions that have not begun refund if the ride ends now. */
export function unstartedExtensionShares(ride: Ride, now: Date): RefundShare[] {
  const unstarted = paidRowsOf(ride).filter(({ kind, start_at }) => kind === 'extension' && start_at > now)
  return refundSharesOf(ride, unstarted, now)
}

/** How a ride ends. The rows of `shares` are cancelled, and `rest` goes back of the one under way. */
type Ending =
  | { kind: 'returned'; photo?: string | null }
  /** `seen`: what the staff saw when they pressed, of a press that arrives later. */
  | {
      kind: 'returned_by_admin'
      admin: Admin
      reason: string
      seen?: { pressed: Date | null; scooter: string | null }
    }
  | ({ kind: 'refunded' } & MoneyBack)

/**
 * Ends a ride that has begun: its running row is cut, and its extensions that have not begun are cancelled at their
 * share. A ride that is over only counts as returned.
 *
 * Changes nothing if the ride was returned or has changed in between, also since it was `seen`, or if the photo cannot be
 * claimed.
 */
export async function endRide(ride: Ride, ending: Ending, now: Date): Promise<void> {
  const isRefund = ending.kind === 'refunded'
  const byStaff = ending.kind === 'returned_by_admin' ? ending : null
  const pressed = byStaff?.seen?.pressed ?? null
  const shares = isRefund ? ending.shares : unstartedExtensionShares(ride, now)
  const { paise: rest = 0, row } = (isRefund && ending.rest) || {}
  const { id, user_id } = ride.rideRow
  const params = {
    // The paid extensions that have not begun.
    ahead: JSON.stringify(shares.map(({ row: { id } }) => id)),
    by: byStaff ? 'admin' : 'rider',
    cancellation: newId(),
    now: secondsOf(now),
    payment: row?.payment_id ?? null,
    photo: (ending.kind === 'returned' && ending.photo) || null,
    pressed: pressed && secondsOf(pressed),
    // What of the ride was refunded before, and what goes back of the row under way, in paise.
    refunded: sumBy(paidRowsOf(ride), ({ refundedPaise }) => refundedPaise),
    rest,
    ride: id,
    rider: user_id,
    row: row?.id ?? null,
    scooter: byStaff?.seen?.scooter ?? null
  }
  const detail = commonText.joinFacts(byStaff?.reason, offlinePressDetail(pressed, now)) || undefined
  const entry = { action: 'return_ride', detail, subject: id } as const
  const when = `EXISTS (SELECT 1 FROM bookings WHERE ${CAN_BE_RETURNED})`
  await runIdempotent(
    [
      ...(byStaff ? [activityInsert(entry, { admin: byStaff.admin, now, when }, params)] : []),
      returnIf(isRefund ? CAN_TAKE_MONEY : CAN_BE_RETURNED),
      ...(isRefund ? [REFUND_REST, recordOutcome('refunded', IS_OWN_RETURN)] : []),
      CLAIM_PHOTO,
      SHORTEN_ROW,
      ...shares.flatMap(share => cancelExtension(share, params)),
      RELEASE_EXTENSION,
      FREE_CLAIMS
    ],
    params
  )
}

function cancelExtension({ percent, row, sharePaise }: RefundShare, ofRide: SqlParams): D1PreparedStatement[] {
  const params = { ...ofRide, id: row.id, paise: sharePaise, payment: row.payment_id, percent }
  return [CANCEL_EXTENSION, REFUND_EXTENSION].map(query => prepareNamed(query, params))
}
