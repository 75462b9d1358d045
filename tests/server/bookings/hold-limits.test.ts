import { describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { HOLD_SECONDS, UNPAID_HOLD_WINDOW_SECONDS, UNPAID_HOLDS_PER_SCOOTER } from '#domain/constants.ts'
import { timeOrDateText } from '#domain/time/dated-times.ts'
import * as text from '#messages/booking/booking-responses.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { payOrder, type Rider, requestBooking, ridersAt } from '#tests/helpers/data/concurrent-riders.ts'
import { daysAhead, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { database, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// How long and how often a rider can hold a scooter without paying, on the Worker itself. tests/model has the other
// cases.

startApp(() => ({ THROTTLE_TIMES: '1' }))

const HOLD_MINUTES = HOLD_SECONDS / 60

async function setUpBookings() {
  const { id } = await insertProperty()
  const [attacker, victim] = (await ridersAt(id, 2)) as [Rider, Rider]
  const scooter = await insertScooter(id)
  const hold = (rider: Rider, clock = '10:00', hours = 3) =>
    requestBooking(rider, { duration_hours: hours, scooter_id: scooter.id, start_time: daysAhead(2, clock) })
  return { hold, attacker, property_id: id, scooter, victim }
}

/** Lets this many minutes pass. It also clears the request limits, which have their own tests. */
async function passMinutes(minutes: number): Promise<void> {
  const seconds = minutes * 60
  await resetThrottles()
  await sql(
    `UPDATE bookings SET hold_until = hold_until - ?1, held_since = held_since - ?1, created_at = created_at - ?1`,
    seconds
  )
  await sql('UPDATE slot_claims SET hold_until = hold_until - ?1', seconds)
}

describe('a rider who moves a hold by half an hour each minute', () => {
  test('keeps the scooter until the first deadline; then the next rider can book it', async () => {
    const { hold, attacker, victim } = await setUpBookings()
    for (let minute = 0; minute < HOLD_MINUTES; minute += 1) {
      await hold(attacker, minute % 2 ? '10:30' : '10:00')
      expect(await hold(victim)).toMatchObject({ detail: text.bookingConflict, status: 400 })
      await passMinutes(1)
    }
    expect(await hold(victim)).toMatchObject({ status: 200 })
    expect(await brokenInvariants(database(), new Date())).toEqual([])
  })
})

describe('a rider who lets holds expire', () => {
  test('holds a scooter three times a day, and then reads when the next hold is allowed', async () => {
    const { hold, attacker, scooter, victim } = await setUpBookings()
    for (let time = 0; time < UNPAID_HOLDS_PER_SCOOTER; time += 1) {
      expect(await hold(attacker)).toMatchObject({ status: 200 })
      await passMinutes(HOLD_MINUTES)
    }
    const [first] = await sql<{ since: number }>(
      'SELECT min(held_since) AS since FROM bookings WHERE user_id = ?',
      attacker.id
    )
    const until = new Date(((first?.since ?? 0) + UNPAID_HOLD_WINDOW_SECONDS) * 1000)
    const body = { duration_hours: 3, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
    const before = Date.now()
    const reply = await send(createHourlyBooking, { body }, attacker.token)
    expect(reply.status).toBe(429)
    expect(await reply.json()).toEqual({
      code: 'too_many_holds_of_scooter',
      detail: text.tooManyHoldsOfScooter(timeOrDateText(until, new Date()))
    })
    const wait = Number(reply.headers.get('retry-after')) * 1000
    expect(wait).toBeLessThanOrEqual(until.getTime() - before + 1000)
    expect(wait).toBeGreaterThan(until.getTime() - Date.now() - 1000)
    expect(await hold(victim)).toMatchObject({ status: 200 })
    await passMinutes(UNPAID_HOLD_WINDOW_SECONDS / 60)
    expect(await hold(attacker)).toMatchObject({ status: 200 })
  })

  test('cannot exceed the limit with ten requests at once', async () => {
    const { hold, attacker, property_id } = await setUpBookings()
    for (let time = 1; time < UNPAID_HOLDS_PER_SCOOTER; time += 1) {
      await hold(attacker)
      await passMinutes(HOLD_MINUTES)
    }
    const times = ['01:00', '03:00', '05:00', '07:00', '09:00', '11:00', '13:00', '15:00', '17:00']
    const statuses = (await Promise.all(times.map(clock => hold(attacker, clock, 1)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array(times.length - 1).fill(429)])
    expect(await sql('SELECT id FROM bookings WHERE property_id = ?', property_id)).toHaveLength(
      UNPAID_HOLDS_PER_SCOOTER
    )
  })

  test('has no paid booking counted towards the limit', async () => {
    const { hold, attacker } = await setUpBookings()
    const clocks = ['04:00', '08:00', '12:00', '16:00']
    for (const clock of clocks) {
      const { order } = await hold(attacker, clock)
      if (!order) throw new Error(`Nothing was held at ${clock}`)
      expect(await (await payOrder(attacker, order))()).toMatchObject({ success: true })
    }
    expect(clocks.length).toBeGreaterThan(UNPAID_HOLDS_PER_SCOOTER)
    expect(await hold(attacker, '20:00')).toMatchObject({ status: 200 })
  })
})
