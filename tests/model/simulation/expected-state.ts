import { expect } from 'vitest'
import {
  CHECKOUT_MARGIN_SECONDS,
  DIALOG_MIN_SECONDS,
  HOLD_SECONDS,
  UNPAID_HOLD_WINDOW_SECONDS,
  UNPAID_HOLDS_PER_RIDER,
  UNPAID_HOLDS_PER_SCOOTER
} from '#domain/constants.ts'
import type { BookingRequest } from '#tests/model/harness/calls.ts'
import {
  bank,
  type StoredBooking,
  type StoredRefund,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { isScooterOffered, type Rider, type Scooter } from '#tests/model/harness/seed.ts'
import type { Dispute } from '#tests/razorpay/bank/entities.ts'
import { isBlockedByDispute, isFullAmount, isFullyRefunded, isOpen, isReadable, paymentsOf } from './payments.ts'

// The model of the expected state: who has which window, and the result of each payment.

type RideStatus = 'cancelled' | 'expired' | 'held' | 'paid' | 'refunded'

export interface Ride {
  id: string
  amount: number
  /** The ride that an extension belongs to; a ride's own id. */
  ride_id: string
  end: number
  order_id: string | null
  payment_id: string | null
  /** Its rider or an admin has returned it, or it has been over for an hour. */
  isReturned: boolean
  /** A payment arrived for it, or is known to be pending. */
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

/** The result of a payment: a ride, a refund, or a review by an admin. */
type PaymentOutcome = 'refunded' | 'review' | 'ride' | null

/** What a command did to allow a change that is otherwise an error. */
export interface AllowedDeviation {
  bookedBy?: Rider
  cancelled?: string
  decided?: string
  /** The ride that was returned, with its extensions that had not begun. */
  returned?: string
  cancelledHold?: string
  /** A scooter was deleted, or all scooters with their property. */
  hasDeleted?: boolean
  /** The hold that was replaced, whose deadline the new one keeps. */
  moved?: Ride | undefined
}

const STATUS_BY_STATE: Record<string, RideStatus> = {
  cancelled: 'cancelled',
  confirmed: 'paid',
  expired: 'expired',
  refund_due: 'refunded',
  refunded: 'refunded',
  released: 'expired'
}

function rideOf(row: StoredBooking): Ride {
  const until = (row.hold_until ?? 0) * 1000
  const held: RideStatus = until > Date.now() ? 'held' : 'expired'
  return {
    amount: row.amount,
    ride_id: row.ride_id ?? row.id,
    end: row.end_at * 1000,
    id: row.id,
    isReturned: row.returned_at !== null,
    isPaidFor: row.payment_id !== null || row.settling === 1,
    order_id: row.order_id,
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

const PAYABLE_SECONDS = CHECKOUT_MARGIN_SECONDS + DIALOG_MIN_SECONDS

/** A live or expired hold without a payment. Without an order nobody could have paid. */
const isUnpaid = ({ order_id, settling, rideStatus }: Ride) =>
  !settling && (rideStatus === 'held' || (rideStatus === 'expired' && order_id !== null))

type Times = Pick<Ride, 'end' | 'start'>

const overlap = (one: Times, other: Times) => one.start < other.end && other.start < one.end

const isLive = ({ rideStatus }: Ride) => rideStatus === 'held' || rideStatus === 'paid'

export class ExpectedState {
  rides: Ride[] = []
  /** Refunds that were made in the provider's dashboard. */
  readonly dashboardRefunds = new Set<string>()
  readonly disputes: Dispute[] = []
  #allowed: AllowedDeviation = {}
  /** Rides cancelled since the last check. Until then they may have blocked another booking. */
  #cancelled: Ride[] = []
  readonly #countsHolds: boolean
  readonly #created = new Map<string, number>()
  readonly #outcomes = new Map<string, PaymentOutcome>()
  /** Payments that are not refunded while they are disputed. */
  #blockedByDispute = new Set<string>()
  readonly #refunds = new Set<string>()

  constructor(countsHolds: boolean) {
    this.#countsHolds = countsHolds
  }

  /** The paid rows of a ride, by start. */
  paidRows(ride_id: string): Ride[] {
    const rows = this.rides.filter(ride => ride.ride_id === ride_id && ride.rideStatus === 'paid')
    return rows.sort((one, other) => one.start - other.start)
  }

  /** Null if the ride is not paid, or was returned. */
  endOfRide(ride_id: string): number | null {
    const [first, ...others] = this.paidRows(ride_id)
    if (first?.id !== ride_id || first.isReturned) return null
    return others.at(-1)?.end ?? first.end
  }

  /** Live windows that block this one; the rider's own hold is replaced instead. */
  conflictsOf(request: Times & { rider: Rider; scooter: Scooter }): Ride[] {
    return this.rides.filter(
      ride =>
        ride.scooter === request.scooter &&
        isLive(ride) &&
        overlap(ride, request) &&
        !(ride.rider === request.rider && isReplaceableHold(ride))
    )
  }

  /** Other bookings of the same rider at that time. */
  ownRidesOf(request: Times & { rider: Rider }): Ride[] {
    return this.rides.filter(
      ride => ride.rider === request.rider && isLive(ride) && !isReplaceableHold(ride) && overlap(ride, request)
    )
  }

  /** The rule that rejects a new hold when everything else is valid. */
  limitOf(request: Times & { rider: Rider; scooter: Scooter }): 'deadline' | 'scooter' | 'rider' | null {
    const now = Math.floor(Date.now() / 1000)
    const moved = this.movedBy(request)
    if (moved) return moved.until / 1000 < now + PAYABLE_SECONDS ? 'deadline' : null
    if (!this.#countsHolds) return null
    const own = this.rides.filter(
      ({ rider, since }) => rider === request.rider && since !== null && now < since + UNPAID_HOLD_WINDOW_SECONDS
    )
    // Holds that replaced each other have the same `since`, and count once.
    const groups = Object.values(Object.groupBy(own, ({ since }) => String(since))) as Ride[][]
    const unpaid = groups.filter(holds => !holds.some(({ isPaidFor }) => isPaidFor))
    const ofScooter = unpaid.filter(holds => holds.some(hold => isUnpaid(hold) && hold.scooter === request.scooter))
    if (ofScooter.length >= UNPAID_HOLDS_PER_SCOOTER) return 'scooter'
    return unpaid.filter(holds => holds.some(isUnpaid)).length >= UNPAID_HOLDS_PER_RIDER ? 'rider' : null
  }

  /** The rider's own hold, whose deadline a new one keeps. */
  movedBy(request: Times & { rider: Rider; scooter: Scooter }): Ride | undefined {
    return this.rides.find(
      ride =>
        ride.rider === request.rider &&
        ride.scooter === request.scooter &&
        isReplaceableHold(ride) &&
        ride.until > Date.now() &&
        overlap(ride, request)
    )
  }

  sameHoldAs(request: Times & BookingRequest): Ride | undefined {
    return this.rides.find(
      ride =>
        ride.rider === request.rider &&
        ride.scooter === request.scooter &&
        isReplaceableHold(ride) &&
        ride.start === request.start.getTime() &&
        ride.end === request.end
    )
  }

  isBookable(ride: Ride): boolean {
    if (!isScooterOffered(ride.scooter) || this.#otherRideOf(ride)) return false
    if (isExtension(ride) && this.endOfRide(ride.ride_id) !== ride.start) return false
    if (ride.rideStatus === 'held') return true
    const others = this.rides.filter(({ id }) => id !== ride.id)
    const isFree = !others.some(other => other.scooter === ride.scooter && isLive(other) && overlap(other, ride))
    const lastPayment = isExtension(ride) ? ride.end : ride.start
    return ride.rideStatus === 'expired' && Date.now() < lastPayment && isFree
  }

  /** Another ride that the same rider has paid for, at the same time. */
  #otherRideOf(ride: Ride): Ride | undefined {
    return this.rides.find(
      other => other.id !== ride.id && other.rider === ride.rider && other.rideStatus === 'paid' && overlap(other, ride)
    )
  }

  #wasBookable(ride: Ride): boolean {
    const wasTaken = this.#cancelled.some(
      other => (other.scooter === ride.scooter || other.rider === ride.rider) && overlap(other, ride)
    )
    return this.isBookable(ride) && !wasTaken
  }

  outcomeOf(payment_id: string): PaymentOutcome {
    return this.#outcomes.get(payment_id) ?? null
  }

  /** The next check takes it into account. */
  allow(deviation: AllowedDeviation): void {
    this.#allowed = deviation
  }

  /** Reads the state of everything and fails on a change that is not allowed. */
  check(): void {
    const deviation = this.#allowed
    this.#allowed = {}
    const before = new Map(this.rides.map(ride => [ride.id, ride]))
    this.rides = storedBookings().map(rideOf)
    this.#cancelled = this.rides.filter(
      ({ id, rideStatus }) => rideStatus === 'cancelled' && before.get(id)?.rideStatus !== rideStatus
    )
    for (const ride of this.rides) {
      if (!this.#created.has(ride.id)) this.#recordHold(ride, deviation)
      this.#checkWindow(ride)
      this.#checkHold(ride)
      this.#checkSettling(before.get(ride.id), ride)
      this.#checkStatus(before.get(ride.id), ride, deviation)
    }
    this.#checkOutcomes(deviation)
    this.#checkRefunds()
  }

  #checkWindow(ride: Ride): void {
    const overlapping = this.rides.filter(
      other => other.id !== ride.id && other.scooter === ride.scooter && isLive(other) && overlap(other, ride)
    )
    if (isLive(ride)) expect(overlapping, 'two live bookings overlap').toEqual([])
    if (ride.rideStatus === 'paid') expect(this.#otherRideOf(ride), 'a rider has two rides at a time').toBe(undefined)
  }

  /** A hold that was moved keeps its deadline. */
  #recordHold(ride: Ride, { moved }: AllowedDeviation): void {
    this.#created.set(ride.id, moved ? this.#createdAt(moved.id) : Date.now())
    if (!moved || ride.rideStatus !== 'held') return
    expect(ride).toMatchObject({ since: moved.since, until: moved.until })
  }

  #checkHold({ id, settling, rideStatus, until }: Ride): void {
    if (rideStatus !== 'held' || settling) return
    const longest = this.#createdAt(id) + HOLD_SECONDS * 1000
    expect(until, 'a hold is longer than HOLD_SECONDS').toBeLessThanOrEqual(longest)
  }

  /** A hold waits while the state of its payment is unknown. */
  #checkSettling(before: Ride | undefined, ride: Ride): void {
    if (!before?.settling || ride.settling || before.until <= Date.now()) return
    if (ride.rideStatus !== 'held' && ride.rideStatus !== 'expired') return
    const open = paymentsOf(ride).filter(payment => isOpen(payment, ride))
    expect(open, 'a hold does not wait for its payment').toEqual([])
  }

  #checkStatus(before: Ride | undefined, ride: Ride, deviation: AllowedDeviation): void {
    const { bookedBy, cancelled, cancelledHold, hasDeleted, returned } = deviation
    const [was, is] = [before?.rideStatus ?? 'held', ride.rideStatus]
    if (was === is || before === undefined) return
    const message = `a ${was} booking is ${is}`
    const paid = paymentsOf(ride).filter(payment => payment.captured && isFullAmount(payment, ride))
    const isRefunded = paid.some(isFullyRefunded)
    const allowed: Record<RideStatus, boolean> = {
      refunded:
        (was === 'expired' || was === 'held') && paid.length > 0 && !this.#wasBookable({ ...ride, rideStatus: was }),
      cancelled:
        cancelled === ride.ride_id ||
        cancelled === ride.id ||
        (was !== 'refunded' && isRefunded) ||
        // The same run of the cron may confirm an extension and then cancel it with its ride.
        ((was === 'paid' || paid.length > 0) && was !== 'refunded' && this.#isEarlierRowRefunded(ride)) ||
        (isExtension(ride) && returned === ride.ride_id),
      held: false,
      expired:
        was === 'held' &&
        (this.#endOfHold(before) <= Date.now() ||
          bookedBy === ride.rider ||
          cancelledHold === ride.id ||
          hasDeleted ||
          this.#isRideCancelled(ride) ||
          this.#wasReplaced(before)),
      paid: (was === 'expired' || was === 'held') && paid.length > 0 && isScooterOffered(ride.scooter)
    }
    expect(allowed[is], message).toBe(true)
    const isExcused = hasDeleted || this.#otherRideOf(ride) !== undefined || this.#isRideCancelled(ride)
    if (is === 'expired' && !isExcused) expect(ride.since, 'a hold does not count').not.toBe(null)
  }

  /** An extension whose ride was cancelled. */
  #isRideCancelled(ride: Ride): boolean {
    return isExtension(ride) && this.endOfRide(ride.ride_id) === null
  }

  /** A row before it in its ride was refunded at the provider. */
  #isEarlierRowRefunded({ ride_id, start }: Ride): boolean {
    return this.rides.some(
      row =>
        row.ride_id === ride_id &&
        row.start < start &&
        row.rideStatus === 'cancelled' &&
        paymentsOf(row).some(isFullyRefunded)
    )
  }

  /** Its rider paid for another ride, or no payment for it is pending and the rider has booked again. */
  #wasReplaced(ride: Ride): boolean {
    if (isReplaceableHold(ride) && this.#otherRideOf(ride)) return true
    if (ride.settling && (this.#otherRideOf(ride) || !isScooterOffered(ride.scooter))) return true
    const isPending = paymentsOf(ride).some(payment => isOpen(payment, ride))
    const others = this.rides.filter(({ id, rider }) => rider === ride.rider && id !== ride.id)
    return ride.settling && !isPending && others.some(({ id }) => this.#createdAt(id) >= this.#createdAt(ride.id))
  }

  #createdAt(id: string): number {
    return this.#created.get(id) ?? 0
  }

  /** A settling hold without a pending payment ends at its old deadline. */
  #endOfHold(ride: Ride): number {
    const isPending = paymentsOf(ride).some(payment => isOpen(payment, ride))
    return isPending ? ride.until : Math.min(ride.until, this.#createdAt(ride.id) + HOLD_SECONDS * 1000)
  }

  #checkOutcomes({ cancelled, decided, returned }: AllowedDeviation): void {
    for (const ride of this.rides) {
      for (const payment of paymentsOf(ride)) {
        const { captured, id } = payment
        const isRefunded = isFullyRefunded(payment)
        const was = this.outcomeOf(id)
        const is = currentOutcome(id)
        this.#outcomes.set(id, is)
        if (is === null) expect(was, 'a payment is lost').toBe(null)
        else expect(captured && isReadable(payment), 'a payment counts that was not captured').toBe(true)
        if (was === 'refunded') expect(is, 'a refunded payment pays for a ride').not.toBe('ride')
        if (was === 'review' && is === 'refunded')
          expect(decided === id || isRefunded, 'a payment in review is refunded without an admin').toBe(true)
        if (was === 'ride' && is === 'refunded')
          expect(
            [cancelled, returned].includes(ride.ride_id) || isRefunded || this.#isEarlierRowRefunded(ride),
            'a paid ride is refunded without a reason'
          ).toBe(true)
      }
    }
  }

  /** A disputed payment is not refunded, and a pending refund is not reviewed. */
  #checkRefunds(): void {
    const payments = this.rides.flatMap(paymentsOf).filter(({ captured }) => captured)
    const blocked = new Set(payments.map(({ id }) => id).filter(isBlockedByDispute))
    for (const { id, payment_id } of payments.flatMap(payment => bank().refundsOf(payment.id))) {
      const isOurs = !this.#refunds.has(id) && !this.dashboardRefunds.has(id)
      this.#refunds.add(id)
      const wasBlocked = this.#blockedByDispute.has(payment_id) && blocked.has(payment_id)
      if (isOurs) expect(wasBlocked, 'a disputed payment is refunded').toBe(false)
    }
    this.#blockedByDispute = blocked
    for (const { refund_id, status } of storedRefunds()) {
      if (status !== 'review' || refund_id === null) continue
      expect(bank().refund(refund_id).status, 'a pending refund is in review').not.toBe('pending')
    }
  }
}

export const isExtension = ({ ride_id, id }: Ride) => ride_id !== id

/** The rider's own hold does not block the next one, unless a payment for it is pending. */
export const isReplaceableHold = ({ settling, rideStatus }: Ride) => rideStatus === 'held' && !settling

/** The refund that the payment's result requires. Any other refund was made in the dashboard. */
const isDemanded = ({ id, payment_id }: StoredRefund) => id === payment_id

function currentOutcome(payment_id: string): PaymentOutcome {
  const refunds = storedRefunds().filter(stored => stored.payment_id === payment_id)
  const demanded = refunds.find(isDemanded)
  const ride = storedBookings().find(stored => stored.payment_id === payment_id && stored.state === 'confirmed')
  expect([demanded, ride].filter(Boolean).length, 'a payment is both a ride and refunded').toBeLessThanOrEqual(1)
  if (ride) return 'ride'
  if (demanded) return demanded.status === 'review' ? 'review' : 'refunded'
  return refunds.length > 0 ? 'refunded' : null
}
