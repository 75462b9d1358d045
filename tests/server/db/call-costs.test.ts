import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { DISMISSED_BY_RIDER, type Order } from '#contract/payments/orders.ts'
import { uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { addMinutes, dayOf } from '#domain/time/india-time.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import { refundBooking } from '#server/bookings/admin/booking-payments.ts'
import {
  cancelBookingAsAdmin,
  listMoveTargets,
  moveRideAsAdmin,
  returnRideAsAdmin
} from '#server/bookings/admin/ride-actions.ts'
import { getAvailability, listFreeScooters } from '#server/bookings/availability.ts'
import { cancelBooking, previewCancellation } from '#server/bookings/cancel-booking.ts'
import { createHourlyBooking, resumePayment } from '#server/bookings/create-booking.ts'
import { getWayOut, moveOwnRide, takeMoneyBack } from '#server/bookings/end-ride.ts'
import { extendBooking, listExtensions } from '#server/bookings/extend-booking.ts'
import { getBooking, listMyBookings } from '#server/bookings/my-bookings.ts'
import { previewReturn, returnEndedRides, returnRide } from '#server/bookings/return-ride.ts'
import { changePin, listPinChanges } from '#server/catalogue/pins.ts'
import { getPropertyRules, updatePropertyRules } from '#server/catalogue/properties.ts'
import { listPropertyScooters } from '#server/catalogue/scooters.ts'
import { whoRode } from '#server/catalogue/who-rode.ts'
import { runCronJobs } from '#server/cron/cron.ts'
import type { Operation } from '#server/http/operation.ts'
import { notifyOfChanges } from '#server/monitoring/alerts.ts'
import { confirmPayment, recordPaymentFailure } from '#server/payments/browser-reports.ts'
import { addProblem, listProblems, listRidesInside, updateProblem } from '#server/problems/problems.ts'
import { reportProblem } from '#server/problems/report-problem.ts'
import { listReceipts } from '#server/receipts/receipts.ts'
import { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension } from '#server/review/review.ts'
import { insertPastRides } from '#tests/helpers/data/past-rides.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { emptyTables, endHold, insertPinChange } from '#tests/helpers/data/stored-state.ts'
import { ROUND_TRIPS_MAX, sandboxProof, scans, watchCall } from '#tests/helpers/db/watched-calls.ts'
import { env, queryPlans } from '#tests/helpers/db/watched-d1.ts'
import { type AnyInput, quietMinute, sql, startApp } from '#tests/helpers/servers/app.ts'

// What calls cost as work grows: rows read with little and with much data, scans of tables, and round trips to the database.

startApp()

type Rider = Awaited<ReturnType<typeof signedInRider>>

const admin = setUpAdmin()
let rider: Rider
let scooter_id: string

type Costs = Record<string, Omit<Awaited<ReturnType<typeof watchCall>>, 'body'>>

/** The costs of the calls by name; with a long history of the rider and the scooter too. */
let calls: Costs = {}
let callsBefore: Costs = {}

async function watch<E extends Endpoint>(
  by: { token: string },
  operation: Operation<E>,
  input?: AnyInput,
  situation = 'as usual'
) {
  const { body, ...cost } = await watchCall(by.token, operation, input)
  calls[`${operation.endpoint.method} ${operation.endpoint.path}, ${situation}: ${cost.status}`] = cost
  return body
}

const DAYS_AHEAD = 2

async function paidRideAhead(): Promise<string> {
  const start_time = daysAhead(DAYS_AHEAD, '06:00')
  const order = await rider.call(createHourlyBooking.endpoint, {
    body: { duration_hours: 1, scooter_id, start_time }
  })
  await rider.call(confirmPayment.endpoint, await sandboxProof(rider, order))
  return order.session_id
}

/** A ride of two hours, of which one is over. */
async function rideUnderWay(): Promise<string> {
  const [end, start] = [new Date(Date.now() + HOUR_MS), new Date(Date.now() - HOUR_MS)]
  return (await insertBooking({ end, scooter_id, start, user_id: rider.id })).id
}

/** Its extension has not begun. */
async function extendedRideUnderWay(): Promise<string> {
  const id = await rideUnderWay()
  const order = await rider.call(extendBooking.endpoint, { body: { hours: 1 }, params: { id } })
  await rider.call(confirmPayment.endpoint, await sandboxProof(rider, order))
  return id
}

async function watchExtending(id: string): Promise<void> {
  await watch(rider, listExtensions, { params: { id } })
  const order = (await watch(rider, extendBooking, { body: { hours: 2 }, params: { id } })) as Order
  await watch(rider, getBooking, { params: { id } })
  await watch(rider, confirmPayment, await sandboxProof(rider, order))
}

async function watchCancelling(id: string): Promise<void> {
  const { refund } = (await watch(rider, previewCancellation, { params: { id } })) as { refund: number }
  await watch(rider, cancelBooking, { body: { amount: refund }, params: { id } })
  const other = await paidRideAhead()
  await watch(admin, refundBooking, { body: { amount: 10, reason: 'Goodwill' }, params: { id: other } })
  await watch(admin, cancelBookingAsAdmin, { body: { amount: 40 }, params: { id: other } })
}

async function watchMoving(id: string): Promise<void> {
  const other = await insertScooter(rider.property_id)
  await watch(admin, listMoveTargets, { params: { id } })
  const body = { from_scooter_id: scooter_id, reason: 'It does not start', scooter_id: other.id }
  await watch(admin, moveRideAsAdmin, { body, params: { id } })
  // The later calls are about the scooter with the long history.
  await admin.call(moveRideAsAdmin.endpoint, {
    body: { ...body, from_scooter_id: other.id, scooter_id },
    params: { id }
  })
}

async function watchReturning(): Promise<void> {
  const returned = await extendedRideUnderWay()
  const { id: photo_id } = await rider.call(uploadReturnPhoto, { body: { file: pictures.jpeg() } })
  await watch(rider, previewReturn, { params: { id: returned } })
  await watch(rider, returnRide, { body: { photo_id }, params: { id: returned } })
  const ended = await rideUnderWay()
  const seen = { pressed_at: new Date().toISOString(), scooter_id }
  await watch(admin, returnRideAsAdmin, { body: { reason: 'Found at the gate', ...seen }, params: { id: ended } })
}

let problems = 0
const newProblem = () => (++problems).toString(16).padStart(32, '0')

/** A window of two hours from the half hour of this time. */
function windowOf(scooter: string, time: Date) {
  const slotMs = SLOT_MINUTES * MINUTE_MS
  const from = new Date(Math.floor(time.getTime() / slotMs) * slotMs)
  return { from: from.toISOString(), scooter_id: scooter, to: addMinutes(from, 120).toISOString() }
}

async function watchWindow(): Promise<void> {
  const window = windowOf(scooter_id, new Date(daysAhead(DAYS_AHEAD, '06:00')))
  const inside = await watch(admin, listRidesInside, { query: window })
  expect(inside).toHaveLength(1)
  await watch(admin, addProblem, { body: { ...window, id: newProblem(), note: 'New brakes' } })
  await sql("UPDATE problems SET state = 'fixed'")
}

/** A rider who cannot ride takes another scooter, and the money when that one is blocked. */
async function watchTrouble(): Promise<void> {
  const params = { id: await rideUnderWay() }
  const other = await insertScooter(rider.property_id)
  await watch(rider, reportProblem, { body: { id: newProblem(), kind: 'pin' }, params })
  await watch(rider, getWayOut, { params })
  await watch(rider, moveOwnRide, { body: { from_scooter_id: scooter_id, scooter_id: other.id }, params })
  await admin.call(addProblem.endpoint, {
    body: { ...windowOf(other.id, new Date()), id: newProblem(), note: 'New brakes' }
  })
  const { refund } = await rider.call(getWayOut.endpoint, { params })
  await watch(rider, takeMoneyBack, { body: { amount: refund ?? 0 }, params })
  await watchKnownDamage()
}

async function watchKnownDamage(): Promise<void> {
  const open = (await watch(admin, listProblems, { query: { state: 'open' } })) as { id: string }[]
  const note = 'Left mirror scratched'
  for (const { id } of open) await watch(admin, updateProblem, { body: { note, state: 'known' }, params: { id } })
  const params = { property_id: rider.property_id }
  expect(await watch(rider, listPropertyScooters, { params })).toContainEqual(
    expect.objectContaining({ id: scooter_id, known_damage: note })
  )
  const query = { date: dayOf(new Date(daysAhead(DAYS_AHEAD, '06:00'))) }
  await watch(rider, getAvailability, { params: { id: scooter_id }, query })
  await sql("UPDATE problems SET state = 'fixed'")
}

async function watchRules(): Promise<void> {
  const params = { id: rider.property_id }
  await watch(admin, getPropertyRules, { params })
  await watch(admin, updatePropertyRules, { body: { pin_mode: 'rotate' }, params })
}

async function watchPinChange(): Promise<void> {
  await emptyTables('pin_changes')
  await insertPinChange(scooter_id, '739264')
  await watch(admin, listPinChanges)
  await watch(admin, changePin, { body: { new_pin: '739264' }, params: { scooter_id } })
}

/** Holds and payments of a day, which each of the two rounds has for itself. */
async function watchReserving(day: number): Promise<void> {
  const rival = await signedInRider({ property_id: rider.property_id })
  const anHour = (scooter: { id: string }, later = 0) => ({
    body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(day + later, '10:00') } as const
  })
  const [one, other] = [await insertScooter(rider.property_id), await insertScooter(rider.property_id)]
  const order = (await watch(rider, createHourlyBooking, anHour(one), 'a free slot')) as Order
  await watch(rider, createHourlyBooking, anHour(one), 'the same slot again')
  await watch(rival, createHourlyBooking, anHour(one), 'a slot that somebody has')
  const query = { hours: '1', start: daysAhead(day, '10:00') }
  const params = { property_id: rider.property_id }
  const free = (await watch(rival, listFreeScooters, { params, query })) as { free: boolean }[]
  expect(new Set(free.map(each => each.free))).toEqual(new Set([false, true]))
  await watch(rider, resumePayment, { params: { id: order.session_id } })
  for (const error_description of ['declined', DISMISSED_BY_RIDER])
    await watch(rider, recordPaymentFailure, { body: { error_description, session_id: order.session_id } })
  await watch(rider, confirmPayment, await sandboxProof(rider, order), 'of a ride')
  await watch(rider, createHourlyBooking, anHour(other), 'a second ride at that time')
  const cancelled = await rider.call(createHourlyBooking.endpoint, anHour(other, 1))
  await watch(rider, cancelBooking, { body: {}, params: { id: cancelled.session_id } }, 'a hold')
  const late = await rider.call(createHourlyBooking.endpoint, anHour(other, 2))
  await endHold(late.session_id)
  await watch(rival, createHourlyBooking, anHour(other, 2), 'a slot whose hold has ended')
  await watch(rider, confirmPayment, await sandboxProof(rider, late), 'too late')
}

async function watchReview(day: number): Promise<void> {
  const { call, id } = await signedInRider({ property_id: rider.property_id })
  const scooter = await insertScooter(rider.property_id)
  const start_time = daysAhead(day, '10:00')
  const order = await call(createHourlyBooking.endpoint, {
    body: { duration_hours: 1, scooter_id: scooter.id, start_time }
  })
  await call(confirmPayment.endpoint, await sandboxProof({ call } as Rider, order))
  const params = { id }
  await watch(admin, listLicences)
  await watch(admin, getRiderFile, { params })
  const approval = { decision: 'approve', expires_on: '2031-01-01', refund: 0, revision: 0 }
  await watch(admin, decideLicence, { body: approval, params })
  const suspension = { is_suspended: true, reason: 'x', refund: order.amount / 100 }
  await watch(admin, setSuspension, { body: suspension, params })
  await watch(admin, setSuspension, { body: { is_suspended: false }, params }, 'ended')
  await watch(admin, addRiderNote, { body: { id: newProblem(), kind: 'note', text: 'x' }, params })
}

async function watchJob(name: string, job: () => Promise<unknown>): Promise<void> {
  const { plans, rowsRead } = await queryPlans(job)
  expect(plans.length).toBeGreaterThan(1)
  calls[`${name}: 200`] = { plans, roundTrips: 1, rowsRead, status: 200 }
}

async function watchJobs(): Promise<void> {
  const now = await quietMinute()
  await runCronJobs(now, () => now)
  // The second run finds nothing new.
  await watchJob('a minute of the cron', () => runCronJobs(now, () => now))
  await emptyTables('alerts')
  // Nothing listens there.
  const alerting = { ALERT_WEBHOOK_URL: 'http://127.0.0.1:1/alerts', UPLOADS: { head: async () => null } }
  const withAlerts = Object.assign(env, alerting)
  await watchJob('a change of the health', () => notifyOfChanges(new Date(), () => new Date()))
  Object.assign(withAlerts, { ALERT_WEBHOOK_URL: '' })
}

/** The first of the days on which this round books. */
async function watchEverything(day: number): Promise<Costs> {
  calls = {}
  // Each round has more calls than a rider may make in a minute.
  await emptyTables('throttles')
  await watchReserving(day)
  await emptyTables('throttles')
  await watchReview(day)
  await watchRules()
  const ride = await paidRideAhead()
  await watchExtending(ride)
  await watch(rider, listReceipts, { params: { id: ride } }, 'which it issues')
  await watch(rider, listReceipts, { params: { id: ride } })
  await watch(rider, listMyBookings, { query: { limit: '20' } })
  await watchMoving(ride)
  await watchWindow()
  await watchCancelling(ride)
  await watchTrouble()
  await watchReturning()
  await watch(admin, whoRode, { params: { id: scooter_id }, query: { at: new Date().toISOString() } })
  await watchPinChange()
  await watchJobs()
  return calls
}

/** The PINs to change are few: at most one for each scooter. */
const SHORT_TABLE = 'FROM pin_changes c'

const FEW = 30
const MANY = 5000
/** Long enough for a busy machine. */
const WATCHED_MS = 180_000
/** The calls themselves leave a few rows, which the second round reads too. */
const NEW_ROWS_MAX = 200

/** Some of the rides were reported, and blocked their scooter. */
async function insertPast(from: number, to: number): Promise<void> {
  await insertPastRides({ admin, rider, scooter_id }, { from, to })
  await sql(
    `INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, state, blocked_from, blocked_until,
                           created_at, updated_at)
     SELECT id, scooter_id, id, user_id, 'pin', 0, 'fixed', start_at, end_at, start_at, start_at
       FROM bookings WHERE id LIKE 'past-%0'
         ON CONFLICT DO NOTHING`
  )
}

describe('every call about a ride', () => {
  beforeAll(async () => {
    rider = await signedInRider()
    scooter_id = (await insertScooter(rider.property_id)).id
    // A page of My Bookings is full from the beginning.
    await insertPast(1, FEW)
    callsBefore = await watchEverything(3)
    await insertPast(FEW + 1, MANY)
    await watchEverything(7)
  }, WATCHED_MS)

  test('is answered, if it is not to be refused', () => {
    expect(Object.keys(calls).filter(name => !name.endsWith(': 200'))).toEqual([
      'POST /bookings/hourly, a slot that somebody has: 400',
      'POST /bookings/hourly, a second ride at that time: 400'
    ])
  })

  test(`makes at most ${ROUND_TRIPS_MAX} round trips to the database`, () => {
    const roundTrips = Object.entries(calls).map(([name, call]) => [name, call.roundTrips] as const)
    // A suspension also sends the refunds of the rides that it cancels.
    expect(roundTrips.filter(([, count]) => count < 1 || count > ROUND_TRIPS_MAX)).toEqual([
      ['PUT /admin/users/{id}/suspension, as usual: 200', ROUND_TRIPS_MAX + 1]
    ])
  })

  test('reads the receipts of a ride by one round trip of three statements, after the account', () => {
    const { plans = [], roundTrips } = calls['GET /bookings/{id}/receipts, as usual: 200'] ?? {}
    expect([roundTrips, plans.length]).toEqual([2, 4])
  })

  test('scans no table that grows', () => {
    const scanning = Object.entries(calls).flatMap(([name, { plans }]) =>
      plans
        .filter(({ plan, text }) => scans(plan).length > 0 && !text.includes(SHORT_TABLE))
        .map(({ text }) => [name, text])
    )
    expect(scanning).toEqual([])
  })

  test(`reads no more rows after ${MANY} rides of the same rider on the same scooter`, () => {
    const grown = Object.entries(calls)
      .map(([name, { rowsRead }]) => ({ before: callsBefore[name]?.rowsRead ?? 0, name, rowsRead }))
      .filter(({ before, rowsRead }) => rowsRead > before + NEW_ROWS_MAX)
    expect(grown).toEqual([])
  })
})

test('a run that ends rides which nobody returned reads as many rows for any number of them', async () => {
  const [RIDES, RIDES_PER_RUN] = [3000, 500]
  const scooter = await insertScooter(rider.property_id)
  await insertBooking({ end: new Date(), id: 'one', scooter_id: scooter.id, start: new Date(0), user_id: rider.id })
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
     SELECT 'many-' || i, user_id, scooter_id, scooter_name, property_id, property_name, i * 7200, i * 7200 + 3600, 1,
            50, 'confirmed', 'many-' || i, 0, 0 FROM numbers JOIN bookings b ON b.id = 'one'`,
    RIDES
  )
  const run = () => queryPlans(() => returnEndedRides(new Date()))
  for (let left = RIDES; left > 0; left -= RIDES_PER_RUN) {
    const { answer, rowsRead } = await run()
    expect(answer).toBeGreaterThan(0)
    expect(rowsRead).toBeLessThan(20 * RIDES_PER_RUN)
  }
  await run()
  expect((await run()).rowsRead).toBeLessThan(50)
})
