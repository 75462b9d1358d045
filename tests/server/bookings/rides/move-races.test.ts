import { beforeAll, expect, test } from 'vitest'
import { cancelBookingAsAdmin, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getWayOut, moveOwnRide, takeMoneyBack } from '#contract/bookings/manage-ride.ts'
import { addProblem } from '#contract/problems/problems.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { payAndReport, type Rider, requestBooking, ridersAt } from '#tests/helpers/data/concurrent-riders.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { MOVE_ROUNDS } from '#tests/helpers/hardening.ts'
import { database, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { claimWindow, halfHour, storedRow } from './rides-under-way.ts'

// Moves that happen at once, of rides that begin at the same time.

startApp()

const RIDERS = 4
const LONG_MS = 600_000
const LONG = { timeout: LONG_MS }

const admin = setUpAdmin()
let riders: Rider[]
/** One for each rider, and one that is free. */
let scooters: string[]
let freeScooter: string
let property_id: string
beforeAll(async () => {
  property_id = (await insertProperty()).id
  riders = await ridersAt(property_id, RIDERS)
  scooters = []
  for (const _ of riders) scooters.push((await insertScooter(property_id)).id)
  freeScooter = (await insertScooter(property_id)).id
}, LONG_MS)

/** The paid rides of a day: each rider has a scooter, and all begin at once. */
async function ridesOf(day: number, count = RIDERS, clock = '10:00') {
  const start = new Date(daysAhead(day, clock))
  const end = new Date(start.getTime() + 60 * MINUTE_MS)
  const rides: { id: string; scooter_id: string }[] = []
  for (const [index, { id: user_id }] of riders.slice(0, count).entries()) {
    const scooter_id = scooters[index] as string
    const { id } = await insertBooking({ end, scooter_id, start, user_id })
    await claimWindow(id)
    rides.push({ id, scooter_id })
  }
  return rides
}

const move = async ({ id, scooter_id }: { id: string; scooter_id: string }, to: string) => {
  const body = { from_scooter_id: scooter_id, reason: 'It does not start', scooter_id: to }
  return (await send(moveRideAsAdmin, { body, params: { id } }, admin.token)).status
}

const movesOf = (id: string) => sql<{ to_scooter_id: string }>('SELECT to_scooter_id FROM moves WHERE ride_id = ?', id)
const expectNoneBroken = async () => expect(await brokenInvariants(database(), new Date())).toEqual([])
const FIRST_DAY = 2

test(`one scooter goes to one of ${RIDERS} rides, in ${MOVE_ROUNDS} rounds`, LONG, async () => {
  for (let day = FIRST_DAY; day < FIRST_DAY + MOVE_ROUNDS; day += 1) {
    const rides = await ridesOf(day)
    const statuses = await Promise.all(rides.map(ride => move(ride, freeScooter)))
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
    const now = await Promise.all(rides.map(({ id }) => storedRow(id)))
    expect(now.map(({ scooter_id }) => scooter_id)).toEqual(
      rides.map((ride, index) => (statuses[index] === 200 ? freeScooter : ride.scooter_id))
    )
  }
  await expectNoneBroken()
})

test(
  `a ride that three admins move and one cancels at once ends on one scooter or refunded, in ${MOVE_ROUNDS} rounds`,
  LONG,
  async () => {
    const seen = { cancelled: 0, moved: 0 }
    for (let day = FIRST_DAY + MOVE_ROUNDS; day < FIRST_DAY + 2 * MOVE_ROUNDS; day += 1) {
      const [ride] = (await ridesOf(day, 1)) as [Awaited<ReturnType<typeof ridesOf>>[number]]
      const targets = scooters.slice(1)
      const cancel = async () =>
        (await send(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: ride.id } }, admin.token)).status
      const isCancelFirst = day % 2 === 0
      const early = isCancelFirst ? cancel() : null
      const moving = targets.map(to => move(ride, to))
      const [cancelled, ...statuses] = await Promise.all([early ?? cancel(), ...moving])
      const { revision, scooter_id, state } = await storedRow(ride.id)
      const moves = await movesOf(ride.id)
      expect([...statuses, cancelled].filter(status => status !== 200 && status !== 409)).toEqual([])
      // Every call saw the ride as it was or as another had left it, so only one of the moves can have won.
      expect(statuses.filter(status => status === 200)).toHaveLength(moves.length)
      expect(moves.length).toBeLessThanOrEqual(1)
      expect(scooter_id).toBe(moves[0]?.to_scooter_id ?? ride.scooter_id)
      expect(state === 'cancelled').toBe(cancelled === 200)
      expect(revision).toBe(moves.length + (cancelled === 200 ? 1 : 0))
      if (moves.length > 0) seen.moved += 1
      if (cancelled === 200) seen.cancelled += 1
    }
    expect(seen.moved + seen.cancelled).toBeGreaterThanOrEqual(MOVE_ROUNDS)
    await expectNoneBroken()
  }
)

let windows = 0

/** The ids of the rides that are left inside. */
async function block(scooter_id: string, from: Date, to: Date): Promise<string[]> {
  const id = (++windows).toString(16).padStart(32, '0')
  const body = { from: from.toISOString(), id, note: 'New brakes', scooter_id, to: to.toISOString() }
  return (await admin.call(addProblem, { body })).hits.map(({ id }) => id)
}

const INSIDE = `
SELECT id, state FROM bookings
 WHERE scooter_id = ? AND start_at < ? AND end_at > ? AND (state = 'confirmed' OR (state = 'held' AND hold_until > unixepoch()))`

test(
  `a window that is added while a scooter is booked, paid and moved to knows its paid ride and has no hold, in ${MOVE_ROUNDS} rounds`,
  LONG,
  async () => {
    for (let round = 0; round < MOVE_ROUNDS; round += 1) {
      const day = FIRST_DAY + round
      const [, booker] = riders as [Rider, Rider]
      const [ride] = (await ridesOf(day, 1, '14:00')) as [Awaited<ReturnType<typeof ridesOf>>[number]]
      const start = new Date(daysAhead(day, '14:00'))
      const end = new Date(start.getTime() + 120 * MINUTE_MS)
      let left: string[] = []
      const book = async () => {
        const body = { duration_hours: 1, scooter_id: freeScooter, start_time: start.toISOString() }
        const { order, status } = await requestBooking(booker, body)
        if (order && round % 2 === 0) await payAndReport(booker, order)
        return status
      }
      const blocked = async () => {
        left = await block(freeScooter, start, end)
        return 200
      }
      // Whoever is first has the better chance.
      const calls = [book, blocked, () => move(ride, freeScooter)]
      const turned = [...calls.slice(round % 3), ...calls.slice(0, round % 3)]
      const statuses = await Promise.all(turned.map(call => call()))
      expect(statuses.filter(status => ![200, 400, 409].includes(status))).toEqual([])
      const seconds = [end, start].map(time => time.getTime() / 1000)
      const inside = await sql<{ id: string; state: string }>(INSIDE, freeScooter, ...seconds)
      expect(inside).toEqual(left.map(id => ({ id, state: 'confirmed' })))
      expect(left.length).toBeLessThanOrEqual(1)
    }
    await expectNoneBroken()
  }
)

test(
  `a ride that its rider moves three times and gives back at once ends one way, in ${MOVE_ROUNDS} rounds`,
  LONG,
  async () => {
    const [rider] = riders as [Rider]
    const targets: string[] = []
    for (let round = 0; round < MOVE_ROUNDS; round += 1) {
      const own = (await insertScooter(property_id)).id
      while (targets.length < 3) targets.push((await insertScooter(property_id)).id)
      // All of it goes back soon after the start, a part later.
      const from = round % 2 === 0 ? 0 : -3
      const [start, end] = [from, 4].map(count => new Date(halfHour(count) * 1000)) as [Date, Date]
      const { id } = await insertBooking({ end, scooter_id: own, start, user_id: rider.id })
      await claimWindow(id)
      expect(await block(own, new Date(halfHour(0) * 1000), end)).toEqual([id])
      const { refund } = await rider.call(getWayOut, { params: { id } })
      const asked = async (endpoint: typeof moveOwnRide | typeof takeMoneyBack, body: Record<string, unknown>) =>
        (await send(endpoint, { body, params: { id } }, rider.token)).status
      const moves = targets.map(to => () => asked(moveOwnRide, { from_scooter_id: own, scooter_id: to }))
      const calls = [...moves, () => asked(takeMoneyBack, { amount: refund })]
      const first = round % calls.length
      const statuses = await Promise.all([...calls.slice(first), ...calls.slice(0, first)].map(call => call()))
      expect(statuses.filter(status => status === 200)).toHaveLength(1)
      expect(statuses.filter(status => ![200, 400, 409].includes(status))).toEqual([])
      const after = await storedRow(id)
      const moved = await movesOf(id)
      const refunds = await sql<{ paise: number }>('SELECT paise FROM refunds WHERE booking_id = ?', id)
      expect(moved.length + refunds.length).toBe(1)
      expect(after.scooter_id).toBe(moved[0]?.to_scooter_id ?? own)
      if (moved[0]) targets.splice(targets.indexOf(moved[0].to_scooter_id), 1)
      expect(after.state === 'cancelled' || after.returned_at !== null).toBe(moved.length === 0)
      if (refunds[0]) expect(refunds[0].paise).toBe(Number(refund) * 100)
    }
    await expectNoneBroken()
  }
)
