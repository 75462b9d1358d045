import { beforeAll, expect, test } from 'vitest'
import { cancelBookingAsAdmin, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { type Rider, ridersAt } from '#tests/helpers/data/concurrent-riders.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { MOVE_ROUNDS } from '#tests/helpers/hardening.ts'
import { database, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { claimWindow, storedRow } from './rides-under-way.ts'

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
beforeAll(async () => {
  const { id } = await insertProperty()
  riders = await ridersAt(id, RIDERS)
  scooters = []
  for (const _ of riders) scooters.push((await insertScooter(id)).id)
  freeScooter = (await insertScooter(id)).id
}, LONG_MS)

/** The paid rides of a day: each rider has a scooter, and all begin at once. */
async function ridesOf(day: number, count = RIDERS) {
  const start = new Date(daysAhead(day, '10:00'))
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
