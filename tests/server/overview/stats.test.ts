import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { getStats, setFirstSteps } from '#contract/overview/stats.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { ACTIVE_BOOKINGS } from '#stores/admin/bookings/booking-queries.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { markDeleted } from '#tests/helpers/data/stored-state.ts'
import { startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

startApp()

const admin = setUpAdmin()

describe('the dashboard', () => {
  test('shows zeros and the first steps when the database is empty', async () => {
    expect(await admin.call(getStats)).toEqual({
      active_bookings: 0,
      available_scooters: 0,
      first_steps: { are_locks_set: false, prices: 0 },
      needs: {},
      total_bookings: 0,
      total_properties: 0,
      total_scooters: 0,
      total_users: 0
    })
  })

  test('has first steps until an owner says that the locks are set, which is logged once', async () => {
    const steps = async () => (await admin.call(getStats)).first_steps
    const setLocks = (locks: boolean) => admin.call(setFirstSteps, { body: { locks } })
    await setLocks(true)
    await setLocks(true)
    expect(await steps()).toEqual({ are_locks_set: true, prices: 0 })
    await setLocks(false)
    expect(await steps()).toEqual({ are_locks_set: false, prices: 0 })
    const logged = (await admin.call(listActivity)).filter(({ action }) => action === 'set_locks')
    const { locksNotSet, locksSet } = dashboardText.firstSteps
    expect(logged.map(({ detail }) => detail)).toEqual([locksNotSet, locksSet])
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
      // A ride is paid, but nobody has said that the locks are set.
      first_steps: { are_locks_set: false, prices: 0 },
      needs: {},
      total_bookings: 6,
      total_properties: 1,
      total_scooters: 5,
      total_users: 1
    })
    await admin.call(setFirstSteps, { body: { locks: true } })
    expect(await admin.call(getStats)).toMatchObject({ first_steps: null, total_bookings: 6 })
    await admin.call(setFirstSteps, { body: { locks: false } })
    expect(await (await staffOf('manager', open)).call(getStats)).toMatchObject({ first_steps: null })
  })
})
