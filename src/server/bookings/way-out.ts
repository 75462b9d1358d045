import * as contract from '#contract/bookings/manage-ride.ts'
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
import { prepareNamed } from '#server/db/client.ts'
import { ruleSql, secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { isRowOf } from '#server/slots/booking-sql.ts'
import { recordOutcome, troubleOf } from '#server/slots/unrideable.ts'
import { cancelPaid, REFUNDED_OF_RIDE } from './cancel-booking.ts'
import { moveRide, RIDER_MAY_MOVE, targetsOf } from './move-ride.ts'
import { myBooking } from './my-bookings.ts'
import { endRide, IS_OWN_RETURN } from './return-ride.ts'
import { findOwnRide, paidRowsOf, type RefundShare, type Ride, type RideRow } from './ride-payments.ts'

// The way out of a ride with trouble: another scooter, or the money.

/** SQL: the rider may have the money. By the own report only as often as the property allows. */
const mayHaveMoney = (ride: string) => `
CASE ${troubleOf(ride)}
  WHEN 'late' THEN 1
  WHEN 'broken' THEN 1
  WHEN 'reported' THEN (SELECT count(*) FROM problems p
                         WHERE p.user_id = ${ride}.user_id AND p.outcome = 'refunded'
                           AND p.created_at > :now - ${REPORTS_COUNTED_DAYS * DAY_SECONDS})
       < coalesce((SELECT ${ruleSql('report_refunds')} FROM property_settings rules
                    WHERE rules.property_id = ${ride}.property_id), ${NUMBER_RULES.report_refunds.default})
  ELSE 0 END`

const SELECT_TROUBLE = `
SELECT ${troubleOf('ride')} AS cause, ${RIDER_MAY_MOVE} AS may_move, ${mayHaveMoney('ride')} AS may_refund
  FROM bookings ride WHERE ride.id = :ride`

const leftOf = (row: RideRow) => row.paidPaise - row.refundedPaise

interface MoneyBack {
  /** The ride has just begun or is ahead, so that all of it is cancelled. */
  isFull: boolean
  /** Of the row under way, which ends. */
  rest: { paise: number; row: RideRow } | null
  /** Of the rows that are cancelled: all that is left of them. */
  shares: RefundShare[]
}

function moneyBackOf(ride: Ride, now: Date): MoneyBack {
  const isFull = addMinutes(ride.rideRow.start_at, FULL_REFUND_MINUTES) > now
  const rows = paidRowsOf(ride)
  const cancelled = isFull ? rows : rows.filter(({ start_at }) => start_at > now)
  const running = isFull ? undefined : rows.find(({ end_at, start_at }) => start_at <= now && end_at > now)
  return {
    isFull,
    rest: running
      ? {
          paise: Math.min(
            restPaise({ end: running.end_at, start: running.start_at }, running.paidPaise, now),
            leftOf(running)
          ),
          row: running
        }
      : null,
    shares: cancelled.map(row => ({
      freeUntil: now,
      leftPaise: leftOf(row),
      percent: 100,
      row,
      sharePaise: row.paidPaise
    }))
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

// Parameters: those of the return, and the row under way as :row, with its :payment and what goes back of it as :rest.
const REFUND_REST = `
INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
SELECT :ride || '-rest', :payment, :row, :rest, 'goodwill', 'due', :now WHERE :rest > 0 AND ${IS_OWN_RETURN}
    ON CONFLICT DO NOTHING`

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
  await (back.isFull ? cancelPaid(ride.rideRow, back.shares, now, CAN_BE_CANCELLED) : endWithRefund(ride, back, now))
  const answer = await moneyBackAnswer(rideId)
  if (answer === null) throw refusal('refund_changed')
  return answer
})

const CAN_BE_CANCELLED = `ride.start_at > :now - ${FULL_REFUND_MINUTES * MINUTE_SECONDS} AND ${mayHaveMoney('ride')}`

async function endWithRefund(ride: Ride, { rest, shares }: MoneyBack, now: Date): Promise<void> {
  const { paise = 0, row } = rest ?? {}
  const params = {
    payment: row?.payment_id ?? null,
    refunded: sumBy(paidRowsOf(ride), ({ refundedPaise }) => refundedPaise),
    rest: paise,
    row: row?.id ?? null
  }
  const afterwards = [REFUND_REST, recordOutcome('refunded', IS_OWN_RETURN)]
  const when = `${mayHaveMoney('bookings')} AND ${REFUNDED_OF_RIDE} = :refunded`
  await endRide(ride, { afterwards, by: 'rider', params, shares, when }, now)
}
