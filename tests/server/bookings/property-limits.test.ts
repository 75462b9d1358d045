import { describe, expect, test } from 'vitest'
import { getAvailability } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { dayText, weekdayOf } from '#domain/time/india-time.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { requestBooking } from '#tests/helpers/data/concurrent-riders.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { dayAhead, startApp } from '#tests/helpers/servers/app.ts'

// The limits that a property sets for its bookings.

startApp()

const admin = setUpAdmin()

type Rules = Parameters<typeof admin.call<typeof updatePropertyRules>>[1]['body']

const change = (id: string, body: Rules) => admin.call(updatePropertyRules, { body, params: { id } })

async function atProperty(rules: Rules) {
  const { id, name } = await insertProperty()
  await change(id, rules)
  const [rider, rival] = [await signedInRider({ property_id: id }), await signedInRider({ property_id: id })]
  return { id, name, rider, rival, scooter: await insertScooter(id) }
}

const hours = (scooter_id: string, start_time: string, duration_hours: 1 | 3 | 6 | 12 = 1) =>
  ({ duration_hours, scooter_id, start_time }) as const

describe('the buffer of a property', () => {
  test('shows a ride near midnight on the day into which its buffer reaches', async () => {
    const { id, rider, rival, scooter } = await atProperty({ buffer_minutes: 120 })
    await requestBooking(rival, hours(scooter.id, daysAhead(3, '22:00')))
    const on = async (days: number) => {
      const date = dayAhead(days)
      return (await rider.call(getAvailability, { params: { id: scooter.id }, query: { date } })).busy
    }
    const busy = [{ end_time: daysAhead(4, '01:00'), is_yours: false, start_time: daysAhead(3, '20:00') }]
    expect([await on(1), await on(2), await on(4), await on(5)]).toEqual([[], busy, busy, []])
    await change(id, { buffer_minutes: 0 })
    expect(await on(4)).toEqual([])
  })
})

describe('the days ahead of a property', () => {
  test('allow every start of the last day and none of the next, in the words of the property', async () => {
    const { id, rider, scooter } = await atProperty({ max_days_ahead: 30 })
    expect(await requestBooking(rider, hours(scooter.id, daysAhead(30, '23:30')))).toMatchObject({ status: 200 })
    const detail = 'Bookings can be made up to 30 days ahead'
    const tooFar = hours(scooter.id, daysAhead(31, '00:00'))
    expect(await requestBooking(rider, tooFar)).toMatchObject({ detail, status: 400 })
    await change(id, { max_days_ahead: 31 })
    expect(await requestBooking(rider, tooFar)).toMatchObject({ status: 200 })
  })

  test('refuse a year with five digits', async () => {
    const { rider, scooter } = await atProperty({})
    const answer = await requestBooking(rider, hours(scooter.id, '+010000-01-01T00:00:00Z'))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })
})

describe('the longest ride of a property', () => {
  test('refuses longer durations and plans, and leaves such plans out of the list', async () => {
    const { id, rider, scooter } = await atProperty({ max_ride_hours: 6 })
    const [day, half] = [await insertPlan(id, { hours: 24 }), await insertPlan(id, { hours: 6 })]
    const start_time = daysAhead(2, '10:00')
    const tooLong = { detail: 'This property rents for up to 6 hours', status: 400 }
    expect(await requestBooking(rider, hours(scooter.id, start_time, 12))).toMatchObject(tooLong)
    const byPlan = (pricing_plan_id: string) => ({ pricing_plan_id, scooter_id: scooter.id, start_time })
    expect(await requestBooking(rider, byPlan(day.id))).toMatchObject(tooLong)
    const listed = await rider.call(listPropertyPlans, { params: { property_id: id }, query: {} })
    expect(listed.pricing_plans.map(plan => plan.id)).toEqual([half.id])
    expect(await requestBooking(rider, byPlan(half.id))).toMatchObject({ status: 200 })
    expect(await requestBooking(rider, hours(scooter.id, daysAhead(3, '10:00'), 6))).toMatchObject({ status: 200 })
  })
})

test('riders read the limits and the support number with the scooters, and defaults where none are set', async () => {
  const { id, rider } = await atProperty({})
  const seen = async () => (await rider.call(listPropertyScooters, { params: { property_id: id } }))[0]
  const defaults = { ...DEFAULT_TERMS, max_days_ahead: 365, max_ride_hours: 24, support_phone: null }
  expect(await seen()).toMatchObject(defaults)
  const own = { late_cancel_percent: 0, max_days_ahead: 30, max_ride_hours: 6, support_phone: '919845012345' }
  await change(id, own)
  expect(await seen()).toMatchObject({ ...defaults, ...own })
})

test("a rider's bookings have the support number of the property, as it is now", async () => {
  const { id, rider, scooter } = await atProperty({ support_phone: '919845012345' })
  await requestBooking(rider, hours(scooter.id, daysAhead(2, '10:00')))
  expect(await rider.call(listMyBookings)).toMatchObject([{ support_phone: '919845012345' }])
  await change(id, { support_phone: null })
  expect(await rider.call(listMyBookings)).toMatchObject([{ support_phone: null }])
})

describe('the opening of a property', () => {
  test('is told with a refusal, and to riders as far as it is ahead', async () => {
    const closed = { closed_dates: [dayAhead(4), dayAhead(-1), dayAhead(4)], closes_at: '22:00', opens_at: '07:00' }
    const { id, name, rider, scooter } = await atProperty(closed)
    const weekday_hours = { [weekdayOf(dayAhead(5))]: ['08:00', '14:00'], [weekdayOf(dayAhead(6))]: [] }
    await change(id, { paused_until: daysAhead(3, '10:00'), weekday_hours })
    const until = bookingBlocksText.pauseEndText(new Date(daysAhead(3, '10:00')), new Date())
    for (const [start, detail] of [
      [daysAhead(3, '21:30'), bookingBlocksText.outsideHours('7:00\u00A0am', '10:00\u00A0pm')],
      [daysAhead(6, '10:00'), bookingBlocksText.closedOnDate(name, dayText(dayAhead(6)))],
      [daysAhead(3, '09:30'), bookingBlocksText.propertyPaused(name, until)]
    ] as const)
      expect(await requestBooking(rider, hours(scooter.id, start))).toMatchObject({ detail, status: 400 })
    // What is over is not sent.
    const [seen] = await rider.call(listPropertyScooters, { params: { property_id: id } })
    expect(seen).toMatchObject({
      ...closed,
      closed_dates: [dayAhead(4)],
      paused_until: daysAhead(3, '10:00'),
      weekday_hours
    })
    await change(id, { closed_dates: null, closes_at: null, opens_at: null, paused_until: daysAhead(-1, '10:00') })
    const [now] = await rider.call(listPropertyScooters, { params: { property_id: id } })
    expect(now).toMatchObject({ closed_dates: null, closes_at: null, opens_at: null, paused_until: null })
  })
})
