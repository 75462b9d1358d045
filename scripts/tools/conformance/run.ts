import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { exitWithError } from '../../kit/settings.ts'
import { moveRiders, testAccounts, testProfile } from './accounts.ts'
import { testDeletion, testPortal } from './admin.ts'
import { ConformanceCaller, payInSandbox, unreachableReason } from './caller.ts'
import { testPlans, testProperties, testRates, testScooters } from './catalogue.ts'
import { type ConformanceOptions, type Credentials, Report, type RunContext } from './context.ts'
import { testRides } from './rides.ts'

/**
 * Checks every call of the specification on a backend, in the order of their dependencies. `leftovers` are the rows that
 * stay there.
 */
export async function runConformance(address: string, options: ConformanceOptions, print: (line: string) => void) {
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

/** Exit codes. 1 is also that of a wrong argument. */
const FAILED = 1
const UNREACHABLE = 2

function parseCredentials(text: string | undefined): Credentials | undefined {
  if (!text) return undefined
  const [, email, password] = /^([^:]+):(.+)$/.exec(text) ?? []
  return email && password
    ? { email, password }
    : exitWithError('--admin takes email:password, and so does CONFORMANCE_ADMIN.')
}

function parseAddress(address: string): string {
  const { protocol = '' } = URL.parse(address) ?? {}
  return /^https?:$/.test(protocol) ? address : exitWithError(`--backend takes a URL, not '${address}'.`)
}

interface Options {
  admin?: string
  backend: string
  /** The file for the results, for other programs. */
  json?: string
  'migrate-pins'?: boolean
}

/** Checks every call of the specification on a running backend, and ends the process. */
export async function checkBackend(options: Options): Promise<never> {
  const address = parseAddress(options.backend)
  const admin = parseCredentials(options.admin ?? process.env.CONFORMANCE_ADMIN)
  const writeResults = (results: object) => {
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ address, ...results }, null, 2)}\n`)
  }
  const caller = new ConformanceCaller(address)
  const error = await unreachableReason(caller)
  if (error !== null) {
    writeResults({ error })
    console.error(error)
    process.exit(UNREACHABLE)
  }
  const pay = (order_id: string, token: string) => payInSandbox(caller, order_id, token)
  const settings = { admin, migratesPins: options['migrate-pins'] === true, pay }
  const { leftovers, report } = await runConformance(address, settings, line => console.log(line))
  console.log(`\n${report.summary()}`)
  if (leftovers.length > 0) console.log(`Not deleted: ${leftovers.join(', ')}`)
  writeResults({ ...report.toJSON(), not_deleted: leftovers })
  process.exit(report.count('failed') > 0 ? FAILED : 0)
}
