import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { overlaps, windowFrom } from '#domain/bookings/slots.ts'
import { DURATION_CHOICES_HOURS, PLAN_HOURS, SLOT_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import {
  payOrder,
  type Rider,
  requestBooking,
  ridersAt,
  withConcurrency
} from '#tests/helpers/data/concurrent-riders.ts'
import { daysAhead, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { RANDOM_WINDOWS, SLOT_ROUNDS } from '#tests/helpers/hardening.ts'
import { database, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const RIDERS = 100
const CONTENDERS = 50
const SCOOTERS = 20
const AT_ONCE = 32
const SEED = 20_260_615
const LONG_MS = 600_000
const LONG = { timeout: LONG_MS }

let property_id: string
let riders: Rider[]
beforeAll(async () => {
  property_id = (await insertProperty()).id
  riders = await ridersAt(property_id, RIDERS)
}, LONG_MS)

describe('a slot that many riders request at once', () => {
  const hoursOf = (index: number) => DURATION_CHOICES_HOURS[index % DURATION_CHOICES_HOURS.length] ?? 1

  /** All windows begin at one time and have different lengths, so the end in the conflict identifies the winner. */
  async function round(scooter_id: string, start: Date) {
    const start_time = start.toISOString()
    const contenders = riders.slice(0, CONTENDERS)
    const answers = await Promise.all(
      contenders.map((rider, index) =>
        requestBooking(rider, { duration_hours: hoursOf(index), scooter_id, start_time })
      )
    )
    const winner = answers.findIndex(({ order }) => order)
    const conflict = {
      detail: bookingText.bookingConflict,
      end: windowFrom(start, hoursOf(winner)).end.toISOString(),
      start: start_time,
      status: 400
    }
    const losers = answers.filter((_, index) => index !== winner)
    const live = await sql<{ id: string }>(
      "SELECT id FROM bookings WHERE scooter_id = ? AND start_at = ? AND state = 'held'",
      scooter_id,
      start.getTime() / 1000
    )
    expect(live).toEqual([{ id: answers[winner]?.order?.session_id }])
    expect(losers).toEqual(losers.map(() => conflict))
    return losers.length
  }

  test(`goes to one of ${CONTENDERS} riders, in ${SLOT_ROUNDS} rounds`, LONG, async () => {
    const scooter = await insertScooter(property_id)
    let conflicts = 0
    for (let day = 2; day < SLOT_ROUNDS + 2; day += 1)
      conflicts += await round(scooter.id, new Date(daysAhead(day, '10:00')))
    expect(conflicts).toBe(SLOT_ROUNDS * (CONTENDERS - 1))
    expect(await sql('SELECT id FROM bookings WHERE scooter_id = ?', scooter.id)).toHaveLength(SLOT_ROUNDS)
    expect(await brokenInvariants(database(), new Date())).toEqual([])
  })
})

describe('random windows that are requested and paid at once', () => {
  const DAYS = 5
  const HALF_HOURS = (24 * 60) / SLOT_MINUTES
  const CONFLICT = `400 ${bookingText.bookingConflict}`
  /** A rider has one hold: their next request has replaced it before its order was created. */
  const REPLACED = `409 ${paymentsText.holdEnded}`
  const ALLOWED = ['Refunded', `400 ${bookingText.overlappingOwnRide}`, REPLACED]

  const arbitraryWindow = fc.record({
    half_hour: fc.nat(DAYS * HALF_HOURS - 1),
    hours: fc.integer(PLAN_HOURS),
    isByPlan: fc.boolean(),
    isPaid: fc.boolean(),
    rider: fc.nat(RIDERS - 1),
    scooter: fc.nat(SCOOTERS - 1)
  })

  test(`never overlap: ${RANDOM_WINDOWS} windows, ${AT_ONCE} at a time`, LONG, async () => {
    const scooters = await withConcurrency(Array.from({ length: SCOOTERS }), 1, () => insertScooter(property_id))
    const allHours = Array.from({ length: PLAN_HOURS.max }, (_, index) => index + 1)
    const plans = await withConcurrency(allHours, 1, hours => insertPlan(property_id, { hours }))
    const opens = new Date(daysAhead(2, '00:00'))
    const windows = fc.sample(arbitraryWindow, { numRuns: RANDOM_WINDOWS, seed: SEED })
    const outcomes = await withConcurrency(windows, AT_ONCE, async ({ half_hour, hours, isByPlan, isPaid, ...who }) => {
      const rider = riders[who.rider] as Rider
      const choice = DURATION_CHOICES_HOURS[hours % DURATION_CHOICES_HOURS.length] ?? 1
      const window = windowFrom(addMinutes(opens, half_hour * SLOT_MINUTES), isByPlan ? hours : choice)
      const answer = await requestBooking(rider, {
        ...(isByPlan ? { pricing_plan_id: plans[hours - 1]?.id } : { duration_hours: choice }),
        scooter_id: scooters[who.scooter]?.id,
        start_time: window.start.toISOString()
      })
      if (answer.order)
        return isPaid ? ((await (await payOrder(rider, answer.order))()).payment_status ?? 'no status') : 'held'
      const blocking = { end: new Date(answer.end ?? ''), start: new Date(answer.start ?? '') }
      if (answer.detail === bookingText.bookingConflict && !overlaps(blocking, window))
        return 'in conflict with another time'
      return `${answer.status} ${answer.detail}`
    })
    const { held = [], ...others } = Object.groupBy(outcomes, outcome => outcome)
    const { [CONFLICT]: conflicts = [], Completed = [], ...rest } = others
    expect(Object.keys(rest).filter(outcome => !ALLOWED.includes(outcome))).toEqual([])
    // There are enough windows for every kind of answer.
    expect(Math.min(held.length, Completed.length)).toBeGreaterThan(SCOOTERS)
    expect(conflicts.length).toBeGreaterThan(RANDOM_WINDOWS / 5)
    expect(await brokenInvariants(database(), new Date())).toEqual([])
  })
})
