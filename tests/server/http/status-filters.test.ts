import { beforeAll, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { BOOKING_STATES, PAYMENT_STATUSES, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { effectiveStatus, SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

// The lists filter by status in SQL. These tests compare each filter with the rule in TypeScript, for all combinations.

startApp()

const admin = setUpAdmin()
let property: Awaited<ReturnType<typeof insertProperty>>
let rider: Awaited<ReturnType<typeof signedInRider>>
const NOW = new Date()

beforeAll(async () => {
  property = await insertProperty()
  rider = await signedInRider({ name: 'Zebulon Rao', property_id: property.id })
})

// The database rejects a hold without a deadline, and a deadline without a hold.
const BOOKINGS = BOOKING_STATES.flatMap(state =>
  (state === 'held' ? [addMinutes(NOW, -60), addMinutes(NOW, 60)] : [null]).flatMap(hold_until =>
    [false, true].map(settling => ({ hold_until, settling, state }))
  )
)

test('the filter by payment status finds the bookings that show this status, also with a search', async () => {
  const scooter = await insertScooter(property.id)
  const window = { end: addMinutes(NOW, -60), start: addMinutes(NOW, -120) }
  const expected = new Map<string, string>()
  for (const booking of BOOKINGS) {
    const { id } = await insertBooking({ ...window, scooter_id: scooter.id, user_id: rider.id })
    const deadline = booking.hold_until && Math.floor(booking.hold_until.getTime() / 1000)
    const values = [booking.state, Number(booking.settling), deadline]
    await sql('UPDATE bookings SET state = ?, settling = ?, hold_until = ? WHERE id = ?', ...values, id)
    expected.set(id, paymentStatusOf(booking, NOW))
  }
  for (const query of [{}, { q: 'Zebulon' }]) {
    const found = new Map<string, string>()
    for (const status of PAYMENT_STATUSES) {
      const rows = await admin.call(listAllBookings, { query: { ...query, scooter_id: scooter.id, status } })
      for (const { id } of rows) found.set(id, `${found.get(id) ?? ''}${status}`)
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  }
})

test('the filter by scooter status finds the scooters that show this status', async () => {
  const expected = new Map<string, string>()
  for (const status of SCOOTER_STATUSES) {
    for (const isInRide of [false, true]) {
      const { id } = await insertScooter(property.id, { name: 'Zulu', status })
      const window = { end: addMinutes(NOW, 60), start: addMinutes(NOW, -60) }
      if (isInRide) await insertBooking({ ...window, scooter_id: id, user_id: rider.id })
      expected.set(id, effectiveStatus(status, isInRide))
    }
  }
  const found = new Map<string, string>()
  for (const status of SCOOTER_STATUSES) {
    const rows = await admin.call(listAllScooters, { query: { q: 'Zulu', status } })
    for (const { id } of rows) found.set(id, `${found.get(id) ?? ''}${status}`)
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
})
