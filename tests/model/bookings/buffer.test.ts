import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { toBusyWindow } from '#contract/bookings/create-booking.ts'
import { slotAvailability } from '#domain/bookings/availability.ts'
import { ALL_SLOTS, windowFrom } from '#domain/bookings/slots.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { getAvailability } from '#server/bookings/availability.ts'
import type { CallContext } from '#server/http/operation.ts'
import { settle } from '#server/payments/settle.ts'
import type { Rider as RiderActor } from '#server/sessions/actor.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import {
  findBrokenInvariants,
  resetHarness,
  startHarnessForEachTest,
  storedBooking,
  storedBookings
} from '#tests/model/harness/harness.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { holdRequest } from '#tests/model/harness/sample-bookings.ts'
import { insertProblem, PROPERTY, RIDERS, type Rider, SCOOTERS, type Scooter } from '#tests/model/harness/seed.ts'

// The free time of a scooter between two riders. Availability must show exactly what can be booked.

startHarnessForEachTest()

const DAY = addDays(dayOf(START_TIME), 3)
const BUFFERS = [0, 30, 60, 90, 120]
const FATES = ['held', 'paid', 'expired', 'released', 'returned', 'settling'] as const

const noon = (minutes = 0) => addMinutes(instantAt(DAY, '12:00'), minutes)

let count = 0

interface RideRequest {
  buffer?: number
  hours?: number
  rider: Rider
  scooter?: Scooter
  start: Date
}

async function ask({ buffer = 30, hours = 1, rider, scooter = 's0', start }: RideRequest) {
  const id = `b${++count}`
  const window = windowFrom(start, hours)
  const request = holdRequest({ buffer_minutes: buffer, hours, id, scooter_id: scooter, user_id: rider, window })
  return { id, ...(await reserve(request, now())) }
}

async function pay(id: string): Promise<void> {
  const booking = storedBooking(id)
  if (!booking) return
  const window = { end_at: new Date(booking.end_at * 1000), start_at: new Date(booking.start_at * 1000) }
  await settle({ booking: { id, ...window }, now: now(), payment: { amount: 5000, currency: 'INR', id: `pay-${id}` } })
}

async function booked(ride: RideRequest): Promise<string> {
  const { id, outcome } = await ask(ride)
  expect(outcome).toBe('held')
  await pay(id)
  return id
}

const setBuffer = (minutes: number) =>
  rows(
    `INSERT INTO property_settings (property_id, buffer_minutes, updated_at) VALUES (?1, ?2, 0)
     ON CONFLICT (property_id) DO UPDATE SET buffer_minutes = ?2`,
    PROPERTY,
    minutes
  )

async function busyOf(rider: Rider, scooter: Scooter) {
  const actor = { id: rider, property_id: PROPERTY } as RiderActor
  const input = { params: { id: scooter }, query: { date: DAY } }
  const answer = await getAvailability(input, actor, { now: now() } as CallContext)
  if (answer instanceof Response) throw new Error('a response instead of data')
  return v.parse(getAvailability.endpoint.output, answer).busy.map(toBusyWindow)
}

describe('the buffer between two riders', () => {
  test.each([
    [-60, 30, 'conflict'],
    [-90, 30, 'held'],
    [60, 30, 'conflict'],
    [90, 30, 'held'],
    [120, 90, 'conflict'],
    [150, 90, 'held'],
    [60, 0, 'held']
  ])(
    'of a ride at noon: a ride %i minutes later, with %i minutes between them, ends as %s',
    async (later, buffer, outcome) => {
      await booked({ rider: 'r1', start: noon() })
      expect(await ask({ buffer, rider: 'r0', start: noon(later) })).toMatchObject({ outcome })
    }
  )

  test('does not apply between two rides of the same rider', async () => {
    await booked({ rider: 'r0', start: noon() })
    await booked({ rider: 'r0', start: noon(60) })
    await booked({ rider: 'r0', start: noon(-60) })
    expect(await ask({ rider: 'r1', start: noon(120) })).toMatchObject({ outcome: 'conflict' })
  })

  test('ends when its hold expires, before and after the sweep', async () => {
    const { id } = await ask({ rider: 'r1', start: noon() })
    expect(await ask({ rider: 'r0', start: noon(60) })).toMatchObject({ outcome: 'conflict' })
    expireHold(id)
    expect(await ask({ rider: 'r0', start: noon(60) })).toMatchObject({ outcome: 'held' })
  })

  test('does not apply to another scooter', async () => {
    await booked({ rider: 'r1', start: noon() })
    expect(await ask({ rider: 'r0', scooter: 's1', start: noon(60) })).toMatchObject({ outcome: 'held' })
  })

  test('does not apply to late payments', async () => {
    const { id } = await ask({ buffer: 0, rider: 'r1', start: noon() })
    expireHold(id)
    await booked({ rider: 'r0', start: noon(60) })
    await pay(id)
    expect(storedBookings().map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
    expect(await findBrokenInvariants()).toEqual([])
  })
})

/** The claims of an unpaid hold count until its deadline, whether or not it was swept. */
function expireHold(id: string): void {
  const deadline = now().getTime() / 1000
  rows("UPDATE bookings SET hold_until = ? WHERE id = ? AND state = 'held'", deadline, id)
  rows('UPDATE slot_claims SET hold_until = ? WHERE booking_id = ? AND hold_until IS NOT NULL', deadline, id)
}

const arbitraryRide = fc.record({
  buffer: fc.constantFrom(...BUFFERS),
  fate: fc.constantFrom(...FATES),
  halfHours: fc.integer({ max: 95, min: -48 }),
  hours: fc.constantFrom(1, 3, 6, 24),
  rider: fc.constantFrom(...RIDERS),
  scooter: fc.constantFrom<Scooter>('s0', 's0', 's0', 's1')
})

/** Cut to ten minutes past the half hour, half an hour before its end. */
function returnEarly(id: string): void {
  rows("UPDATE bookings SET end_at = end_at - 1200 WHERE id = ? AND state = 'confirmed'", id)
}

async function happen(ride: typeof arbitraryRide extends fc.Arbitrary<infer R> ? R : never): Promise<void> {
  const start = addMinutes(instantAt(DAY, '00:00'), ride.halfHours * 30)
  const { id, outcome } = await ask({ ...ride, start })
  if (outcome !== 'held' || ride.fate === 'held') return
  if (ride.fate === 'expired') return expireHold(id)
  if (ride.fate === 'settling') return void (await markSettling(id, addMinutes(now(), 60), now()))
  if (ride.fate === 'released') {
    rows("UPDATE bookings SET state = 'released', hold_until = NULL WHERE id = ?", id)
    rows('DELETE FROM slot_claims WHERE booking_id = ?', id)
    return
  }
  await pay(id)
  if (ride.fate === 'returned') returnEarly(id)
}

/** Whether the ride can be booked now. Leaves no booking behind. */
async function canBook(ride: RideRequest): Promise<boolean> {
  const { id, outcome } = await ask(ride)
  rows('DELETE FROM slot_claims WHERE booking_id = ?', id)
  rows('DELETE FROM bookings WHERE id = ?', id)
  return outcome === 'held' || outcome === 'already_held'
}

test('every start of random days is shown as free if and only if it can be booked', {
  timeout: 300_000
}, async () => {
  const seen = { free: 0, taken: 0 }
  const block = fc.record({
    halfHours: fc.integer({ max: 95, min: -48 }),
    length: fc.constantFrom(1, 4, 40),
    scooter: fc.constantFrom<Scooter>('s0', 's1'),
    state: fc.constantFrom('open', 'open', 'known', 'fixed')
  })
  const day = fc.record({
    blocks: fc.array(block, { maxLength: 2 }),
    buffer: fc.constantFrom(...BUFFERS),
    hours: fc.constantFrom(1, 3, 12),
    rides: fc.array(arbitraryRide, { maxLength: 10, minLength: 1 })
  })
  await fc.assert(
    fc.asyncProperty(day, async ({ blocks, buffer, hours, rides }) => {
      await resetHarness()
      setBuffer(buffer)
      for (const { halfHours, length, scooter, state } of blocks) {
        const blocked_from = addMinutes(instantAt(DAY, '00:00'), halfHours * 30)
        // A rider's report is not on the half hour.
        const until = addMinutes(blocked_from, length * 30 - 7)
        insertProblem({ blocked_from, blocked_until: until, scooter, state })
      }
      for (const ride of rides) await happen(ride)
      for (const scooter of SCOOTERS) {
        const busy = await busyOf('r0', scooter)
        for (const slot of ALL_SLOTS) {
          const start = instantAt(DAY, slot)
          const isFree = slotAvailability(start, hours, { busy }) === 'free'
          seen[isFree ? 'free' : 'taken'] += 1
          expect(await canBook({ buffer, hours, rider: 'r0', scooter, start }), `${scooter} at ${slot}`).toBe(isFree)
        }
      }
      expect(await findBrokenInvariants()).toEqual([])
    }),
    runCount(15)
  )
  expect(Math.min(seen.free, seen.taken)).toBeGreaterThan(scaledCount(150))
})

/** Pairs of bookings of two riders that have the same scooter with less than the buffer between them. */
function tooClose(buffer: number): string[] {
  const at = now().getTime() / 1000
  const live = storedBookings().filter(
    ({ hold_until, state }) => state === 'confirmed' || (state === 'held' && (hold_until ?? 0) > at)
  )
  return live.flatMap(one =>
    live
      .filter(other => other.scooter_id === one.scooter_id && other.user_id !== one.user_id)
      .filter(({ start_at }) => start_at >= one.start_at && start_at < one.end_at + buffer * 60)
      .map(other => `${one.id} and ${other.id}`)
  )
}

test('two riders never have a scooter with less than an unchanged buffer between them', {
  timeout: 300_000
}, async () => {
  let booked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BUFFERS),
      fc.array(arbitraryRide, { maxLength: 40, minLength: 10 }),
      async (buffer, rides) => {
        await resetHarness()
        for (const ride of rides) {
          await happen({ ...ride, buffer })
          expect(tooClose(buffer)).toEqual([])
        }
        booked += storedBookings().length
      }
    ),
    runCount(50)
  )
  expect(booked).toBeGreaterThan(scaledCount(150))
})
