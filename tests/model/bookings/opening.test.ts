import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedReason, type Opening } from '#domain/bookings/opening.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { OPENING_TIMES } from '#domain/catalogue/property-rules.ts'
import { DAYS } from '#domain/constants.ts'
import { addDays, addMinutes, dayOf, instantAt, weekdayOf } from '#domain/time/india-time.ts'
import { prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { settle } from '#server/payments/settle.ts'
import { IS_OPEN, openingParams } from '#server/slots/opening.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import { extendRide, RIDE_END } from '#tests/model/harness/extensions.ts'
import { findBrokenInvariants, startHarnessForEachTest, stateOf, storedBookings } from '#tests/model/harness/harness.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { confirmedSample, holdRequest, START } from '#tests/model/harness/sample-bookings.ts'
import { setOpening } from '#tests/model/harness/seed.ts'

// When a property takes bookings, decided by HOLD and EXTEND.

startHarnessForEachTest()

const TODAY = dayOf(START_TIME)
const time = fc.constantFrom(...OPENING_TIMES)
const span = fc.tuple(time, time).filter(([opens, closes]) => opens !== closes && opens !== '24:00')
const hours = span.map(([opens_at, closes_at]) => ({ closes_at, opens_at }))
const hoursOfDay = fc.oneof(span, fc.constant([]), fc.constant(['00:00', '24:00']))

const openings: fc.Arbitrary<Opening> = fc
  .record({
    closed_dates: fc.option(
      fc.array(
        fc.nat({ max: 4 }).map(days => addDays(TODAY, days)),
        { maxLength: 3 }
      )
    ),
    hours: fc.option(hours),
    paused_until: fc.option(fc.nat({ max: 200 }).map(halves => addMinutes(START_TIME, halves * 30).toISOString())),
    weekday_hours: fc.option(fc.dictionary(fc.constantFrom(...DAYS), hoursOfDay, { maxKeys: 7, noNullPrototype: true }))
  })
  .map(({ hours: open, ...rest }) => ({ ...rest, ...open }))

const windows = fc
  .record({ halves: fc.nat({ max: 200 }), length: fc.integer({ max: 48, min: 1 }) })
  .map(({ halves, length }) => windowFrom(addMinutes(START_TIME, halves * 30), length))

const NIGHT = { closes_at: '02:00', opens_at: '18:00' }
const TOMORROW = addDays(TODAY, 1)
const from = (...start: Parameters<typeof instantAt>) => ({
  lasting: (hours: number) => windowFrom(instantAt(...start), hours)
})

/** Hours that end after midnight belong to the day before, also at their last moment. */
const AROUND_MIDNIGHT: [Opening, ReturnType<typeof windowFrom>, boolean][] = [
  [NIGHT, from(TOMORROW, '01:00').lasting(1), false],
  [NIGHT, from(TOMORROW, '02:00').lasting(17), false],
  [{ ...NIGHT, closed_dates: [TODAY] }, from(TOMORROW, '01:00').lasting(1), false],
  [{ ...NIGHT, closed_dates: [TOMORROW] }, from(TOMORROW, '01:00').lasting(1), false],
  [{ closed_dates: [TOMORROW] }, from(TODAY, '23:00').lasting(1), false],
  [{ weekday_hours: { [weekdayOf(TODAY)]: ['18:00', '02:00'] } }, from(TOMORROW, '01:00').lasting(1), false],
  [{ ...NIGHT, weekday_hours: { [weekdayOf(TODAY)]: [] } }, from(TOMORROW, '01:00').lasting(1), false],
  [{ ...NIGHT, weekday_hours: { [weekdayOf(TOMORROW)]: [] } }, from(TOMORROW, '01:00').lasting(1), false],
  [{ weekday_hours: { [weekdayOf(TOMORROW)]: [] } }, from(TODAY, '23:00').lasting(1), false]
]

const IS_OPEN_UNDER = `
SELECT ${IS_OPEN} AS is_open
  FROM (SELECT :opens AS opens_at, :closes AS closes_at, :weekdays AS weekday_hours, :dates AS closed_dates,
               :pause AS paused_until) rules`

test('SQL and the domain agree about every ride and extension', async () => {
  let closed = 0
  await fc.assert(
    fc.asyncProperty(openings, windows, fc.boolean(), async (opening, window, isExtension) => {
      const params = {
        ...openingParams(window),
        closes: opening.closes_at ?? null,
        dates: opening.closed_dates ? JSON.stringify(opening.closed_dates) : null,
        opens: opening.opens_at ?? null,
        pause: opening.paused_until ? secondsOf(new Date(opening.paused_until)) : null,
        ride: isExtension ? 'ride' : null,
        start: secondsOf(window.start),
        weekdays: opening.weekday_hours ? JSON.stringify(opening.weekday_hours) : null
      }
      const row = await prepareNamed(IS_OPEN_UNDER, params).first<{ is_open: 0 | 1 }>()
      const reason = closedReason(isExtension ? { end: window.end } : window, opening)
      closed += Number(reason !== null)
      expect(row?.is_open).toBe(reason === null ? 1 : 0)
    }),
    { ...runCount(500, 80), examples: AROUND_MIDNIGHT }
  )
  expect(closed).toBeGreaterThan(scaledCount(50))
})

let holds = 0
const hold = (start = START) => {
  const id = `hold-${++holds}`
  return reserve(holdRequest({ id, window: windowFrom(start, 1) }), now()).then(result => ({ ...result, id }))
}

describe('a property that is closed', () => {
  test('holds no ride and says why, with its name', async () => {
    setOpening({ closed_dates: [dayOf(START)] })
    expect(await hold()).toMatchObject({
      outcome: 'closed',
      property: 'P',
      reason: { code: 'closed_on_date', day: dayOf(START) }
    })
    expect(storedBookings()).toEqual([])
  })

  test('keeps an unpaid hold, its payment and the ride, and takes the next one after the pause', async () => {
    const held = await hold()
    setOpening({ paused_until: addMinutes(START, 60) })
    expect(await hold()).toMatchObject({ id: expect.any(String), outcome: 'already_held' })
    expect(await hold(addMinutes(START, 30))).toMatchObject({ outcome: 'closed', reason: { code: 'property_paused' } })
    // The refused request has not released it.
    expect(stateOf(held.id)).toBe('held')
    const booking = { end_at: addMinutes(START, 60), id: held.id, start_at: START }
    await settle({ booking, now: now(), payment: { amount: 5000, currency: 'INR', id: 'pay' } })
    expect(stateOf(held.id)).toBe('confirmed')
    expect(await hold(addMinutes(START, 60))).toMatchObject({ outcome: 'held' })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('extends a ride during a pause, but not beyond its hours', async () => {
    const { order } = await confirmedSample()
    setOpening({ paused_until: addMinutes(START, 6000) })
    const longer = { hours: 2, window: windowFrom(RIDE_END, 2) }
    expect((await extendRide(order.session_id, longer)).outcome).toBe('held')
    rows('UPDATE property_settings SET opens_at = ?1, closes_at = ?2', '07:00', '07:30')
    expect(await extendRide(order.session_id)).toMatchObject({ outcome: 'closed', reason: { code: 'outside_hours' } })
  })
})
