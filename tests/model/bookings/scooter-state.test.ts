import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes, dayOf } from '#domain/time/india-time.ts'
import { getAvailability } from '#server/bookings/availability.ts'
import { listPropertyScooters } from '#server/catalogue/scooters.ts'
import type { CallContext } from '#server/http/operation.ts'
import type { Rider as RiderActor } from '#server/sessions/sessions.ts'
import { clearSettling, markSettling } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { extendRide, holdNext, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  findBrokenInvariants,
  startHarnessForEachTest,
  stateOf,
  storedBooking
} from '#tests/model/harness/harness.ts'
import { confirmedSample, holdRequest, START } from '#tests/model/harness/sample-bookings.ts'
import { insertProblem, PROPERTY, type Rider, setRule } from '#tests/model/harness/seed.ts'

// Scooters that cannot be ridden although nobody has booked them.

startHarnessForEachTest()

const block = (from: Date, minutes: number, kind = 'service') =>
  insertProblem({ blocked_from: from, blocked_until: addMinutes(from, minutes), kind, scooter: 's0' })

let count = 0
const hold = (start: Date, rider: Rider = 'r1', hours = 1) =>
  reserve(holdRequest({ hours, id: `h${++count}`, user_id: rider, window: windowFrom(start, hours) }), now())

const actorOf = (id: Rider) => ({ id, property_id: PROPERTY }) as RiderActor

async function scooterOf(rider: Rider) {
  const input = { params: { property_id: PROPERTY } }
  const answer = await listPropertyScooters(input, actorOf(rider), { now: now() } as CallContext)
  return v.parse(listPropertyScooters.endpoint.output, answer).find(({ id }) => id === 's0')
}

async function busyOf(rider: Rider) {
  const input = { params: { id: 's0' }, query: { date: dayOf(now()) } }
  const answer = await getAvailability(input, actorOf(rider), { now: now() } as CallContext)
  return v.parse(getAvailability.endpoint.output, answer).busy.map(({ end_time, start_time }) => [start_time, end_time])
}

describe('a problem that blocks a scooter', () => {
  test('refuses a hold with its own window, without a buffer', async () => {
    block(RIDE_END, 90)
    const window = { end: addMinutes(RIDE_END, 90), start: RIDE_END }
    expect(await hold(addMinutes(RIDE_END, 60))).toEqual({ outcome: 'conflict', window })
    expect(await hold(START)).toEqual({ outcome: 'held' })
    expect(await hold(addMinutes(RIDE_END, 90), 'r2')).toEqual({ outcome: 'held' })
  })

  test('ends the extensions of the ride before it', async () => {
    const { order } = await confirmedSample()
    block(addMinutes(RIDE_END, 60), 60)
    const shown = await calls.extensionsOf('r0', order.session_id)
    expect(shown).toMatchObject({
      body: { choices: [{ hours: 1 }], next_taken: addMinutes(RIDE_END, 60).toISOString() }
    })
    expect(await extendRide(order.session_id, { hours: 2, window: windowFrom(RIDE_END, 2) })).toMatchObject({
      outcome: 'conflict'
    })
    expect(await extendRide(order.session_id)).toMatchObject({ outcome: 'held' })
  })

  test.each(['service', 'pin'])(
    'of kind %s leaves a live hold payable, and refunds a payment that comes too late',
    async kind => {
      const live = await holdNext({ id: 'live', user_id: 'r1' })
      block(RIDE_END, 60, kind === 'service' ? 'pin' : kind)
      expect(await payExtension(live)).toBe('confirmed')
      const late = await holdNext({ id: 'late', scooter_id: 's1', user_id: 'r2' })
      rows("UPDATE bookings SET state = 'expired', hold_until = NULL WHERE id = 'late'")
      insertProblem({ blocked_from: RIDE_END, blocked_until: addMinutes(RIDE_END, 1), kind, scooter: 's1' })
      expect(await payExtension(late)).toBe('refund_due')
      expect(await findBrokenInvariants()).toEqual([])
    }
  )

  test('ends a hold whose payment does not arrive', async () => {
    const held = await holdNext({ user_id: 'r1' })
    await markSettling(held.id, addMinutes(now(), 60), now())
    block(RIDE_END, 60)
    await clearSettling(held.id, now())
    expect(storedBooking(held.id)?.hold_until).toBe(now().getTime() / 1000)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('shows the scooter in maintenance until its end, and bookable later', async () => {
    block(now(), 90)
    expect(await scooterOf('r1')).toMatchObject({
      bookable_later: true,
      booked_until: addMinutes(now(), 90).toISOString(),
      status: 'Maintenance'
    })
    advanceTime(90)
    expect(await scooterOf('r1')).toMatchObject({ bookable_later: false, booked_until: null, status: 'Available' })
  })
})

describe('a ride that is not back', () => {
  const confirmReturns = () => setRule('return_mode', 'confirmed')

  test('keeps the scooter from others who want to start within an hour', async () => {
    const { order } = await confirmedSample()
    confirmReturns()
    advanceTime(121)
    const until = addMinutes(now(), 60)
    expect(await busyOf('r1')).toContainEqual([now().toISOString(), until.toISOString()])
    expect(await scooterOf('r1')).toMatchObject({ bookable_later: true, booked_until: null, status: 'Booked' })
    expect(await hold(addMinutes(RIDE_END, 30))).toMatchObject({ outcome: 'conflict', window: { end: until } })
    expect(await hold(addMinutes(RIDE_END, 90))).toEqual({ outcome: 'held' })
    expect(await hold(addMinutes(RIDE_END, 30), 'r0')).toEqual({ outcome: 'held' })
    expect(stateOf(order.session_id)).toBe('confirmed')
  })

  test('does so no longer when it is returned, and never where returns are assumed', async () => {
    const { order } = await confirmedSample()
    advanceTime(121)
    expect(await scooterOf('r1')).toMatchObject({ status: 'Available' })
    confirmReturns()
    expect(await scooterOf('r1')).toMatchObject({ status: 'Booked' })
    expect(await scooterOf('r0')).toMatchObject({ is_late: true, is_yours: true, status: 'Booked' })
    await calls.returnBy('r0', order.session_id)
    expect(await scooterOf('r1')).toMatchObject({ status: 'Available' })
    expect(await busyOf('r1')).not.toContainEqual([now().toISOString(), addMinutes(now(), 60).toISOString()])
  })
})
