import { randomUUID } from 'node:crypto'
import { moveRiders, testAccounts, testProfile } from './accounts.ts'
import { testDeletion, testPortal } from './admin.ts'
import { ConformanceCaller } from './caller.ts'
import { testPlans, testProperties, testRates, testScooters } from './catalogue.ts'
import { type ConformanceOptions, Report, type RunContext } from './context.ts'
import { testRides } from './rides.ts'

interface ConformanceResult {
  /** Rows that this run has left in the backend. */
  leftovers: string[]
  report: Report
}

/** Checks every call of the specification on a backend, in the order of their dependencies. */
export async function runConformance(
  address: string,
  options: ConformanceOptions,
  print: (line: string) => void
): Promise<ConformanceResult> {
  const name = `Conformance ${randomUUID().slice(0, 8)}`
  const context: RunContext = {
    ...options,
    caller: new ConformanceCaller(address),
    leftovers: [],
    name,
    report: new Report(print),
    riders: []
  }
  await testAccounts(context)
  await testProfile(context)
  await testProperties(context)
  const { propertyId } = context
  if (propertyId) await moveRiders(context, propertyId).catch(() => undefined)
  await testScooters(context)
  await testRates(context)
  await testPlans(context)
  await testRides(context)
  await testPortal(context)
  await testDeletion(context)
  return {
    leftovers: [...context.leftovers, ...context.riders.map(({ email }) => `the account ${email}`)],
    report: context.report
  }
}
