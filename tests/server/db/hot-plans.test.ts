import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { DISMISSED_BY_RIDER, type Order } from '#contract/payments/orders.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { getAvailability } from '#server/bookings/availability.ts'
import { cancelBooking } from '#server/bookings/cancel-booking.ts'
import { createHourlyBooking } from '#server/bookings/create-booking.ts'
import { listMyBookings } from '#server/bookings/my-bookings.ts'
import { resumePayment } from '#server/bookings/resume-payment.ts'
import { previewReturn, returnEndedRides, returnRide } from '#server/bookings/return-ride.ts'
import { rotatePinsOfEndedRides } from '#server/catalogue/pins.ts'
import { runCronJobs } from '#server/cron/cron.ts'
import type { Operation } from '#server/http/operation.ts'
import { notifyOfChanges } from '#server/monitoring/alerts.ts'
import { confirmPayment, recordPaymentFailure } from '#server/payments/browser-reports.ts'
import { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension } from '#server/review/review.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { daysAhead, insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { ROUND_TRIPS_MAX, sandboxProof, scans, watchCall } from '#tests/helpers/db/watched-calls.ts'
import { env, measureCost, queryPlans } from '#tests/helpers/db/watched-d1.ts'
import { type AnyInput, quietMinute, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

type Rider = Awaited<ReturnType<typeof signedInRider>>

type Plans = Awaited<ReturnType<typeof queryPlans>>['plans']

const requests: { name: string; roundTrips: number }[] = []
const statements: (Plans[number] & { name: string })[] = []

function note(name: string, { plans, roundTrips }: { plans: Plans; roundTrips: number }): void {
  requests.push({ name, roundTrips })
  statements.push(...plans.map(plan => ({ name, ...plan })))
}

async function watch<E extends Endpoint>(name: string, { token }: Rider, operation: Operation<E>, input?: AnyInput) {
  const seen = await watchCall(token, operation, input)
  note(`${name}: ${seen.status}`, seen)
  return seen.body
}

const anHour = (scooter_id: string, day: number) => ({
  body: { duration_hours: 1, scooter_id, start_time: daysAhead(day, '10:00') }
})

async function watchReserving(rider: Rider, rival: Rider): Promise<void> {
  const [one, other] = [await insertScooter(rider.property_id), await insertScooter(rider.property_id)]
  const order = (await watch('a free slot', rider, createHourlyBooking, anHour(one.id, 2))) as Order
  await watch('the same slot again', rider, createHourlyBooking, anHour(one.id, 2))
  await watch('a slot that somebody has', rival, createHourlyBooking, anHour(one.id, 2))
  await watch('another payment session', rider, resumePayment, { params: { id: order.session_id } })
  await watch('my bookings', rider, listMyBookings)
  await watch('a day of a scooter', rival, getAvailability, {
    params: { id: one.id },
    query: { date: dayOf(new Date(daysAhead(2, '10:00'))) }
  })
  await watch('a declined payment', rider, recordPaymentFailure, {
    body: { error_description: 'declined', session_id: order.session_id }
  })
  await watch('a closed dialog', rider, recordPaymentFailure, {
    body: { error_description: DISMISSED_BY_RIDER, session_id: order.session_id }
  })
  await watch('a payment', rider, confirmPayment, await sandboxProof(rider, order))
  await watch('a second slot at the same time', rider, createHourlyBooking, anHour(other.id, 2))
}

async function watchCancelHold(rider: Rider): Promise<void> {
  const scooter = await insertScooter(rider.property_id)
  const { session_id: id } = (await watch(
    'a slot whose hold is cancelled',
    rider,
    createHourlyBooking,
    anHour(scooter.id, 3)
  )) as Order
  await watch('cancelling a hold', rider, cancelBooking, { body: {}, params: { id } })
}

async function watchLatePayment(rider: Rider, rival: Rider): Promise<void> {
  const scooter = await insertScooter(rider.property_id)
  const order = await rider.call(createHourlyBooking.endpoint, {
    body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(4, '10:00') }
  })
  await endHold(order.session_id)
  await watch('a slot whose hold has ended', rival, createHourlyBooking, anHour(scooter.id, 4))
  await watch('a payment that comes too late', rider, confirmPayment, await sandboxProof(rider, order))
}

async function watchReturn(rider: Rider): Promise<void> {
  const scooter = await insertScooter(rider.property_id)
  const { id } = await insertBooking({
    end: new Date(Date.now() + HOUR_MS),
    scooter_id: scooter.id,
    start: new Date(Date.now() - HOUR_MS),
    user_id: rider.id
  })
  await watch('what a return refunds', rider, previewReturn, { params: { id } })
  await watch('a return', rider, returnRide, { body: {}, params: { id } })
}

describe('the requests of riders', () => {
  beforeAll(async () => {
    const rider = await signedInRider()
    const rival = await signedInRider({ property_id: rider.property_id })
    await watchReserving(rider, rival)
    await watchCancelHold(rider)
    await watchLatePayment(rider, rival)
    await watchReturn(rider)
  })

  test('get the same answers as from the Worker', () => {
    expect(requests.map(({ name }) => name)).toEqual([
      'a free slot: 200',
      'the same slot again: 200',
      'a slot that somebody has: 400',
      'another payment session: 200',
      'my bookings: 200',
      'a day of a scooter: 200',
      'a declined payment: 200',
      'a closed dialog: 200',
      'a payment: 200',
      'a second slot at the same time: 400',
      'a slot whose hold is cancelled: 200',
      'cancelling a hold: 200',
      'a slot whose hold has ended: 200',
      'a payment that comes too late: 200',
      'what a return refunds: 200',
      'a return: 200'
    ])
  })

  test('scan no table: every statement uses an index', () => {
    expect(statements.filter(({ plan }) => scans(plan).length > 0)).toEqual([])
    expect(statements.some(({ plan }) => plan.some(step => /^SEARCH .*slot_claims/.test(step)))).toBe(true)
  })

  test(`make at most ${ROUND_TRIPS_MAX} round trips to the database`, () => {
    expect(requests.filter(({ roundTrips }) => roundTrips > ROUND_TRIPS_MAX)).toEqual([])
    expect(requests.filter(({ roundTrips }) => roundTrips === 0)).toEqual([])
  })
})

test('the review of licences and riders scans no table', async () => {
  const [admin, rider] = [await signedInAdmin(), await signedInRider()]
  const scooter = await insertScooter(rider.property_id)
  const order = await rider.call(createHourlyBooking.endpoint, anHour(scooter.id, 2) as never)
  await rider.call(confirmPayment.endpoint, await sandboxProof(rider, order))
  const params = { id: rider.id }
  const seen = [
    await watchCall(admin.token, listLicences),
    await watchCall(admin.token, getRiderFile, { params }),
    await watchCall(admin.token, decideLicence, {
      body: { decision: 'approve', expires_on: '2031-01-01', refund: 0, revision: 0 },
      params
    }),
    await watchCall(admin.token, setSuspension, {
      body: { is_suspended: true, reason: 'x', refund: order.amount / 100 },
      params
    }),
    await watchCall(admin.token, setSuspension, { body: { is_suspended: false }, params }),
    await watchCall(admin.token, addRiderNote, { body: { id: 'a'.repeat(32), kind: 'note', text: 'x' }, params })
  ]
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(seen.flatMap(({ plans }) => plans).filter(({ plan }) => scans(plan).length > 0)).toEqual([])
})

test('the cron of a minute scans no table either', async () => {
  const now = await quietMinute()
  const { plans } = await queryPlans(() => runCronJobs(now, () => now))
  expect(plans.length).toBeGreaterThan(4)
  expect(plans.filter(({ plan }) => scans(plan).length > 0)).toEqual([])
})

test('the cron of a minute scans no table to find and tell a change of the health', async () => {
  // Nothing listens there.
  const url = 'http://127.0.0.1:1/alerts'
  const withAlerts = Object.assign(env, { ALERT_WEBHOOK_URL: url, UPLOADS: { head: async () => null } })
  const { plans } = await queryPlans(() => notifyOfChanges(new Date(), () => new Date()))
  Object.assign(withAlerts, { ALERT_WEBHOOK_URL: '' })
  expect(plans.some(({ text }) => text.includes('UPDATE alerts SET lease_until'))).toBe(true)
  expect(plans.filter(({ plan }) => scans(plan).length > 0)).toEqual([])
})

describe('the end of rides that nobody returned', () => {
  const RIDES = 10_000
  const RIDES_PER_RUN = 500
  const left = async () =>
    (
      await sql<{ count: number }>(
        "SELECT count(*) AS count FROM bookings WHERE id LIKE 'many-%' AND returned_at IS NULL"
      )
    )[0]?.count
  const run = () => returnEndedRides(new Date())

  beforeAll(async () => {
    const rider = await signedInRider()
    const [scooter, now] = [await insertScooter(rider.property_id), new Date()]
    await insertBooking({ end: now, id: 'one', scooter_id: scooter.id, start: new Date(0), user_id: rider.id })
    await sql(
      `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                             amount, state, payment_id, created_at, updated_at)
       WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
       SELECT 'many-' || i, user_id, scooter_id, scooter_name, property_id, property_name, i * 7200, i * 7200 + 3600, 1,
              50, 'confirmed', 'many-' || i, 0, 0 FROM numbers JOIN bookings b ON b.id = 'one'`,
      RIDES
    )
  })

  test('costs the same for any number of them', async () => {
    await run()
    expect(await left()).toBe(RIDES - RIDES_PER_RUN)
    const { rows_read } = await measureCost(run)
    expect(rows_read).toBeLessThan(10 * RIDES_PER_RUN)
    while ((await run()) > 0);
    expect(await left()).toBe(0)
  })

  test('costs almost nothing when all are over', async () => {
    const { rows_read } = await measureCost(run)
    expect(rows_read).toBeLessThan(50)
  })
})

describe('the PINs after rides', () => {
  const NOW = new Date('2026-06-15T06:30:00Z')
  const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)'

  /** One ride every half hour, back from now, and an activity entry after each. */
  async function fillRides(from: number, to: number): Promise<void> {
    const at = NOW.getTime() / 1000
    await sql(
      `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                             amount, state, payment_id, created_at, updated_at)
       ${NUMBERS} SELECT 'b' || i, 'u', 's', 'S', 'p', 'P', ?3 - i * 1800, ?3 - i * 1800 + 1700, 1, 50, 'confirmed',
                         'pay' || i, 0, 0 FROM n`,
      from,
      to,
      at
    )
    await sql(
      `INSERT INTO audits (id, created_at, admin_id, action, subject)
       ${NUMBERS} SELECT 'a' || i, ?3 - i * 1800 + 1750, 'a', 'change_pin', 's' FROM n`,
      from,
      to,
      at
    )
  }

  beforeAll(async () => {
    await sql("INSERT INTO properties (id, name, location, created_at) VALUES ('p', 'P', 'L', 0)")
    await sql("INSERT INTO property_settings (property_id, pin_mode, updated_at) VALUES ('p', 'rotate', 0)")
    await sql(
      "INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES ('s', 'p', 'S', 'Available', '1', 0)"
    )
    await sql(
      "INSERT INTO admins (id, name, email, password_hash, role, created_at) VALUES ('a', 'A', 'a', '', 'owner', 0)"
    )
    await sql(insertRiderSql({ id: 'u' }))
  })

  test('a minute of the cron reads the rides of a day, however many there were', async () => {
    await fillRides(1, 1000)
    const few = await measureCost(() => rotatePinsOfEndedRides(NOW))
    await fillRides(1001, 10_000)
    const many = await measureCost(() => rotatePinsOfEndedRides(NOW))
    expect(many.rows_read).toBeLessThanOrEqual(few.rows_read)
    expect(many.rows_read).toBeLessThan(200)
  })
})
