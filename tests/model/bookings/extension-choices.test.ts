import { beforeEach, describe, expect, test } from 'vitest'
import { DAYS, DEFAULT_RATES } from '#domain/constants.ts'
import { addMinutes, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, now } from '#tests/model/harness/clock.ts'
import { bank, emptyTables, startHarness } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { clearThrottles, insertProperty, PROPERTY, type Rider, type Scooter } from '#tests/model/harness/seed.ts'

// By how many hours a rider can extend a ride. The ride is r0's, on s0, and ends an hour after START.

startHarness()

const END = addMinutes(samples.START, 60)
const WEEKDAY = weekdayOf(dayOf(samples.START))
const ALL_HOURS = Array.from({ length: 12 }, (_, index) => index + 1)

let ride: string
beforeEach(async () => {
  emptyTables('pricing_plans', 'legacy_pricing')
  clearThrottles()
  ride = (await samples.confirmedSample()).order.session_id
})

async function extensions() {
  const answer = await calls.extensionsOf('r0', ride)
  if (!answer.isDone) throw new Error(`Refused: ${JSON.stringify(answer.detail)}`)
  return answer.body
}

const hoursOffered = async () => (await extensions()).choices.map(({ hours }) => hours)
const priceOf = async (hours: number) => (await extensions()).choices.find(choice => choice.hours === hours)?.amount

const setRules = (set: string) => {
  rows('INSERT INTO property_settings (property_id, updated_at) VALUES (?1, 0) ON CONFLICT DO NOTHING', PROPERTY)
  rows(`UPDATE property_settings SET ${set}`)
}

interface OtherRide {
  /** Hours after the end of the ride. */
  after: number
  rider: Rider
  scooter?: Scooter
}

/** Another ride of an hour, held. Returns its id. */
async function held({ after, rider, scooter = 's0' }: OtherRide): Promise<string> {
  const id = `other-${rider}-${after}`
  const window = { end: addMinutes(END, (after + 1) * 60), start: addMinutes(END, after * 60) }
  const request = samples.holdRequest({ id, scooter_id: scooter, user_id: rider, window })
  expect(await reserve(request, now())).toEqual({ outcome: 'held' })
  return id
}

const settling = async (other: OtherRide) => markSettling(await held(other), addMinutes(END, 60), now())

async function extend(hours: number): Promise<samples.SampleBooking> {
  const answer = await calls.extend('r0', ride, hours)
  if (!answer.isDone) throw new Error(`Refused: ${JSON.stringify(answer.detail)}`)
  return { order: answer.body, receipt: bank().pay(answer.body.razorpay_order_id) }
}

const timeAt = (hours: number) => addMinutes(END, hours * 60).toISOString()

describe('the choices of a ride', () => {
  test('are whole hours from its end', async () => {
    const { choices, next_taken, reason } = await extensions()
    expect(choices.map(({ hours }) => hours)).toEqual(ALL_HOURS)
    expect(choices.map(({ end_time }) => end_time)).toEqual(ALL_HOURS.map(timeAt))
    expect([next_taken, reason]).toEqual([null, null])
  })

  test('begin at the end of its last paid extension', async () => {
    await samples.reportPayment(await extend(2))
    expect((await extensions()).choices[0]).toMatchObject({ end_time: timeAt(3), hours: 1 })
  })

  test.each<[string, () => unknown]>([
    ['was returned', () => rows('UPDATE bookings SET returned_at = 1 WHERE id = ?1', ride)],
    ['was cancelled', () => rows("UPDATE bookings SET state = 'cancelled' WHERE id = ?1", ride)],
    ['has ended an hour ago', () => advanceMinutes(180)]
  ])('are none if it %s', async (_, change) => {
    change()
    expect(await extensions()).toMatchObject({ choices: [], reason: 'over' })
    expect(await calls.extend('r0', ride, 1)).toMatchObject({ detail: manageRideText.cannotExtend, status: 400 })
  })

  test('are offered until a minute before an hour after its end', async () => {
    advanceMinutes(179)
    expect(await hoursOffered()).toHaveLength(ALL_HOURS.length)
  })

  test.each([
    ['goes into maintenance', "UPDATE scooters SET status = 'Maintenance'"],
    ['is deleted', 'UPDATE scooters SET archived_at = 1'],
    ['is at a property that is deleted', 'UPDATE properties SET archived_at = 1']
  ])('are none if its scooter %s', async (_, change) => {
    rows(change)
    expect(await extensions()).toMatchObject({
      choices: [],
      next_taken: null,
      other_scooter: null,
      reason: 'maintenance'
    })
    expect(await calls.extend('r0', ride, 1)).toMatchObject({
      detail: manageRideText.scooterUnavailableAfterRide,
      status: 400
    })
  })

  test('are limited by the longest ride of the property, which includes the hours of the ride', async () => {
    setRules('max_ride_hours = 4')
    expect(await hoursOffered()).toEqual([1, 2, 3])
    await samples.reportPayment(await extend(2))
    expect(await hoursOffered()).toEqual([1])
    await extend(1)
    expect(await hoursOffered()).toEqual([1])
  })
})

describe('the price of an extension', () => {
  test('does not count an extension that was not paid', async () => {
    await extend(2)
    expect(await priceOf(2)).toBe(DEFAULT_RATES.hourly_3 - DEFAULT_RATES.hourly_1)
  })

  const OTHER_DAYS = DAYS.filter(day => day !== WEEKDAY)
  test.each<[string, string, readonly string[], boolean]>([
    ['follows a plan of that day', '1, NULL', [WEEKDAY], true],
    ['ignores a plan of other days', '1, NULL', OTHER_DAYS, false],
    ['ignores a plan that is not offered', '0, NULL', DAYS, false],
    ['ignores a deleted plan', '1, 1', DAYS, false]
  ])('%s', async (_, state, days, isOffered) => {
    rows(
      `INSERT INTO pricing_plans (id, property_id, name, hours, cost, available_days, created_at, is_active, archived_at)
       VALUES ('plan', ?1, 'Plan', 3, 55, ?2, 0, ${state})`,
      PROPERTY,
      JSON.stringify(days)
    )
    expect(await priceOf(2)).toBe(isOffered ? 5 : DEFAULT_RATES.hourly_3 - DEFAULT_RATES.hourly_1)
  })
})

test("costs by the property's own rates what all hours at once cost more than was paid", async () => {
  rows(
    'INSERT INTO legacy_pricing (property_id, hourly_1, hourly_3, hourly_6, hourly_12) VALUES (?, 60, 150, 280, 510)',
    PROPERTY
  )
  expect([await priceOf(1), await priceOf(2), await priceOf(5)]).toEqual([60, 100, 230])
})

describe('the next ride', () => {
  const untilNext = async () => {
    const { choices, next_taken, reason } = await extensions()
    return { hours: choices.length, next_taken, reason }
  }

  const FREE = { hours: 12, next_taken: null, reason: null }

  test('of another rider limits the choices, held or paid', async () => {
    await held({ after: 3, rider: 'r1' })
    expect(await untilNext()).toEqual({ hours: 3, next_taken: timeAt(3), reason: null })
  })

  test('leaves another scooter for the hour after the ride, unless that is taken too or its rider rides then', async () => {
    await held({ after: 0, rider: 'r1' })
    expect((await extensions()).other_scooter).toEqual({ id: 's1', name: expect.any(String), start_time: timeAt(0) })
    await held({ after: 0.5, rider: 'r2', scooter: 's1' })
    expect((await extensions()).other_scooter).toBeNull()
    rows("DELETE FROM slot_claims WHERE scooter_id = 's1'")
    expect((await extensions()).other_scooter?.id).toBe('s1')
    await settling({ after: 0, rider: 'r0', scooter: 's1' })
    expect((await extensions()).other_scooter).toBeNull()
  })

  test.each([
    ['has no valid licence', "UPDATE users SET license_status = 'rejected'"],
    [
      'stays at another property now',
      "UPDATE users SET property_id = 'q'",
      "UPDATE scooters SET property_id = 'q' WHERE id = 's1'"
    ]
  ])('leaves no other scooter to a rider who %s', async (_, ...changes) => {
    await held({ after: 0, rider: 'r1' })
    insertProperty('q')
    for (const change of changes) rows(change)
    expect((await extensions()).other_scooter).toBeNull()
  })

  test('does not count after its hold has expired', async () => {
    await held({ after: 3, rider: 'r1' })
    rows("UPDATE slot_claims SET hold_until = unixepoch('2025-06-11T06:30:00Z') WHERE hold_until IS NOT NULL")
    expect(await untilNext()).toEqual(FREE)
  })

  test('has the buffer of the property before it', async () => {
    await held({ after: 3, rider: 'r1' })
    setRules('buffer_minutes = 90')
    expect(await untilNext()).toEqual({ hours: 1, next_taken: timeAt(1.5), reason: null })
    expect(await calls.extend('r0', ride, 2)).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  })

  test('is never before the end of the ride, however long the buffer is', async () => {
    await held({ after: 1, rider: 'r1' })
    setRules('buffer_minutes = 120')
    expect(await untilNext()).toEqual({ hours: 0, next_taken: timeAt(0), reason: 'taken' })
  })

  test('counts with its buffer if it starts after the longest extension', async () => {
    await held({ after: 12.5, rider: 'r1' })
    expect(await untilNext()).toEqual(FREE)
    setRules('buffer_minutes = 60')
    expect(await untilNext()).toEqual({ hours: 11, next_taken: timeAt(11.5), reason: null })
  })

  test('of the same rider needs no buffer', async () => {
    setRules('buffer_minutes = 90')
    await settling({ after: 3, rider: 'r0' })
    expect(await untilNext()).toEqual({ hours: 3, next_taken: timeAt(3), reason: null })
  })

  test.each<Scooter>(['s0', 's1'])('of the same rider on %s does not count while it is not paid', async scooter => {
    await held({ after: 3, rider: 'r0', scooter })
    expect(await untilNext()).toEqual(FREE)
  })

  test.each<Scooter>(['s0', 's1'])(
    'of the same rider on %s ends the choices while it is being confirmed',
    async scooter => {
      await settling({ after: 3, rider: 'r0', scooter })
      expect(await untilNext()).toEqual({ hours: 3, next_taken: timeAt(3), reason: null })
      expect((await extensions()).is_own_next).toBe(true)
    }
  )

  test('of another rider on another scooter does not count', async () => {
    await held({ after: 3, rider: 'r1', scooter: 's1' })
    expect(await untilNext()).toEqual(FREE)
  })
})
