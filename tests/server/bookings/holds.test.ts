import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { payAndReport } from '#tests/helpers/data/concurrent-riders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { dayAhead, startApp } from '#tests/helpers/servers/app.ts'

startApp()

async function twoRidersAtAScooter() {
  const rider = await signedInRider()
  const rival = await signedInRider({ property_id: rider.property_id })
  return { rider, rival, scooter: await insertScooter(rider.property_id) }
}

const threeHours = (scooter_id: string, start_time: string) =>
  ({ body: { duration_hours: 3, scooter_id, start_time } }) as const

describe('the availability of a scooter', () => {
  const busyOn = (rider: Awaited<ReturnType<typeof signedInRider>>, id: string, date: string) =>
    rider.call(getAvailability, { params: { id }, query: { date } }).then(({ busy }) => busy)

  test('lists the windows that touch a day in India or the next one, paid or held by others, and nothing else', async () => {
    const { rider, rival, scooter } = await twoRidersAtAScooter()
    await payAndReport(rival, await rival.call(createHourlyBooking, threeHours(scooter.id, daysAhead(3, '22:30'))))
    await rival.call(createHourlyBooking, threeHours(scooter.id, daysAhead(5, '10:00')))
    const overMidnight = { end_time: daysAhead(4, '01:30'), is_yours: false, start_time: daysAhead(3, '22:30') }
    const held = { end_time: daysAhead(5, '13:00'), is_yours: false, start_time: daysAhead(5, '10:00') }
    expect(await busyOn(rider, scooter.id, dayAhead(2))).toEqual([overMidnight])
    expect(await busyOn(rider, scooter.id, dayAhead(4))).toEqual([overMidnight, held])
    expect(await busyOn(rider, scooter.id, dayAhead(5))).toEqual([held])
    expect(await busyOn(rider, scooter.id, dayAhead(6))).toEqual([])
  })

  test("leaves out the rider's own hold and holds that have ended", async () => {
    const { rider, rival, scooter } = await twoRidersAtAScooter()
    await rider.call(createHourlyBooking, threeHours(scooter.id, daysAhead(2, '10:00')))
    const { session_id } = await rival.call(createHourlyBooking, threeHours(scooter.id, daysAhead(2, '15:00')))
    await endHold(session_id)
    expect(await busyOn(rider, scooter.id, dayAhead(2))).toEqual([])
    expect(await busyOn(rival, scooter.id, dayAhead(2))).toHaveLength(1)
  })

  test("marks the rider's own paid rides, on any scooter, and nobody else sees those of other scooters", async () => {
    const { rider, rival, scooter } = await twoRidersAtAScooter()
    const other = await insertScooter(rider.property_id)
    const start_time = daysAhead(2, '10:00')
    await payAndReport(rider, await rider.call(createHourlyBooking, threeHours(other.id, start_time)))
    const ride = { end_time: daysAhead(2, '13:00'), start_time }
    expect(await busyOn(rider, scooter.id, dayAhead(2))).toEqual([{ ...ride, is_yours: true }])
    expect(await busyOn(rider, other.id, dayAhead(2))).toEqual([{ ...ride, is_yours: true }])
    expect(await busyOn(rival, scooter.id, dayAhead(2))).toEqual([])
    expect(await busyOn(rival, other.id, dayAhead(2))).toEqual([{ ...ride, is_yours: false }])
  })

  test("is limited to scooters of the rider's own property, and requires a day", async () => {
    const { rider, scooter } = await twoRidersAtAScooter()
    const elsewhere = await insertScooter((await insertProperty()).id)
    const query = { date: dayAhead(2) }
    expect(await rider.refusal(getAvailability, { params: { id: elsewhere.id }, query })).toMatchObject({ status: 404 })
    expect(await rider.refusal(getAvailability, { params: { id: scooter.id }, query: { date: 'soon' } })).toMatchObject(
      { status: 422 }
    )
  })
})
