import { randomUUID } from 'node:crypto'
import { moveRiders, testAccounts, testProfile } from './accounts.ts'
import { ConformanceClient } from './caller.ts'
import { testProperties, testScooters } from './places.ts'
import { testDeletion, testPortal } from './portal.ts'
import { testPlans, testRates } from './prices.ts'
import { Report } from './protocol.ts'
import { tryRides } from './rides.ts'
import type { ConformanceOptions, RunContext } from './stage.ts'

interface ConformanceResult {
  /** What this run has left in the backend. */
  leftovers: string[]
  report: Report
}

/** Tries every promise of the spec's section 7 at a backend, in the order in which one needs the other. */
export async function runConformance(
  address: string,
  options: ConformanceOptions,
  print: (line: string) => void
): Promise<ConformanceResult> {
  const name = `Conformance ${randomUUID().slice(0, 8)}`
  const stage: RunContext = {
    ...options,
    caller: new ConformanceClient(address),
    leftovers: [],
    name,
    report: new Report(print),
    riders: []
  }
  await testAccounts(stage)
  await testProfile(stage)
  await testProperties(stage)
  const { propertyId } = stage
  if (propertyId) await moveRiders(stage, propertyId).catch(() => undefined)
  await testScooters(stage)
  await testRates(stage)
  await testPlans(stage)
  await tryRides(stage)
  await testPortal(stage)
  await testDeletion(stage)
  return {
    leftovers: [...stage.leftovers, ...stage.riders.map(({ email }) => `the account ${email}`)],
    report: stage.report
  }
}
