import { expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { extendBooking } from '#contract/bookings/manage-ride.ts'
import { getToday } from '#contract/staff/today.ts'
import { NOTE_TO_STAFF_MAX_LENGTH } from '#domain/constants.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { payAndReport } from '#tests/helpers/data/concurrent-riders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { dayAhead, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

// What a rider writes to the staff while booking.

startApp()

async function aRider() {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const hold = (note_to_staff?: string, clock = '10:00', hours: 1 | 3 = 1) =>
    rider.call(createHourlyBooking, {
      body: {
        duration_hours: hours,
        scooter_id: scooter.id,
        start_time: daysAhead(2, clock),
        ...(note_to_staff !== undefined && { note_to_staff })
      }
    })
  return { hold, property: { id: rider.property_id }, rider, scooter }
}

const noteOf = async (id: string) => {
  const [row] = await sql<{ note_to_staff: string | null }>('SELECT note_to_staff FROM bookings WHERE id = ?', id)
  return row?.note_to_staff
}

test('caretakers read it in Today, managers in the list and in the CSV file, as one line', async () => {
  const { hold, property, rider } = await aRider()
  const order = await hold('  I come with\ta child seat ')
  await payAndReport(rider, order)
  const note_to_staff = 'I come with a child seat'
  const [caretaker, manager] = [await staffOf('caretaker', property), await staffOf('manager', property)]
  const query = { day: dayAhead(2), property_id: property.id }
  expect((await caretaker.call(getToday, { query })).rides).toMatchObject([{ id: order.session_id, note_to_staff }])
  expect(await manager.call(listAllBookings, { query: {} })).toMatchObject([{ id: order.session_id, note_to_staff }])
  expect(await (await send(exportBookings, { query: {} }, manager.token)).text()).toMatch(`,${note_to_staff}\r\n`)
})

test('a hold that is asked for again takes the new one, as one that replaces it does', async () => {
  const { hold } = await aRider()
  const { session_id } = await hold('Leave the box on')
  const again = await hold('A helmet in L, please')
  expect(again.session_id).toBe(session_id)
  expect(await noteOf(session_id)).toBe('A helmet in L, please')
  const longer = await hold('And one in S', '10:00', 3)
  expect(await noteOf(longer.session_id)).toBe('And one in S')
  // The page is opened again, and the rider completes the payment.
  await hold(undefined, '10:00', 3)
  expect(await noteOf(longer.session_id)).toBe('And one in S')
  await hold('', '10:00', 3)
  expect(await noteOf(longer.session_id)).toBeNull()
})

test('a paid ride keeps it, and its extension has none', async () => {
  const { hold, rider } = await aRider()
  const order = await hold('Leave the box on')
  await payAndReport(rider, order)
  const { session_id } = await rider.call(extendBooking, { body: { hours: 1 }, params: { id: order.session_id } })
  expect([await noteOf(order.session_id), await noteOf(session_id)]).toEqual(['Leave the box on', null])
})

test('has at most 200 characters, and may be missing', async () => {
  const { hold, rider, scooter } = await aRider()
  expect(await noteOf((await hold()).session_id)).toBeNull()
  const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(3, '10:00') } as const
  const note_to_staff = 'n'.repeat(NOTE_TO_STAFF_MAX_LENGTH + 1)
  expect(await rider.refusal(createHourlyBooking, { body: { ...body, note_to_staff } })).toMatchObject({
    detail: [{ loc: ['body', 'note_to_staff'], msg: apiErrorsText.tooLong }],
    status: 422
  })
})
