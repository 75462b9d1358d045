import { beforeAll, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getStats } from '#contract/overview/stats.ts'
import { BOOKING_STATES, PAYMENT_STATUSES, paymentStatusOf } from '#domain/bookings/booking-status.ts'
import { effectiveStatus, SCOOTER_STATUSES, type ScooterStatus, type ScooterUsage } from '#domain/catalogue/scooters.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { shownStatus } from '#stores/admin/catalogue/scooter-status.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { blockNow } from '#tests/helpers/data/stored-state.ts'
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

const USAGES = [false, true].flatMap(isBlocked =>
  [false, true].flatMap(isLate => [false, true].map(isRidden => ({ isBlocked, isLate, isRidden })))
)

/** A scooter of the property that is used so. The late ride ended an hour ago. */
async function scooterInUse(status: ScooterStatus, { isBlocked, isLate, isRidden }: ScooterUsage): Promise<string> {
  const { id } = await insertScooter(property.id, { name: 'Zulu', status })
  const ride = (from: number, to: number) =>
    insertBooking({ end: addMinutes(NOW, to), scooter_id: id, start: addMinutes(NOW, from), user_id: rider.id })
  if (isRidden) await ride(-30, 60)
  if (isLate) await ride(-120, -60)
  if (isBlocked) await blockNow(id)
  return id
}

test('the status of a scooter is the same in the filter, the order, the badge, the stats and on Home', async () => {
  await admin.call(updatePropertyRules, { body: { return_mode: 'confirmed' }, params: { id: property.id } })
  const before = await admin.call(getStats)
  const expected = new Map<string, ScooterStatus>()
  for (const status of SCOOTER_STATUSES) {
    for (const usage of USAGES) expected.set(await scooterInUse(status, usage), effectiveStatus(status, usage))
  }
  const idsBy = async (query: { sort?: 'status'; status?: ScooterStatus }) =>
    (await admin.call(listAllScooters, { query: { q: 'Zulu', ...query } })).map(({ id }) => id)
  for (const status of SCOOTER_STATUSES) {
    const ids = [...expected].flatMap(([id, shown]) => (shown === status ? [id] : []))
    expect((await idsBy({ status })).toSorted()).toEqual(ids.toSorted())
  }
  const sorted = (await idsBy({ sort: 'status' })).map(id => expected.get(id))
  expect(sorted).toEqual(sorted.toSorted())

  const listed = await admin.call(listAllScooters, { query: { q: 'Zulu' } })
  expect(new Map(listed.map(scooter => [scooter.id, shownStatus(scooter, NOW).status]))).toEqual(expected)
  const onHome = await rider.call(listPropertyScooters, { params: { property_id: property.id } })
  const seen = onHome.filter(({ name }) => name === 'Zulu').map(({ id, status }) => [id, status] as const)
  expect(new Map(seen)).toEqual(expected)
  const { available_scooters } = await admin.call(getStats)
  expect(available_scooters - before.available_scooters).toBe([...expected.values()].filter(isAvailable).length)
})

const isAvailable = (status: ScooterStatus) => status === 'Available'
