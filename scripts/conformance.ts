import { readOptions } from './kit/options.ts'
import { refuse } from './kit/settings.ts'
import { Caller } from './tools/conformance/caller.ts'
import { conform } from './tools/conformance/run.ts'
import { payAtSandbox } from './tools/conformance/sandbox.ts'
import type { Credentials } from './tools/conformance/stage.ts'

const USAGE = 'npm run conformance -- https://backend.example [--admin email:password] [--migrate-pins]'

function credentialsIn(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined
  const [, email, password] = /^([^:]+):(.+)$/.exec(text) ?? []
  return email && password ? { email, password } : refuse(`--admin takes email:password.\n${USAGE}`)
}

function addressIn([address]: string[]): string {
  const { protocol = '' } = URL.parse(address ?? '') ?? {}
  return address && /^https?:$/.test(protocol) ? address : refuse(`Which backend? ${USAGE}`)
}

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { admin: { type: 'string' }, 'migrate-pins': { type: 'boolean' } },
  usage: USAGE
})
const address = addressIn(positionals)
const caller = new Caller(address)
const admin = credentialsIn(values.admin)
const migrates_pins = values['migrate-pins'] === true
const pay = (order_id: string, token: string) => payAtSandbox(caller, order_id, token)
const { left, protocol } = await conform(address, { admin, migrates_pins, pay }, line => console.log(line))

console.log(`\n${protocol.sum()}`)
if (left.length > 0) console.log(`Left there: ${left.join(', ')}`)
process.exit(protocol.count('FAIL') > 0 ? 1 : 0)
