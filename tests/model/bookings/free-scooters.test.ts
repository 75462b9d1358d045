import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Opening } from '#domain/bookings/opening.ts'
import { slotStartOf } from '#domain/bookings/slots.ts'
import { firstBookableStart } from '#domain/bookings/start-times.ts'
import { addDays, addMinutes, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { listFreeScooters } from '#server/bookings/availability.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { CallContext } from '#server/http/operation.ts'
import type { Rider as RiderActor } from '#server/sessions/sessions.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import { advanceTime, resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { arbitraryRide, BUFFERS, happen, setBuffer, triedHold } from '#tests/model/harness/random-rides.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { insertProblem, PROPERTY, SCOOTERS, type Scooter } from '#tests/model/harness/seed.ts'

// Home must show as free exactly what HOLD then gives, except for its limits on unpaid holds.

startHarness()

/** Rides are around it, before and after the present. */
const NOON = addMinutes(START_TIME, 60)
const TODAY = dayOf(START_TIME)
const TOMORROW = addDays(TODAY, 1)

const OPENINGS: readonly Opening[] = [
  {},
  {},
  {},
  { closes_at: '21:00', opens_at: '07:00' },
  { closes_at: '02:00', opens_at: '18:00' },
  { closed_dates: [TOMORROW] },
  { paused_until: addMinutes(NOON, 600).toISOString() },
  { weekday_hours: { [weekdayOf(TOMORROW)]: ['10:00', '12:00'] } }
]

const LICENCES = ['unreviewed', 'unreviewed', 'approved', 'approved', 'rejected'] as const

const states = fc.record({
  blocks: fc.array(
    fc.record({
      halves: fc.integer({ max: 60, min: -10 }),
      length: fc.constantFrom(1, 4, 30),
      scooter: fc.constantFrom<Scooter>('s0', 's1')
    }),
    { maxLength: 2 }
  ),
  buffer: fc.constantFrom(...BUFFERS),
  confirmsReturns: fc.boolean(),
  daysAhead: fc.constantFrom(null, null, 1),
  isSuspended: fc.constantFrom(false, false, false, false, false, false, true),
  lead: fc.constantFrom(null, 0),
  licence: fc.record({ halves: fc.integer({ max: 70, min: 0 }), status: fc.constantFrom(...LICENCES) }),
  needsLicence: fc.boolean(),
  /** After the rides were booked. */
  later: fc.nat({ max: 400 }),
  opening: fc.constantFrom(...OPENINGS),
  questions: fc.array(
    fc.record({
      halves: fc.nat({ max: 60 }),
      hours: fc.constantFrom(1, 1, 2, 3, 6, 24),
      rider: fc.constantFrom('r0', 'r0', 'r1')
    }),
    { maxLength: 20, minLength: 20 }
  ),
  rides: fc.array(arbitraryRide, { maxLength: 8 }),
  status: fc.constantFrom('Available', 'Available', 'Available', 'Available', 'Maintenance')
})
type State = typeof states extends fc.Arbitrary<infer Value> ? Value : never

const seconds = (instant: string | null | undefined) => (instant ? secondsOf(new Date(instant)) : null)

async function enter({ blocks, buffer, confirmsReturns, daysAhead, opening, ...state }: State): Promise<void> {
  await resetHarness()
  setBuffer(buffer)
  for (const { halves, length, scooter } of blocks) {
    const from = addMinutes(NOON, halves * 30)
    insertProblem({ blocked_from: from, blocked_until: addMinutes(from, length * 30 - 7), scooter })
  }
  for (const ride of state.rides) await happen({ ...ride, buffer }, NOON)
  advanceTime(state.later)
  rows(
    `UPDATE property_settings
        SET return_mode = ?, max_days_ahead = ?, lead_minutes = ?, opens_at = ?, closes_at = ?, closed_dates = ?,
            paused_until = ?, weekday_hours = ?`,
    confirmsReturns ? 'confirmed' : null,
    daysAhead,
    state.lead,
    opening.opens_at ?? null,
    opening.closes_at ?? null,
    opening.closed_dates ? JSON.stringify(opening.closed_dates) : null,
    seconds(opening.paused_until),
    opening.weekday_hours ? JSON.stringify(opening.weekday_hours) : null
  )
  rows("UPDATE scooters SET needs_license = ?, status = ? WHERE id = 's0'", Number(state.needsLicence), state.status)
  const { halves, status } = state.licence
  rows(
    "UPDATE users SET license_status = ?, license_valid_until = ?, suspended_at = ? WHERE id = 'r0'",
    status,
    status === 'approved' ? secondsOf(addMinutes(NOON, halves * 30)) : null,
    state.isSuspended ? secondsOf(now()) : null
  )
}

type Question = State['questions'][number]

/** Null if no ride of the property starts then. */
async function freeAt(start: Date, { hours, rider }: Omit<Question, 'halves'>) {
  const actor = { id: rider, property_id: PROPERTY } as RiderActor
  const input = { params: { property_id: PROPERTY }, query: { hours, start } }
  const answer = await Promise.resolve(listFreeScooters(input, actor, { now: now() } as CallContext)).catch(
    (error: { code?: string }) => {
      expect(error.code).toBe('start_too_far')
    }
  )
  return answer ? v.parse(listFreeScooters.endpoint.output, answer) : null
}

/** What HOLD answers; null if only a limit of unpaid holds refuses. */
async function canHold(scooter: string, start: Date, { buffer, hours, rider }: Question & { buffer: number }) {
  const outcome = await triedHold({ buffer, hours, rider: rider as 'r0', scooter: scooter as Scooter, start })
  return outcome === 'limited' ? null : outcome === 'held' || outcome === 'already_held'
}

/** Asks for each later start of a day. */
async function nextFree(scooter: string, start: Date, question: Question): Promise<string | null> {
  for (let halves = 1; halves <= 48; halves += 1) {
    const later = addMinutes(start, halves * 30)
    const found = (await freeAt(later, question))?.find(({ id }) => id === scooter)
    if (found?.free) return later.toISOString()
  }
  return null
}

test('every scooter is shown as free if and only if HOLD gives it, and next free at its first such start', {
  timeout: 3_600_000
}, async () => {
  const seen = { free: 0, next: 0, none: 0, taken: 0 }
  await fc.assert(
    fc.asyncProperty(states, async state => {
      await enter(state)
      const first = firstBookableStart(now(), { lead_minutes: state.lead })
      for (const [index, question] of state.questions.entries()) {
        const start = addMinutes(slotStartOf(first), question.halves * 30)
        const shown = await freeAt(start, question)
        if (shown === null) continue
        expect(shown.map(({ id }) => id).sort()).toEqual([...SCOOTERS])
        for (const { booking_block, free, id, next_free_at } of shown) {
          const held = await canHold(id, start, { ...question, buffer: state.buffer })
          if (held === null) continue
          seen[free ? 'free' : 'taken'] += 1
          expect(free, `${id} at ${start.toISOString()}`).toBe(held)
          if (free) expect([booking_block, next_free_at]).toEqual([null, null])
          // One question a state, because each asks for 48 starts.
          if (free || index > 2) continue
          seen[next_free_at ? 'next' : 'none'] += 1
          const next = booking_block === null ? await nextFree(id, start, question) : null
          expect(next_free_at, `${id} after ${start.toISOString()}`).toBe(next)
        }
      }
    }),
    runCount(25, 40)
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(scaledCount(10))
})
