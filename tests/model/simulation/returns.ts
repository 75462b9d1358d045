import fc from 'fast-check'
import { expect } from 'vitest'
import { CELL_SECONDS, firstKeptCell } from '#domain/bookings/slots.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { advanceTime, cron, cronAfter, storedBooking, storedBookings } from '#tests/model/harness/harness.ts'
import { SCOOTERS, type Scooter } from '#tests/model/harness/seed.ts'
import { ofRide } from './command.ts'

// Rides that are ended by their riders, by admins, or by the cron.

const storedRow = (id: string) => {
  const row = storedBooking(id)
  if (!row) throw new Error(`no booking ${id}`)
  return row
}

/** Past claims may have been deleted. */
const isKept = (cell: number) => cell >= firstKeptCell(now())

const cellsOf = (id: string) =>
  rows<{ cell: number }>('SELECT cell FROM slot_claims WHERE booking_id = ?1 ORDER BY cell', id)
    .map(({ cell }) => cell)
    .filter(isKept)

export function waitUntil(time: number): void {
  if (time > Date.now()) advanceTime((time - Date.now()) / MINUTE_MS)
}

interface Return {
  by: 'admin' | 'rider'
  index: number
  /** Minutes after the start; null: now. */
  minutes: number | null
  /** Of an admin without a network: how many minutes the press took to arrive, and the scooter that it named. */
  press?: { minutes: number; scooter: Scooter } | null
}

/** The ride has changed since the press, whose time is ignored if it was before the ride. */
function isOutdated({ minutes, scooter }: NonNullable<Return['press']>, before: StoredBooking): boolean {
  const pressed = Math.floor((Date.now() - minutes * MINUTE_MS) / 1000)
  const rowsOfRide = storedBookings().filter(({ id, ride_id }) => [id, ride_id].includes(before.id))
  const isPaidSince = rowsOfRide.some(({ paid_at }) => (paid_at ?? 0) > pressed)
  return before.scooter_id !== scooter || (pressed >= before.start_at && isPaidSince)
}

const seenAt = ({ minutes, scooter }: NonNullable<Return['press']>) => ({
  pressed_at: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
  scooter_id: scooter
})

const REFUSED_STATUS = { admin: 409, rider: 400 }

/** What is left of a paid row: its window until now, or nothing if it has not begun. A moved one claims a part of it. */
function expectCut(before: StoredBooking, at: number): void {
  const after = storedRow(before.id)
  if (before.start_at > at) {
    expect([after.state, cellsOf(before.id)]).toEqual(['cancelled', []])
    return
  }
  const end = Math.min(before.end_at, Math.max(at, before.start_at + 1))
  expect(after).toMatchObject({ booked_end_at: end < before.end_at ? before.end_at : null, end_at: end })
  const first = Math.floor((before.claimed_from ?? before.start_at) / CELL_SECONDS)
  const count = Math.max(0, Math.ceil(end / CELL_SECONDS) - first)
  expect(cellsOf(before.id)).toEqual(Array.from({ length: count }, (_, cell) => first + cell).filter(isKept))
}

const returnRide = ({ by, index, minutes, press = null }: Return) =>
  ofRide(`the ${by} returns, ${minutes ?? 'at any'} minutes after the start,`, index, async (ride, expected) => {
    if (minutes !== null) waitUntil(ride.start + minutes * MINUTE_MS)
    expected.check()
    const first = expected.rides.find(({ id }) => id === ride.ride_id) ?? ride
    const before = storedRow(first.id)
    const paidRows = expected.paidRows(ride.ride_id).map(({ id }) => storedRow(id))
    const answer = await (by === 'rider'
      ? calls.returnBy(ride.rider, ride.id)
      : calls.returnAsAdmin(ride.id, press ? seenAt(press) : {}))
    if (press && first.rideStatus === 'paid' && before.returned_at === null && first.start <= Date.now()) {
      const outdated = isOutdated(press, before)
      expect(answer.status).toBe(outdated ? REFUSED_STATUS.admin : 200)
      if (outdated) return void expect(storedRow(first.id)).toEqual(before)
    }
    const again = await calls.returnBy(ride.rider, ride.id)
    const after = storedRow(first.id)
    if (first.rideStatus !== 'paid' || first.start > Date.now()) {
      expect(answer.status).toBe(REFUSED_STATUS[by])
      expect(after).toEqual(before)
      return
    }
    expect([answer.status, again.status]).toEqual([200, 200])
    expect(after.returned_at).not.toBeNull()
    if (before.returned_at !== null) return void expect(after).toEqual(before)
    for (const row of paidRows) expectCut(row, Math.floor(Date.now() / 1000))
    expected.allow({ returned: ride.ride_id })
    expected.check()
  })

/** Many actions need a ride under way. */
const waitUntilUnderWay = ({ index, minutes }: { index: number; minutes: number }) =>
  ofRide(`the ride has run for ${minutes} minutes`, index, ({ start }) => waitUntil(start + minutes * MINUTE_MS))

/** Runs the cron after the end of the ride. If the first run confirms the ride, the second one ends it. */
const waitUntilOver = (index: number) =>
  ofRide('the ride is over', index, async (ride, expected) => {
    const end = expected.endOfRide(ride.ride_id) ?? ride.end
    waitUntil(end + HOUR_MS)
    expected.check()
    await cron()
    await cronAfter(1)
    expected.check()
    const { returned_at, state } = storedRow(ride.ride_id)
    const isExtending = storedBookings().some(row => row.ride_id === ride.ride_id && row.state === 'held')
    if (state === 'confirmed' && !isExtending) expect(returned_at).not.toBeNull()
  })

const index = fc.nat(7)
const minutes = fc.constantFrom(null, 0, 1, 29, 30, 31, 95)

const press = fc.record({ minutes: fc.constantFrom(0, 1, 29, 95), scooter: fc.constantFrom(...SCOOTERS) })

export const returns = [
  fc.record({ by: fc.constantFrom('admin' as const, 'rider' as const), index, minutes }).map(returnRide),
  fc.record({ by: fc.constant('admin' as const), index, minutes, press }).map(returnRide),
  fc.record({ by: fc.constant('rider' as const), index, minutes }).map(returnRide),
  fc.record({ index, minutes: fc.constantFrom(0, 10, 40) }).map(waitUntilUnderWay),
  index.map(waitUntilOver)
]
