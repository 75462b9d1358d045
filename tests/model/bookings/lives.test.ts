import fc from 'fast-check'
import { expect, test } from 'vitest'
import { env } from '#tests/helpers/db/local-d1.ts'
import { Account } from '#tests/model/lives/account.ts'
import { admins, times } from '#tests/model/lives/admins.ts'
import { banks } from '#tests/model/lives/banks.ts'
import { providerCommands } from '#tests/model/lives/desk.ts'
import { settleAndCheck } from '#tests/model/lives/ending.ts'
import { endOutage, outages } from '#tests/model/lives/outages.ts'
import { riders } from '#tests/model/lives/riders.ts'
import { runCount } from '#tests/model/world/runs.ts'
import { resetWorld, startWorld } from '#tests/model/world/world.ts'

// Random lives of bookings, with every action of riders, admins, banks, networks and time. A simple model of the
// expected state checks each step.

startWorld()

const RUNS = 200
const COMMANDS = 60

test('every life of a booking breaks no invariant, and ends with each payment a ride or refunded', {
  timeout: 900_000
}, async () => {
  const commands = fc.commands([...riders, ...banks, ...providerCommands, ...admins, ...outages, ...times], {
    maxCommands: COMMANDS,
    size: 'max'
  })
  let steps = 0
  await fc.assert(
    fc.asyncProperty(commands, fc.boolean(), async (life, countsHolds) => {
      await resetWorld()
      endOutage()
      env.THROTTLE_TIMES = countsHolds ? '1' : '1000000'
      const account = new Account(countsHolds)
      await fc.asyncModelRun(() => ({ model: account, real: {} }), life)
      await settleAndCheck(account)
      steps += [...life].length
    }),
    runCount(RUNS)
  )
  expect(steps).toBeGreaterThan(RUNS / 10)
})
