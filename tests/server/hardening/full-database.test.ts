import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { cancelBooking, returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { fillDatabase, makeRoom } from '#tests/helpers/data/full-database.ts'
import { PASSWORD, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { type AnyInput, app, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { endpointName } from '#tests/helpers/servers/every-call.ts'
import { type PropertyRows, propertyWithRows } from '#tests/server/staff/property-of-two.ts'
import { contents } from './contents.ts'
import { STAFF_CALLS, staffInput } from './staff-calls.ts'

startApp()

let owner: Awaited<ReturnType<typeof signedInAdmin>>
let rider: Awaited<ReturnType<typeof signedInRider>>
let ahead: string
let ride: string
let scooter_id: string
let rows: PropertyRows
let before: Awaited<ReturnType<typeof contents>>

beforeAll(async () => {
  owner = await signedInAdmin()
  rows = await propertyWithRows('Elder', 861)
  rider = await signedInRider()
  scooter_id = (await insertScooter(rider.property_id, { otp_pin: '482913' })).id
  const rideFrom = async (hours: number, scooter: string) => {
    const [end, start] = [hours + 2, hours].map(each => addMinutes(new Date(), each * HOUR_MINUTES)) as [Date, Date]
    return (await insertBooking({ end, scooter_id: scooter, start, user_id: rider.id })).id
  }
  ride = await rideFrom(-1, scooter_id)
  ahead = await rideFrom(8, (await insertScooter(rider.property_id)).id)
  const past = await rideFrom(-4 * 24, (await insertScooter(rider.property_id)).id)
  await sql('UPDATE bookings SET returned_at = end_at WHERE id = ?', past)
  await sql(
    `INSERT INTO slot_claims (scooter_id, cell, booking_id) SELECT scooter_id, start_at / 1800, id FROM bookings WHERE id = ?`,
    past
  )
  await sql(
    `INSERT INTO outbox (id, key, kind, channel, due_at, expires_at, state, created_at)
     VALUES ('old', 'old', 'cancelled', 'mail', 0, 0, 'sent', 0)`
  )
  await fillDatabase()
  before = await contents()
})
afterAll(makeRoom)

const REFUSED: [string, Endpoint, () => AnyInput][] = [
  ['a sign-in', signIn, () => ({ body: { email: rider.email, password: PASSWORD } })],
  [
    'a booking',
    createHourlyBooking,
    () => ({ body: { duration_hours: 1, scooter_id, start_time: daysAhead(1, '10:00') } })
  ],
  ['a cancellation', cancelBooking, () => ({ body: { amount: 50 }, params: { id: ahead } })],
  ['a return', returnRide, () => ({ body: {}, params: { id: ride } })],
  [
    'a report',
    reportProblem,
    () => ({ body: { id: 'c'.repeat(32), is_rideable: true, kind: 'damaged', words: 'Mirror' }, params: { id: ride } })
  ]
]

test.each(REFUSED)('%s is refused with a sentence, and changes nothing', async (_, call, input) => {
  const reply = await send(call, input(), rider.token)
  expect([reply.status, await reply.json()]).toMatchObject([
    503,
    { code: 'database_full', detail: apiErrorsText.databaseFull }
  ])
  expect(await contents()).toEqual(before)
})

test('each write of the staff is refused with a sentence, and nothing is half made', async () => {
  const full: string[] = []
  for (const call of STAFF_CALLS.filter(({ method }) => method !== 'DELETE')) {
    const reply = await send(call, staffInput(call, rows), owner.token)
    if (reply.status < 500) continue
    full.push(endpointName(call))
    expect([endpointName(call), (await reply.json()).code]).toEqual([endpointName(call), 'database_full'])
  }
  expect(await contents()).toEqual(before)
  expect(full.length).toBeGreaterThan(10)
})

test('a rider who is signed in reads the PIN', async () => {
  expect(await rider.call(listMyBookings)).toContainEqual(expect.objectContaining({ id: ride, otp_pin: '482913' }))
})

test('the health still answers, and the cron only deletes what makes room', async () => {
  expect([before.outbox, before.slot_claims]).toMatchObject([[{ id: 'old' }], [{}]])
  await app.runMinute(new Date())
  expect(await rider.call(getHealth)).toMatchObject({ database: 'reachable' })
  expect(await contents()).toEqual({ ...before, outbox: [], slot_claims: [] })
})
