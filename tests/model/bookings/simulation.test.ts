import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { KARNATAKA, startInvoicing } from '#tests/helpers/data/invoicing.ts'
import { env } from '#tests/helpers/db/local-d1.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import { resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { keepHalf, setLead, setNeedsLicence, setRegistration, startReceipts } from '#tests/model/harness/seed.ts'
import { absences, said } from '#tests/model/simulation/absences.ts'
import { admins, days, times } from '#tests/model/simulation/admins.ts'
import { banks } from '#tests/model/simulation/banks.ts'
import type { Command } from '#tests/model/simulation/command.ts'
import { atDesk, desk, expectBooks } from '#tests/model/simulation/desk.ts'
import { ExpectedState } from '#tests/model/simulation/expected-state.ts'
import { finishAndCheck } from '#tests/model/simulation/final-checks.ts'
import { moves } from '#tests/model/simulation/moves.ts'
import { leads, openings } from '#tests/model/simulation/openings.ts'
import { endOutage, outages } from '#tests/model/simulation/outages.ts'
import { problems } from '#tests/model/simulation/problems.ts'
import { providerCommands } from '#tests/model/simulation/provider.ts'
import { expectReceipts, receipts } from '#tests/model/simulation/receipts.ts'
import { returns } from '#tests/model/simulation/returns.ts'
import { reviews } from '#tests/model/simulation/reviews.ts'
import { atOnce, rideInARow, riders, ridesAtOnce } from '#tests/model/simulation/riders.ts'
import { windows } from '#tests/model/simulation/windows.ts'

// Random sequences of every action of riders, admins, banks, networks and time. A simple model of the
// expected state checks each step.

startHarness()
startInvoicing()

/** Three hours before the financial year ends. */
const YEAR_END = new Date('2026-03-31T15:30:00Z')

const START = fc.record({
  choice: fc.constantFrom(KARNATAKA.gstin, null),
  start: fc.constantFrom(START_TIME, YEAR_END)
})
const COMMANDS = 60
/** 10,000 in `npm run harden`. */
const LIVES = runCount(50, 200)
/** Of a life. Leaves time to search for a shorter failure. */
const TIMEOUT_MS = 9 * SECOND_MS

/** Runs lives of these actions. */
async function expectSoundLives(actions: fc.Arbitrary<Command>[]): Promise<void> {
  const commands = fc.commands(actions, { maxCommands: COMMANDS, size: 'max' })
  let steps = 0
  await fc.assert(
    fc.asyncProperty(
      commands,
      fc.boolean(),
      fc.boolean(),
      START,
      async (sequence, countsHolds, startsAtOnce, { choice, start }) => {
        await resetHarness()
        vi.setSystemTime(start)
        startReceipts()
        setNeedsLicence('s1', false)
        keepHalf()
        setLead(startsAtOnce ? 0 : null)
        setRegistration(choice)
        endOutage()
        env.THROTTLE_TIMES = countsHolds ? '1' : '1000000'
        const expected = new ExpectedState(countsHolds)
        await fc.asyncModelRun(() => ({ model: expected, real: {} }), sequence)
        await finishAndCheck(expected)
        expectReceipts()
        await expectBooks()
        steps += [...sequence].length
      }
    ),
    LIVES
  )
  expect(steps).toBeGreaterThan(LIVES.numRuns / 10)
}

const options = { timeout: LIVES.numRuns * TIMEOUT_MS }

test('no sequence of actions breaks an invariant, and each payment ends as a ride or refunded', options, () =>
  expectSoundLives([
    ...riders,
    ...returns,
    ...banks,
    ...providerCommands,
    ...admins,
    ...absences,
    ...desk,
    ...reviews,
    ...moves,
    ...problems,
    ...windows,
    ...openings,
    leads,
    ...outages,
    ...receipts,
    ...times
  ])
)

test('rides of earlier days lose only their past claims', options, () =>
  expectSoundLives([...rideInARow, ...returns, ...admins, ...moves, ...problems, ...windows, ...times, days, days])
)

test('riders who report, cancel, move and return get no money by their own reports', options, () =>
  expectSoundLives([...rideInARow, ...problems, ...problems, ...returns, ...moves, ...windows, ...times])
)

test('riders who do not come get back what the terms say, whatever comes at the same time', options, async () => {
  const often = [absences, absences, absences, absences, absences].flat()
  await expectSoundLives([...riders, ...often, ...returns, ...banks, ...moves])
  expect(said.done).toBeGreaterThan(scaledCount(20))
  expect(said.outraced).toBeGreaterThan(scaledCount(1))
})

test(
  'rides that start at once are paid in time or given back, with the trouble of their scooters',
  options,
  async () => {
    await expectSoundLives([...ridesAtOnce, ...banks, leads, ...problems, ...returns, ...moves, ...windows, ...times])
    expect(atOnce.held).toBeGreaterThan(scaledCount(20))
    expect(atOnce.late).toBeGreaterThan(scaledCount(5))
  }
)

test('the desk and riders book the same scooters, and what was paid there is paid back there', options, async () => {
  const deskOften = [...desk, ...desk, ...desk]
  const others = [...rideInARow, ...returns, ...admins, ...reviews, ...moves, ...openings]
  await expectSoundLives([...deskOften, ...others, leads, ...times])
  expect(atDesk.booked).toBeGreaterThan(scaledCount(60))
  expect(atDesk.bent).toBeGreaterThan(scaledCount(12))
  expect(atDesk.lost).toBeGreaterThan(scaledCount(5))
  expect(atDesk.paidBack).toBeGreaterThan(scaledCount(10))
  expect(atDesk.refused).toBeGreaterThan(scaledCount(50))
})
