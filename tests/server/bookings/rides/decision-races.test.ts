import { beforeAll, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { cancelBooking, getWayOut, returnRide, takeMoneyBack } from '#contract/bookings/manage-ride.ts'
import { addProblem } from '#contract/problems/problems.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { type Rider, ridersAt } from '#tests/helpers/data/concurrent-riders.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { DECISION_ROUNDS } from '#tests/helpers/hardening.ts'
import { database, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { claimWindow, extend, halfHour } from './rides-under-way.ts'

// A rider ends a ride while an admin cancels it. The property keeps all of a late cancellation, so the first decision
// says whether the rider gets ₹100 or nothing.

startApp()

const admin = setUpAdmin()
let rider: Rider
let property: string
beforeAll(async () => {
  property = (await insertProperty()).id
  rider = (await ridersAt(property, 1))[0] as Rider
})

const KEEPS_ALL = JSON.stringify({ free_cancel_minutes: 10_080, grace_minutes: 0, late_cancel_percent: 0 })
const at = (halfHours: number) => new Date(halfHour(halfHours) * 1000)

/** A paid ride of two rows of ₹50 each, on a scooter of its own. */
async function paidRide(from: number) {
  const scooter_id = (await insertScooter(property)).id
  const { id } = await insertBooking({ end: at(from + 2), scooter_id, start: at(from), user_id: rider.id })
  await sql('UPDATE bookings SET terms = ?2 WHERE id = ?1', id, KEEPS_ALL)
  await claimWindow(id)
  await extend({ id } as Parameters<typeof extend>[0])
  return { id, scooter_id }
}
type Ride = Awaited<ReturnType<typeof paidRide>>

const byRider = {
  cancel: ({ id }: Ride) => send(cancelBooking, { body: { amount: 0 }, params: { id } }, rider.token),
  return: ({ id }: Ride) => send(returnRide, { body: {}, params: { id } }, rider.token)
}

let problems = 0
const problemId = () => String(++problems).padStart(32, '0')
const byAdmin = {
  block: ({ id, scooter_id }: Ride) => {
    const rides = [{ amount: 100, id, owed: 0 }]
    const window = { from: at(1).toISOString(), to: at(20).toISOString() }
    return send(addProblem, { body: { ...window, id: problemId(), note: 'x', rides, scooter_id } }, admin.token)
  },
  cancel: ({ id }: Ride) => send(cancelBookingAsAdmin, { body: { amount: 100, owed: 0 }, params: { id } }, admin.token)
}

test.each([
  { admins: 'cancel', riders: 'cancel', start: 2 },
  { admins: 'block', riders: 'cancel', start: 2 },
  { admins: 'cancel', riders: 'return', start: -1 }
] as const)(
  `the first of an admin's $admins and a rider's $riders decides about the money, in ${DECISION_ROUNDS} rounds`,
  { timeout: DECISION_ROUNDS * 5000 },
  async ({ admins, riders, start }) => {
    const winners = { admin: 0, rider: 0 }
    for (let round = 0; round < DECISION_ROUNDS; round += 1) {
      const ride = await paidRide(start)
      const calls = [() => byRider[riders](ride), () => byAdmin[admins](ride)]
      const replies = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map(call => call()))
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      const rows = await sql<{ by: string | null; paise: number }>(
        `SELECT b.cancelled_by AS "by", (SELECT coalesce(sum(r.paise), 0) FROM refunds r WHERE r.booking_id = b.id) AS paise
           FROM bookings b WHERE b.id = ?1 OR b.ride_id = ?1`,
        ride.id
      )
      const winner = rows.some(({ by }) => by === 'admin') ? 'admin' : 'rider'
      expect(rows.map(({ paise }) => paise)).toEqual(winner === 'admin' ? [5000, 5000] : [0, 0])
      winners[winner] += 1
    }
    console.log(winners)
    expect(await brokenInvariants(database(), new Date())).toEqual([])
  }
)

const ALL_BACK = JSON.stringify({ free_cancel_minutes: 0, grace_minutes: 0, late_cancel_percent: 100 })

test(`a rider who reports and cancels a ride at once gets no money for the next one, in ${DECISION_ROUNDS} rounds`, {
  timeout: DECISION_ROUNDS * 5000
}, async () => {
  let reported = 0
  // A rider may report a few times an hour.
  for (const { id: user_id, token } of await ridersAt(property, DECISION_ROUNDS)) {
    const scooter_id = (await insertScooter(property)).id
    const rides: string[] = []
    for (const start of [1, 2]) {
      const { id } = await insertBooking({ end: at(start + 1), scooter_id, start: at(start), user_id })
      await sql('UPDATE bookings SET terms = ?2 WHERE id = ?1', id, ALL_BACK)
      await claimWindow(id)
      rides.push(id)
    }
    const [first = '', next = ''] = rides
    const body = { id: problemId(), is_rideable: false, kind: 'damaged', words: '' }
    const calls = [
      () => send(reportProblem, { body, params: { id: first } }, token),
      () => send(cancelBooking, { body: { amount: 50 }, params: { id: first } }, token)
    ]
    const replies = await Promise.all((reported % 2 === 0 ? calls : calls.reverse()).map(call => call()))
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    reported += (await sql('SELECT id FROM problems WHERE id = ?', body.id)).length
    const wayOut = await send(getWayOut, { params: { id: next } }, token)
    expect(await wayOut.json()).toMatchObject({ cause: null, refund: null })
    const moneyBack = await send(takeMoneyBack, { body: { amount: 50 }, params: { id: next } }, token)
    expect(await moneyBack.json()).toMatchObject({ code: 'no_way_out' })
    expect(await sql('SELECT id FROM refunds WHERE booking_id = ?', next)).toEqual([])
  }
  console.log({ reported })
  expect(reported).toBeGreaterThan(0)
  expect(await brokenInvariants(database(), new Date())).toEqual([])
})
