import { expect } from 'vitest'
import {
  CHECKOUT_MARGIN_SECONDS,
  DIALOG_MIN_SECONDS,
  UNPAID_HOLD_WINDOW_SECONDS,
  UNPAID_HOLDS_PER_RIDER,
  UNPAID_HOLDS_PER_SCOOTER
} from '#domain/constants.ts'
import { REPORT_BLOCKS_MINUTES } from '#domain/problems/problems.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { isScooterOffered, type Rider, SCOOTERS, type Scooter } from '#tests/model/harness/seed.ts'
import { claims, isExtension, isLive, isReplaceableHold, isUnpaid, overlap, type Ride, type Times } from './ride.ts'

const PAYABLE_SECONDS = CHECKOUT_MARGIN_SECONDS + DIALOG_MIN_SECONDS

/** Times are Unix seconds. */
export interface OpenProblem {
  blocked_from: number | null
  blocked_until: number | null
  booking_id: string | null
  created_at: number
  kind: string
  set_maintenance: 0 | 1
  user_id: string | null
}

/** All bookings, and what the rules of slots say about them. */
export class ExpectedRides {
  rides: Ride[] = []
  /** The rides that were cancelled before their start. */
  readonly cancelledAhead = new Set<string>()
  /** Whether unpaid holds count towards the limits of a rider. */
  readonly #countsHolds: boolean

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
        claims(ride, request) &&
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

  /** A ride is not the extension of the same time. */
  sameHoldAs(request: Times & { rider: Rider; scooter: Scooter }, isForExtension = false): Ride | undefined {
    return this.rides.find(
      ride =>
        isExtension(ride) === isForExtension &&
        ride.rider === request.rider &&
        ride.scooter === request.scooter &&
        isReplaceableHold(ride) &&
        ride.start === request.start &&
        ride.end === request.end
    )
  }

  /** What is open about the scooter. Times are Unix seconds. */
  problemsOf(scooter: Scooter) {
    return rows<OpenProblem>("SELECT * FROM problems WHERE scooter_id = ? AND state = 'open'", scooter)
  }

  /** A report blocks its scooter from then on, until its ride is cancelled before its start. */
  checkBlocks(): void {
    for (const problem of SCOOTERS.flatMap(scooter => this.problemsOf(scooter))) {
      const { blocked_from, blocked_until, booking_id, created_at } = problem
      if (booking_id === null) continue
      const window = [created_at, created_at + REPORT_BLOCKS_MINUTES * 60]
      const isEnded = this.cancelledAhead.has(booking_id)
      expect([blocked_from, blocked_until], 'what a report blocks').toEqual(isEnded ? [null, null] : window)
    }
  }

  /** A problem blocks the scooter at that time. */
  isBlocked({ end, scooter, start }: Times & { scooter: Scooter }): boolean {
    return this.problemsOf(scooter).some(
      ({ blocked_from, blocked_until }) => Number(blocked_from) * 1000 < end && Number(blocked_until) * 1000 > start
    )
  }

  /** Its ride is on another scooter by now. */
  hasMoved({ ride_id, scooter }: Ride): boolean {
    return this.rides.some(({ id, scooter: present }) => id === ride_id && present !== scooter)
  }

  isBookable(ride: Ride): boolean {
    if (!isScooterOffered(ride.scooter) || this.otherRideOf(ride)) return false
    if (isExtension(ride) && (this.endOfRide(ride.ride_id) !== ride.start || this.hasMoved(ride))) return false
    if (ride.rideStatus === 'held') return true
    const others = this.rides.filter(({ id }) => id !== ride.id)
    const isFree = !others.some(other => other.scooter === ride.scooter && isLive(other) && claims(other, ride))
    const lastPayment = isExtension(ride) ? ride.end : ride.start
    return ride.rideStatus === 'expired' && Date.now() < lastPayment && isFree && !this.isBlocked(ride)
  }

  /** Another ride that the same rider has paid for, at the same time. */
  otherRideOf(ride: Ride): Ride | undefined {
    return this.rides.find(
      other => other.id !== ride.id && other.rider === ride.rider && other.rideStatus === 'paid' && overlap(other, ride)
    )
  }
}
