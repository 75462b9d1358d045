import { readOptions } from './kit/options.ts'
import { exitWithError } from './kit/settings.ts'
import { ConformanceClient } from './tools/conformance/caller.ts'
import type { Credentials } from './tools/conformance/context.ts'
import { runConformance } from './tools/conformance/run.ts'
import { payInSandbox } from './tools/conformance/sandbox.ts'

const USAGE = 'npm run conformance -- https://backend.example [--admin email:password] [--migrate-pins]'

function parseCredentials(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined
  const [, email, password] = /^([^:]+):(.+)$/.exec(text) ?? []
  return email && password ? { email, password } : exitWithError(`--admin takes email:password.\n${USAGE}`)
}

function parseAddress([address]: string[]): string {
  const { protocol = '' } = URL.parse(address ?? '') ?? {}
  return address && /^https?:$/.test(protocol)
    ? address
    : exitWithError(`The URL of the backend is missing or invalid. ${USAGE}`)
}

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { admin: { type: 'string' }, 'migrate-pins': { type: 'boolean' } },
  usage: USAGE
})
const address = parseAddress(positionals)
const caller = new ConformanceClient(address)
const admin = parseCredentials(values.admin)
const migratesPins = values['migrate-pins'] === true
const pay = (order_id: string, token: string) => payInSandbox(caller, order_id, token)
const { leftovers, report } = await runConformance(address, { admin, migratesPins, pay }, line => console.log(line))

console.log(`\n${report.summary()}`)
if (leftovers.length > 0) console.log(`Not deleted: ${leftovers.join(', ')}`)
process.exit(report.count('FAIL') > 0 ? 1 : 0)
