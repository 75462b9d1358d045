import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { paiseOf } from '#domain/money.ts'
import { addDays, instantAt, weekdayOf } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { payAndReport } from '#tests/helpers/data/concurrent-riders.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertLegacyPricing, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { dayAhead, send, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const anHour = (scooter_id: string, start_time = daysAhead(2, '10:00')) =>
  ({ body: { duration_hours: 1, scooter_id, start_time } }) as const

async function place() {
  const property = await insertProperty()
  return {
    property,
    signIn: () => signedInRider({ property_id: property.id }),
    scooter: await insertScooter(property.id)
  }
}

describe('booking by the hour', () => {
  test('returns the key, the amount in paise, the order and the payment session', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const order = await rider.call(createHourlyBooking, anHour(scooter.id))
    expect(order.amount).toBe(paiseOf(DEFAULT_RATES.hourly_1))
    expect(order.razorpay_key).toMatch(/^rzp_sandbox/)
    expect(order.razorpay_order_id).toMatch(/^order_/)
    expect(order.session_id).not.toBe('')
  })

  test('charges the price of the plan, whatever amount the client sends', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const plan = await insertPlan(rider.property_id, { cost: 333, hours: 5 })
    const body = { amount: 1, pricing_plan_id: plan.id, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
    const reply = await send(createHourlyBooking, { body }, rider.token)
    expect(await reply.json()).toMatchObject({ amount: 33_300 })
    const [booking] = await rider.call(listMyBookings)
    expect(booking).toMatchObject({ amount: 333, end_time: daysAhead(2, '15:00') })
  })

  test('uses the rates of the property, and the defaults if it has none', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const twelve = { body: { duration_hours: 12, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') } } as const
    expect((await rider.call(createHourlyBooking, twelve)).amount).toBe(50_000)
    await insertLegacyPricing(rider.property_id)
    const later = { body: { ...twelve.body, start_time: daysAhead(4, '10:00') } }
    expect((await rider.call(createHourlyBooking, later)).amount).toBe(51_000)
  })

  test('accepts a plan by the weekday of the start in India, also across midnight', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const day = dayAhead(3)
    const plan = await insertPlan(rider.property_id, { days: [weekdayOf(day)], hours: 3 })
    const at = (start: Date) => ({
      body: { pricing_plan_id: plan.id, scooter_id: scooter.id, start_time: start.toISOString() }
    })
    await rider.call(createHourlyBooking, at(instantAt(day, '23:30')))
    const dayAfter = await rider.refusal(createHourlyBooking, at(instantAt(addDays(day, 1), '00:00')))
    expect(dayAfter).toMatchObject({ detail: bookingText.planNotOfferedThatDay, status: 400 })
  })

  test.each([
    ['inactive', { is_active: false }],
    ["another property's", null]
  ])('rejects an %s plan', async (_, wanted) => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const plan = wanted ? await insertPlan(rider.property_id, wanted) : await insertPlan((await insertProperty()).id)
    const body = { pricing_plan_id: plan.id, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
    expect(await rider.refusal(createHourlyBooking, { body })).toMatchObject({
      detail: bookingText.planNotOffered,
      status: 400
    })
    expect(await rider.call(listMyBookings)).toEqual([])
  })

  test("rejects a scooter of another property with 'Scooter not found'", async () => {
    const rider = await signedInRider()
    const { scooter } = await place()
    const refusal = await rider.refusal(createHourlyBooking, anHour(scooter.id))
    expect(refusal).toMatchObject({ detail: bookingText.scooterNotFound, status: 404 })
  })

  test.each(['Booked', 'Maintenance'])('rejects a scooter that the admin set to %s', async status => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id, { status })
    const refusal = await rider.refusal(createHourlyBooking, anHour(scooter.id))
    expect(refusal).toMatchObject({ detail: bookingText.scooterUnavailable, status: 400 })
  })

  const scooter_id = 'any'
  test.each([
    [
      'both a plan and a duration',
      { duration_hours: 1, pricing_plan_id: 'p', scooter_id, start_time: daysAhead(2, '10:00') },
      []
    ],
    ['neither a plan nor a duration', { scooter_id, start_time: daysAhead(2, '10:00') }, []],
    ['two hours', { duration_hours: 2, scooter_id, start_time: daysAhead(2, '10:00') }, ['duration_hours']],
    ["'3' as text", { duration_hours: '3', scooter_id, start_time: daysAhead(2, '10:00') }, ['duration_hours']],
    ['no start time', { duration_hours: 1, scooter_id }, ['start_time']],
    ['an invalid start time', { duration_hours: 1, scooter_id, start_time: 'soon' }, ['start_time']],
    ['a start off the half hour', { duration_hours: 1, scooter_id, start_time: daysAhead(2, '10:10') }, ['start_time']],
    ['no scooter', { duration_hours: 1, start_time: daysAhead(2, '10:00') }, ['scooter_id']]
  ])('answers 422 with a list for %s', async (_, body, place) => {
    const rider = await signedInRider()
    const { detail, status } = await rider.refusal(createHourlyBooking, { body })
    expect(status).toBe(422)
    expect(detail).toEqual([{ loc: ['body', ...place], msg: expect.any(String), type: expect.any(String) }])
  })

  test('reads a start without a zone as UTC, and applies an offset', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const start = daysAhead(2, '10:00')
    await rider.call(createHourlyBooking, anHour(scooter.id, start.replace('Z', '')))
    const [booking] = await rider.call(listMyBookings)
    expect(booking?.start_time).toBe(start)
    const inIndia = `${dayAhead(2)}T16:00:00+05:30`
    await rider.call(createHourlyBooking, anHour(scooter.id, inIndia))
    const [latest] = await rider.call(listMyBookings)
    expect(latest?.start_time).toBe(daysAhead(2, '16:00'))
  })
})

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
