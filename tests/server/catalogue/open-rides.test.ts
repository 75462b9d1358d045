import { expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { deleteProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { deleteScooter, listAllScooters, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { paySandboxOrder } from '#contract/payments/orders.ts'
import { addProblem, listProblems } from '#contract/problems/problems.ts'
import { deleteRider, listRiders } from '#contract/riders/admin-riders.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as formsText from '#messages/admin/forms.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'

// While a paid ride is not over, its rider is reachable, and its scooter stays where it was booked.

startApp()

const admin = setUpAdmin()

/** A ride of an hour and its extension. Its rider has cancelled another one. */
async function ridden(startsIn: number) {
  const rider = await signedInRider()
  const { property_id } = rider
  await setPropertyRules(admin, property_id, { return_mode: 'confirmed' })
  const scooter = await insertScooter(property_id)
  const start = addMinutes(new Date(), startsIn)
  const of = { scooter_id: scooter.id, user_id: rider.id }
  const ride = await insertBooking({ ...of, end: addMinutes(start, 60), start })
  const extension = await insertBooking({ ...of, end: addMinutes(start, 90), start: addMinutes(start, 60) })
  await sql("UPDATE bookings SET kind = 'extension', ride_id = ? WHERE id = ?", ride.id, extension.id)
  await insertBooking({ ...of, end: addMinutes(start, 1500), start: addMinutes(start, 1440), state: 'cancelled' })
  return { property_id, ride, rider, scooter }
}

type Ridden = Awaited<ReturnType<typeof ridden>>

const moving = ({ scooter }: Ridden, property_id: string) => ({
  body: { name: 'Moved', property_id },
  params: { id: scooter.id }
})

const refusals = async (at: Ridden, elsewhere: string) => [
  await admin.refusal(deleteRider, { params: { id: at.rider.id } }),
  await admin.refusal(deleteScooter, { params: { id: at.scooter.id } }),
  await admin.refusal(deleteProperty, { params: { id: at.property_id } }),
  await admin.refusal(updateScooter, moving(at, elsewhere)),
  await admin.refusal(updateScooter, moving(at, ''))
]

const rowsOf = ({ property_id, rider, scooter }: Ridden) =>
  sql(
    `SELECT u.deleted_at, s.archived_at, s.name, s.property_id, p.archived_at AS closed_at,
            (SELECT count(*) FROM audits WHERE subject IN (?1, ?2, ?3) AND action <> 'update_settings') AS entries
       FROM users u, scooters s, properties p WHERE u.id = ?1 AND s.id = ?2 AND p.id = ?3`,
    rider.id,
    scooter.id,
    property_id
  )

test.each([
  ['ahead', 120],
  ['under way', -30],
  ['late', -120]
])('a ride that is %s keeps its rider, its scooter and its property, and the scooter there', async (_, startsIn) => {
  const [at, elsewhere] = [await ridden(startsIn), await insertProperty()]
  const before = await rowsOf(at)
  for (const refused of await refusals(at, elsewhere.id))
    expect(refused).toMatchObject({ detail: formsText.openRidesText(1), status: 409 })
  expect(await rowsOf(at)).toEqual(before)
  const rows = [
    (await admin.call(listRiders, { query: { q: at.rider.email } }))[0],
    (await admin.call(listAllScooters, { query: { property_id: at.property_id } }))[0],
    (await admin.call(listAllProperties)).find(({ id }) => id === at.property_id)
  ]
  expect(rows.map(row => row?.rides_ahead)).toEqual([1, 1, 1])
  // What does not move it is saved, also with the same property.
  expect(await admin.call(updateScooter, moving(at, at.property_id))).toMatchObject({ name: 'Moved' })
})

test('a ride that is back keeps nothing', async () => {
  const [at, elsewhere] = [await ridden(-120), await insertProperty()]
  await at.rider.call(returnRide, { body: {}, params: { id: at.ride.id } })
  expect(await admin.call(updateScooter, moving(at, elsewhere.id))).toMatchObject({ property_id: elsewhere.id })
  await admin.call(deleteRider, { params: { id: at.rider.id } })
  await admin.call(deleteScooter, { params: { id: at.scooter.id } })
  await admin.call(deleteProperty, { params: { id: at.property_id } })
})

/** A hold of the scooter that was just returned. It is paid, and nobody has told the server. */
async function paidUnreported({ ride, rider, scooter }: Ridden) {
  await rider.call(returnRide, { body: {}, params: { id: ride.id } })
  const order = await rider.call(createHourlyBooking, {
    body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
  })
  await rider.call(paySandboxOrder, { body: { outcome: 'success' }, params: { order_id: order.razorpay_order_id } })
  return order
}

test('the problems of a scooter are over with its deletion', async () => {
  const at = await ridden(-120)
  const problem = { id: 'd'.repeat(32), note: 'left mirror scratched', scooter_id: at.scooter.id }
  await admin.call(addProblem, { body: problem })
  await at.rider.call(returnRide, { body: {}, params: { id: at.ride.id } })
  expect((await admin.call(listProblems, { query: { state: 'known' } })).map(({ id }) => id)).toEqual([problem.id])
  await admin.call(deleteScooter, { params: { id: at.scooter.id } })
  expect(await admin.call(listProblems, { query: { state: 'known' } })).toEqual([])
})

test('an unpaid hold ends when its scooter moves away, and a payment of before is refunded', async () => {
  const [at, elsewhere] = [await ridden(-120), await insertProperty()]
  const order = await paidUnreported(at)
  await admin.call(updateScooter, moving(at, elsewhere.id))
  const stateOf = () => sql('SELECT state FROM bookings WHERE id = ?', order.session_id)
  expect([await stateOf(), await sql('SELECT * FROM slot_claims WHERE booking_id = ?', order.session_id)]).toEqual([
    [{ state: 'released' }],
    []
  ])
  await app.runMinute(addMinutes(new Date(), 5))
  expect(await stateOf()).toEqual([{ state: 'refunded' }])
})
