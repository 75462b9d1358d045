import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { toBusyWindow } from '#contract/bookings/create-booking.ts'
import { slotAvailability } from '#domain/bookings/availability.ts'
import { ALL_SLOTS } from '#domain/bookings/slots.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { getAvailability } from '#server/bookings/availability.ts'
import type { CallContext } from '#server/http/operation.ts'
import type { Rider as RiderActor } from '#server/sessions/sessions.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import {
  findBrokenInvariants,
  resetHarness,
  startHarnessForEachTest,
  storedBookings
} from '#tests/model/harness/harness.ts'
import {
  arbitraryRide,
  ask,
  BUFFERS,
  expireHold,
  happen,
  pay,
  type RideRequest,
  setBuffer,
  triedHold
} from '#tests/model/harness/random-rides.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { insertProblem, PROPERTY, type Rider, SCOOTERS, type Scooter } from '#tests/model/harness/seed.ts'

// The free time of a scooter between two riders. Availability must show exactly what can be booked.

startHarnessForEachTest()

const DAY = addDays(dayOf(START_TIME), 3)
const MIDNIGHT = instantAt(DAY, '00:00')
const noon = (minutes = 0) => addMinutes(instantAt(DAY, '12:00'), minutes)

async function booked(ride: RideRequest): Promise<string> {
  const { id, outcome } = await ask(ride)
  expect(outcome).toBe('held')
  await pay(id)
  return id
}

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

  test('is told with the ride of another rider, and not with an own one, which is told first', async () => {
    await booked({ rider: 'r1', start: noon(-60) })
    const own = { buffer: 30, rider: 'r0', start: noon() } as const
    expect(await ask(own)).toMatchObject({ outcome: 'conflict', window: { end: noon(30), start: noon(-90) } })
    await booked({ ...own, buffer: 0 })
    expect(await ask(own)).toMatchObject({ outcome: 'conflict', window: { end: noon(60), start: noon() } })
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
        const blocked_from = addMinutes(MIDNIGHT, halfHours * 30)
        // A rider's report is not on the half hour.
        const until = addMinutes(blocked_from, length * 30 - 7)
        insertProblem({ blocked_from, blocked_until: until, scooter, state })
      }
      for (const ride of rides) await happen(ride, MIDNIGHT)
      for (const scooter of SCOOTERS) {
        const busy = await busyOf('r0', scooter)
        for (const slot of ALL_SLOTS) {
          const start = instantAt(DAY, slot)
          const isFree = slotAvailability(start, hours, { busy }) === 'free'
          seen[isFree ? 'free' : 'taken'] += 1
          const outcome = await triedHold({ buffer, hours, rider: 'r0', scooter, start })
          const canBook = outcome === 'held' || outcome === 'already_held'
          expect(canBook, `${scooter} at ${slot}`).toBe(isFree)
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
          await happen({ ...ride, buffer }, MIDNIGHT)
          expect(tooClose(buffer)).toEqual([])
        }
        booked += storedBookings().length
      }
    ),
    runCount(50)
  )
  expect(booked).toBeGreaterThan(scaledCount(150))
})
