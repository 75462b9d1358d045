import fc from 'fast-check'
import { expect } from 'vitest'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { isScooterOffered, type Scooter } from '#tests/model/harness/seed.ts'
import { ofRide } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { isLive, type Ride } from './ride.ts'

// Rides that get the other scooter. Whether they can is predicted from the windows of the bookings, never from claims.

const CELL_MS = CELL_SECONDS * 1000
export const OTHER: Record<Scooter, Scooter> = { s0: 's1', s1: 's0' }

const cellEnd = (time: number) => Math.ceil(time / CELL_MS) * CELL_MS

export function canTake(expected: ExpectedState, to: Scooter, ride: Ride, end: number): boolean {
  const { riders, rides } = expected
  const now = Date.now()
  const from = Math.max(ride.start, Math.floor(now / CELL_MS) * CELL_MS)
  const others = rides.filter(
    other => other.scooter === to && isLive(other) && other.claimedFrom < end && cellEnd(other.end) > from
  )
  const isUsed = others.some(
    other => other.end <= now && other.claimedFrom < other.end && other.claimedFrom < from + CELL_MS
  )
  const needsMore = riders.needsLicence(to) && !riders.needsLicence(ride.scooter)
  return (
    isScooterOffered(to) &&
    // A report keeps everybody away until it is fixed, a service window for its time.
    expected.problemsOf(to).every(({ blocked_from, kind }) => kind === 'service' || blocked_from === null) &&
    !expected.isBlocked({ end, scooter: to, start: Math.max(ride.start, now) }) &&
    others.every(other => other.end <= now) &&
    from + (isUsed ? CELL_MS : 0) < end &&
    !(needsMore && riders.blockOf({ end, rider: ride.rider, scooter: to }))
  )
}

const move = (index: number) =>
  ofRide('an admin moves the ride', index, async (row, expected) => {
    const ride = expected.rides.find(({ id }) => id === row.ride_id) ?? row
    const to = OTHER[ride.scooter]
    const end = expected.endOfRide(ride.id)
    const isMovable = end !== null && end > Date.now() && canTake(expected, to, ride, end)
    const answer = await calls.moveAsAdmin(row.id, ride.scooter, to)
    expect(answer.status).toBe(isMovable ? 200 : 409)
    expected.check()
    const scooters = expected.paidRows(ride.id).map(({ scooter }) => scooter)
    expect(new Set(scooters).size, 'a ride is on two scooters').toBeLessThanOrEqual(1)
    if (isMovable) expect(scooters[0]).toBe(to)
  })

export const moves = [fc.nat(7).map(move), fc.nat(7).map(move)]
