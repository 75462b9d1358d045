import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import type { Rider, Scooter } from '#tests/model/harness/seed.ts'

// A booking as the model reads it from the database.

export type RideStatus = 'cancelled' | 'expired' | 'held' | 'paid' | 'refunded'

export interface Ride {
  id: string
  amount: number
  /** The ride that an extension belongs to; a ride's own id. */
  ride_id: string
  /** From when it has its scooter: its start, or later if it was moved under way. */
  claimedFrom: number
  end: number
  order_id: string | null
  /** 0 without a payment. */
  paidAt: number
  payment_id: string | null
  /** Its rider or an admin has returned it, or it has been over for an hour. */
  isReturned: boolean
  /** All of its payment went back to its rider, who cancelled it or paid too late. */
  isGivenBack: boolean
  /** A payment for it was kept, or is known to be pending. */
  isPaidFor: boolean
  rider: Rider
  scooter: Scooter
  settling: boolean
  /** In seconds; the deadline counts from here. Null if it does not count towards the rider's limit. */
  since: number | null
  rideStatus: RideStatus
  start: number
  until: number
}

const STATUS_BY_STATE: Record<string, RideStatus> = {
  cancelled: 'cancelled',
  confirmed: 'paid',
  expired: 'expired',
  refund_due: 'refunded',
  refunded: 'refunded',
  released: 'expired'
}

export function rideOf(row: StoredBooking): Ride {
  const until = (row.hold_until ?? 0) * 1000
  const isFullRefund = Math.ceil((row.amount * (row.refund_percent ?? 0)) / 100) === row.amount
  const isGivenBack =
    ['refund_due', 'refunded'].includes(row.state) ||
    (row.kind === 'ride' && row.cancelled_by === 'rider' && isFullRefund)
  const held: RideStatus = until > Date.now() ? 'held' : 'expired'
  return {
    amount: row.payment_id?.startsWith('free-') ? 0 : row.amount,
    ride_id: row.ride_id ?? row.id,
    claimedFrom: (row.claimed_from ?? row.start_at) * 1000,
    end: row.end_at * 1000,
    id: row.id,
    isReturned: row.returned_at !== null,
    isGivenBack,
    isPaidFor: (row.payment_id !== null && !isGivenBack) || row.settling === 1,
    order_id: row.order_id,
    paidAt: (row.paid_at ?? 0) * 1000,
    payment_id: row.payment_id,
    rider: row.user_id as Rider,
    scooter: row.scooter_id as Scooter,
    settling: row.settling === 1,
    since: row.held_since,
    rideStatus: STATUS_BY_STATE[row.state] ?? held,
    start: row.start_at * 1000,
    until
  }
}

/** A live or expired hold that cost nothing. Without an order nobody could have paid. */
export const isUnpaid = ({ isGivenBack, order_id, settling, rideStatus }: Ride) =>
  !settling && (isGivenBack || rideStatus === 'held' || (rideStatus === 'expired' && order_id !== null))

export type Times = Pick<Ride, 'end' | 'start'>

export const overlap = (one: Times, other: Times) => one.start < other.end && other.start < one.end

/** The time in which a booking has its scooter overlaps a window. */
export const claims = (ride: Ride, window: Times) =>
  ride.claimedFrom < ride.end && overlap({ ...ride, start: ride.claimedFrom }, window)

export const isLive = ({ rideStatus }: Ride) => rideStatus === 'held' || rideStatus === 'paid'

export const isExtension = ({ ride_id, id }: Ride) => ride_id !== id

/** The rider's own hold does not block the next one, unless a payment for it is pending. */
export const isReplaceableHold = ({ settling, rideStatus }: Ride) => rideStatus === 'held' && !settling
