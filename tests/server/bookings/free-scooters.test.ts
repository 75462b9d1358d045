import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { listFreeScooters } from '#contract/bookings/free-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { setSuspension } from '#contract/review/review.ts'
import { slotStartOf } from '#domain/bookings/slots.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

// The answers and refusals of the list. tests/model compares what is free with what an order then gets.

startApp()

const admin = setUpAdmin()
const START = daysAhead(2, '10:00')

async function place() {
  const { id } = await insertProperty()
  const signIn = () => signedInRider({ property_id: id })
  const ask = (start = START, hours = '1') => ({ params: { property_id: id }, query: { hours, start } })
  return { ask, id, rider: await signIn(), rival: await signIn() }
}

const entry = ({ id, name }: { id: string; name: string }, fields = {}) => ({
  booking_block: null,
  free: false,
  id,
  name,
  next_free_at: null,
  own_ride: false,
  ...fields
})

describe('the scooters that are free for a ride', () => {
  test('have others beside them, with the first later start at which these are free for as long', async () => {
    const { ask, id, rider, rival } = await place()
    const [taken, free, broken] = [await insertScooter(id), await insertScooter(id), await insertScooter(id)]
    await sql("UPDATE scooters SET status = 'Maintenance' WHERE id = ?", broken.id)
    await rival.call(createHourlyBooking, { body: { duration_hours: 3, scooter_id: taken.id, start_time: START } })
    const shown = await rider.call(listFreeScooters, ask(daysAhead(2, '09:30')))
    expect(shown).toHaveLength(3)
    expect(shown).toEqual(
      expect.arrayContaining([
        entry(taken, { next_free_at: daysAhead(2, '13:00') }),
        entry(free, { free: true }),
        entry(broken)
      ])
    )
    // The rider's own hold is replaced by another order.
    expect(await rival.call(listFreeScooters, ask())).toContainEqual(entry(taken, { free: true }))
  })

  test('are named with a later start within a day, if the licence is valid until the end of that ride', async () => {
    const { ask, id, rider } = await place()
    const [scooter, other] = [await insertScooter(id), await insertScooter(id)]
    const nextDay = daysAhead(3, '10:00')
    const ride = { scooter_id: other.id, start: new Date(START), user_id: rider.id }
    const { id: booking } = await insertBooking({ ...ride, end: new Date(nextDay) })
    const shown = () => rider.call(listFreeScooters, ask())
    expect(await shown()).toContainEqual(entry(scooter, { next_free_at: nextDay, own_ride: true }))
    const approve = "UPDATE users SET license_status = 'approved', license_valid_until = unixepoch(?) WHERE id = ?"
    await sql(approve, daysAhead(3, '10:30'), rider.id)
    expect(await shown()).toContainEqual(entry(scooter, { own_ride: true }))
    await sql(approve, daysAhead(4, '10:30'), rider.id)
    await sql('UPDATE bookings SET end_at = unixepoch(?) WHERE id = ?', daysAhead(3, '10:30'), booking)
    expect(await shown()).toContainEqual(entry(scooter, { own_ride: true }))
  })

  test('are none at another property, without a property and at a deleted one', async () => {
    const { ask, id, rider } = await place()
    await insertScooter(id)
    const stranger = await signedInRider()
    expect(await stranger.call(listFreeScooters, ask())).toEqual([])
    await sql('UPDATE properties SET archived_at = 0 WHERE id = ?', id)
    expect(await rider.call(listFreeScooters, ask())).toEqual([])
  })

  test('are none for a suspended rider, and the reason is said', async () => {
    const { ask, id, rider } = await place()
    const scooter = await insertScooter(id)
    const body = { is_suspended: true, reason: 'Rode without a helmet', refund: 0 }
    await admin.call(setSuspension, { body, params: { id: rider.id } })
    expect(await rider.call(listFreeScooters, ask())).toEqual([entry(scooter, { booking_block: 'rider_suspended' })])
  })

  test('are refused in the words of an order', async () => {
    const { ask, id, rider } = await place()
    const refused = async (start?: string, hours?: string) => rider.refusal(listFreeScooters, ask(start, hours))
    expect(await refused(slotStartOf(new Date()).toISOString())).toMatchObject({
      detail: bookingText.startPassed,
      status: 400
    })
    expect(await refused(daysAhead(366, '10:00'))).toMatchObject({ detail: bookingText.startTooFar(365), status: 400 })
    await admin.call(updatePropertyRules, { body: { max_ride_hours: 6 }, params: { id } })
    expect(await refused(START, '7')).toMatchObject({ detail: bookingText.rideTooLong(6), status: 400 })
  })

  test.each([
    [daysAhead(2, '10:10'), '1'],
    ['tomorrow', '1'],
    [START, '0'],
    [START, '25'],
    [START, '1.5']
  ])('are not asked for from %s for %s hours', async (start, hours) => {
    const { ask, rider } = await place()
    expect(await rider.refusal(listFreeScooters, ask(start, hours))).toMatchObject({ status: 422 })
  })
})
