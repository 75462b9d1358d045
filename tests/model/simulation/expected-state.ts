import { expect } from 'vitest'
import { HOLD_SECONDS } from '#domain/constants.ts'
import type { Dispute } from '#tests/fakes/razorpay/bank/entities.ts'
import type { StoredRefund } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { bank, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { isScooterOffered, type Rider } from '#tests/model/harness/seed.ts'
import { ExpectedRiders } from './expected-riders.ts'
import { ExpectedRides } from './expected-rides.ts'
import { isBlockedByDispute, isFullAmount, isFullyRefunded, isOpen, isReadable, paymentsOf } from './payments.ts'
import { claims, isExtension, isLive, isReplaceableHold, overlap, type Ride, type RideStatus, rideOf } from './ride.ts'

// The model of the expected state: who has which window, and the result of each payment.

/** What a command did to allow a change that is otherwise an error. */
interface AllowedDeviation {
  bookedBy?: Rider
  cancelled?: string
  decided?: string
  /** The ride that was returned, with its extensions that had not begun. */
  returned?: string
  cancelledHold?: string
  /** The unpaid holds that a service window ends. */
  released?: ReadonlySet<string>
  /** A scooter was deleted, or all scooters with their property. */
  hasDeleted?: boolean
  /** The bookings that a decision about their rider stops. */
  stopped?: ReadonlySet<string>
  /** The hold that was replaced, whose deadline the new one keeps. */
  moved?: Ride | undefined
}

/** The result of a payment: a ride, a refund, a review by an admin, or nothing back for a ride that was given up. */
type PaymentOutcome = 'kept' | 'refunded' | 'review' | 'ride' | null

/** The refund that the payment's result requires. Any other refund was made in the dashboard. */
const isDemanded = ({ id, payment_id }: StoredRefund) => id === payment_id

function currentOutcome(payment_id: string): PaymentOutcome {
  const refunds = storedRefunds().filter(stored => stored.payment_id === payment_id)
  const demanded = refunds.find(isDemanded)
  const ride = storedBookings().find(stored => stored.payment_id === payment_id && stored.state === 'confirmed')
  expect([demanded, ride].filter(Boolean).length, 'a payment is both a ride and refunded').toBeLessThanOrEqual(1)
  if (ride) return 'ride'
  if (demanded) return demanded.status === 'review' ? 'review' : 'refunded'
  if (refunds.length > 0) return 'refunded'
  const isKept = storedBookings().some(
    stored => stored.payment_id === payment_id && stored.state === 'cancelled' && stored.refund_percent === 0
  )
  return isKept ? 'kept' : null
}

class RefundChecks {
  /** Refunds that were made in the provider's dashboard. */
  readonly fromDashboard = new Set<string>()
  /** Payments that are not refunded while they are disputed. */
  #blockedByDispute = new Set<string>()
  readonly #refunds = new Set<string>()

  /** A disputed payment is not refunded, and a pending refund is not reviewed. */
  check(rides: readonly Ride[]): void {
    const payments = rides.flatMap(paymentsOf).filter(({ captured }) => captured)
    const blocked = new Set(payments.map(({ id }) => id).filter(isBlockedByDispute))
    for (const { id, payment_id } of payments.flatMap(payment => bank().refundsOf(payment.id))) {
      const isOurs = !this.#refunds.has(id) && !this.fromDashboard.has(id)
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

export class ExpectedState extends ExpectedRides {
  readonly #refundChecks = new RefundChecks()
  /** Refunds that were made in the provider's dashboard. */
  readonly dashboardRefunds = this.#refundChecks.fromDashboard
  readonly disputes: Dispute[] = []
  readonly riders = new ExpectedRiders()
  #allowed: AllowedDeviation = {}
  /** Rides cancelled since the last check. Until then they may have blocked another booking. */
  #cancelled: Ride[] = []
  /** What is or was owed, by ride; the note says how it was paid. */
  readonly debts = new Map<string, { note: string | null; paise: number }>()
  readonly #created = new Map<string, number>()
  readonly #outcomes = new Map<string, PaymentOutcome>()

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

  owe(ride: string, paise: number): void {
    if (paise > 0) this.debts.set(ride, { note: null, paise })
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
    for (const { id, start } of this.#cancelled) if (Date.now() < start) this.cancelledAhead.add(id)
    this.checkBlocks()
    for (const ride of this.rides) {
      if (!this.#created.has(ride.id)) this.#recordHold(ride, deviation)
      this.#checkWindow(ride)
      this.#checkHold(ride)
      this.#checkSettling(before.get(ride.id), ride)
      this.#checkStatus(before.get(ride.id), ride, deviation)
    }
    this.#checkOutcomes(deviation)
    this.#refundChecks.check(this.rides)
    const debts = rows<{ id: string; note: string; paise: number }>(
      'SELECT booking_id AS id, note, paise FROM compensations'
    )
    expect(new Map(debts.map(({ id, ...debt }) => [id, debt])), 'what riders are owed').toEqual(this.debts)
  }

  #checkWindow(ride: Ride): void {
    const overlapping = this.rides.filter(
      other =>
        other.id !== ride.id &&
        other.scooter === ride.scooter &&
        isLive(other) &&
        claims(other, { ...ride, start: ride.claimedFrom })
    )
    if (isLive(ride)) expect(overlapping, 'two live bookings overlap').toEqual([])
    if (ride.rideStatus === 'paid') expect(this.otherRideOf(ride), 'a rider has two rides at a time').toBe(undefined)
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
    const { bookedBy, cancelled, cancelledHold, hasDeleted, released, returned, stopped } = deviation
    const [was, is] = [before?.rideStatus ?? 'held', ride.rideStatus]
    if (was === is || before === undefined) return
    const message = `a ${was} booking is ${is}`
    const paid = paymentsOf(ride).filter(payment => payment.captured && isFullAmount(payment, ride))
    const isRefunded = paid.some(isFullyRefunded)
    // The time that has passed since may have ended the hold.
    const status = was === 'held' && before.until <= Date.now() ? 'expired' : was
    const allowed: Record<RideStatus, boolean> = {
      refunded:
        (was === 'expired' || was === 'held') && paid.length > 0 && !this.#wasBookable({ ...ride, rideStatus: status }),
      cancelled:
        cancelled === ride.ride_id ||
        cancelled === ride.id ||
        stopped?.has(ride.id) ||
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
          released?.has(ride.id) ||
          this.#isRideCancelled(ride) ||
          this.#wasReplaced(before)),
      paid: (was === 'expired' || was === 'held') && paid.length > 0 && isScooterOffered(ride.scooter)
    }
    expect(allowed[is], message).toBe(true)
    const isExcused =
      hasDeleted || released?.has(ride.id) || this.otherRideOf(ride) !== undefined || this.#isRideCancelled(ride)
    if (is === 'expired' && !isExcused) expect(ride.since, 'a hold does not count').not.toBe(null)
  }

  /** An extension whose ride was cancelled or moved, or ends earlier since a row was refunded at the provider. */
  #isRideCancelled(ride: Ride): boolean {
    return (
      isExtension(ride) &&
      (this.endOfRide(ride.ride_id) === null || this.hasMoved(ride) || this.#isEarlierRowRefunded(ride))
    )
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
    if (isReplaceableHold(ride) && this.otherRideOf(ride)) return true
    if (ride.settling && (this.otherRideOf(ride) || !isScooterOffered(ride.scooter) || this.isBlocked(ride)))
      return true
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

  #checkOutcomes({ cancelled, decided, returned, stopped }: AllowedDeviation): void {
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
        if (was === 'ride' && (is === 'kept' || is === 'refunded'))
          expect(
            [cancelled, returned].includes(ride.ride_id) ||
              stopped?.has(ride.id) ||
              isRefunded ||
              this.#isEarlierRowRefunded(ride),
            'a paid ride ends without a reason'
          ).toBe(true)
      }
    }
  }
}
