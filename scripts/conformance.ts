import { writeFileSync } from 'node:fs'
import { readOptions } from './kit/options.ts'
import { exitWithError } from './kit/settings.ts'
import { ConformanceCaller, payInSandbox, unreachableReason } from './tools/conformance/caller.ts'
import type { Credentials } from './tools/conformance/context.ts'
import { runConformance } from './tools/conformance/run.ts'

const USAGE =
  'npm run conformance -- https://backend.example [--admin email:password] [--json results.json] [--migrate-pins]'

/** Exit codes. 1 is also that of a wrong argument. */
const FAILED = 1
const UNREACHABLE = 2

function parseCredentials(text: string | undefined): Credentials | undefined {
  if (!text) return undefined
  const [, email, password] = /^([^:]+):(.+)$/.exec(text) ?? []
  return email && password
    ? { email, password }
    : exitWithError(`--admin takes email:password, and so does CONFORMANCE_ADMIN.\n${USAGE}`)
}

function parseAddress(address = ''): string {
  const { protocol = '' } = URL.parse(address) ?? {}
  return /^https?:$/.test(protocol)
    ? address
    : exitWithError(`The URL of the backend is missing or invalid. Pass it, or set CONFORMANCE_URL. ${USAGE}`)
}

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { admin: { type: 'string' }, json: { type: 'string' }, 'migrate-pins': { type: 'boolean' } },
  usage: USAGE
})
const { CONFORMANCE_ADMIN, CONFORMANCE_URL } = process.env
const address = parseAddress(positionals[0] ?? CONFORMANCE_URL)
const admin = parseCredentials(values.admin ?? CONFORMANCE_ADMIN)
const migratesPins = values['migrate-pins'] === true

/** Writes the results for other programs, if a file is named. */
function writeResults(results: object): void {
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ address, ...results }, null, 2)}\n`)
}

const caller = new ConformanceCaller(address)
const error = await unreachableReason(caller)
if (error !== null) {
  writeResults({ error })
  console.error(error)
  process.exit(UNREACHABLE)
}
const pay = (order_id: string, token: string) => payInSandbox(caller, order_id, token)
const { leftovers, report } = await runConformance(address, { admin, migratesPins, pay }, line => console.log(line))

console.log(`\n${report.summary()}`)
if (leftovers.length > 0) console.log(`Not deleted: ${leftovers.join(', ')}`)
writeResults({ ...report.toJSON(), not_deleted: leftovers })
process.exit(report.count('failed') > 0 ? FAILED : 0)
