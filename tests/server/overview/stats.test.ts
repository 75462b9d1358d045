import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { getStats } from '#contract/overview/stats.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { ACTIVE_BOOKINGS } from '#stores/admin/bookings/booking-queries.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { markDeleted } from '#tests/helpers/data/stored-state.ts'
import { startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

describe('the dashboard', () => {
  test('shows zeros and the first steps when the database is empty', async () => {
    expect(await admin.call(getStats)).toEqual({
      active_bookings: 0,
      available_scooters: 0,
      first_steps: { prices: 0 },
      total_bookings: 0,
      total_properties: 0,
      total_scooters: 0,
      total_users: 0
    })
  })

  test('counts properties, available scooters, riders, all bookings, and paid bookings that have not ended', async () => {
    const now = new Date()
    const [open, closed] = [await insertProperty(), await insertProperty()]
    await markDeleted('property', closed.id)
    const [free, riding, resting] = [
      await insertScooter(open.id),
      await insertScooter(open.id),
      await insertScooter(open.id)
    ]
    await insertScooter(open.id, { status: 'Maintenance' })
    await insertScooter(open.id, { status: 'Booked' })
    await markDeleted('scooter', (await insertScooter(open.id)).id)
    const rider = await signedInRider({ property_id: open.id })
    await markDeleted('rider', (await signedInRider({ property_id: open.id })).id)

    const ride = (scooter_id: string, fromNow: number, state?: 'expired' | 'refunded') => {
      const start = addMinutes(now, fromNow)
      return insertBooking({ end: addMinutes(start, 60), scooter_id, start, state, user_id: rider.id })
    }
    const underWay = await ride(riding.id, -30)
    await ride(resting.id, -90)
    const ahead = await ride(resting.id, 90)
    await ride(free.id, -30, 'expired')
    await ride(free.id, 300, 'refunded')
    const body = { duration_hours: 1, scooter_id: free.id, start_time: daysAhead(2, '10:00') } as const
    await rider.call(createHourlyBooking, { body })

    // The card of this count opens this list.
    const active = await admin.call(listAllBookings, { query: ACTIVE_BOOKINGS.filters })
    expect(active.map(({ id }) => id)).toEqual([ahead.id, underWay.id])
    expect(await admin.call(getStats)).toEqual({
      active_bookings: active.length,
      available_scooters: 2,
      first_steps: null,
      total_bookings: 6,
      total_properties: 1,
      total_scooters: 5,
      total_users: 1
    })
  })
})
