import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finished } from '../kit/processes.ts'
import type { Account } from './checks.ts'

// What wrangler is asked and told of the account. It runs without a terminal, so that it writes nothing into
// wrangler.toml: the database and the bucket are found there by their names, whosever account it is.

export type Ask = (args: readonly string[], variables?: Record<string, string>) => Promise<Finished>

/** Wrangler's own words where it did not do what was asked. */
class Unwilling extends Error {}

export const isUnwilling = (error: unknown): error is Error => error instanceof Unwilling

/** From its last complaint on: before it stands all that went well. */
const complaintIn = (printed: string) => printed.slice(Math.max(0, printed.lastIndexOf('✘'))).trim()

async function done(ask: Ask, args: readonly string[], variables?: Record<string, string>): Promise<string> {
  const { printed, succeeded } = await ask(args, variables)
  if (!succeeded) throw new Unwilling(`wrangler ${args.join(' ')}:\n${complaintIn(printed)}`)
  return printed
}

/** Wrangler says other things before its JSON. */
function jsonIn<T>(printed: string, otherwise: T): T {
  const [found] = /^[[{][\s\S]*[\]}]\s*$/m.exec(printed) ?? []
  return found === undefined ? otherwise : (JSON.parse(found) as T)
}

interface WhoAmI {
  accounts?: { name: string }[]
  loggedIn: boolean
}

export async function accountOf(ask: Ask): Promise<Account> {
  const { printed } = await ask(['whoami', '--json'])
  const { accounts = [], loggedIn } = jsonIn<WhoAmI>(printed, { loggedIn: false })
  return { accounts: accounts.map(({ name }) => name), is_logged_in: loggedIn }
}

const NO_SUCH_WORKER = /Worker "[^"]+" not found|\b10007\b/

/** The names of the Worker's secrets; a Worker that is not there yet has none. */
export async function secretsOf(ask: Ask): Promise<string[]> {
  const { printed, succeeded } = await ask(['secret', 'list', '--format', 'json'])
  if (!succeeded && !NO_SUCH_WORKER.test(printed)) throw new Unwilling(`wrangler secret list:\n${complaintIn(printed)}`)
  return succeeded ? jsonIn<{ name: string }[]>(printed, []).map(({ name }) => name) : []
}

export async function ensureDatabase(ask: Ask, name: string): Promise<'found' | 'made'> {
  const databases = jsonIn<{ name: string }[]>(await done(ask, ['d1', 'list', '--json']), [])
  if (databases.some(database => database.name === name)) return 'found'
  await done(ask, ['d1', 'create', name, '--update-config=false'])
  return 'made'
}

export async function migrateDatabase(ask: Ask): Promise<void> {
  await done(ask, ['d1', 'migrations', 'apply', 'DB', '--remote'], { CI: '1' })
}

export interface Deployed {
  gzip_bytes: number
  /** Where it answers, as far as wrangler tells. */
  targets: readonly string[]
}

interface Deployment {
  bundle_size?: { gzip_bytes: number }
  targets?: string[]
  type: string
}

/** Puts the built Worker up, or only says how large it would be. */
export async function deployBuilt(ask: Ask, config: string, options: readonly string[]): Promise<Deployed> {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  const told = join(folder, 'told.json')
  const args = ['deploy', '--config', config, ...options]
  const printed = await done(ask, args, { WRANGLER_OUTPUT_FILE_PATH: told }).catch((error: unknown) => {
    rmSync(folder, { recursive: true })
    throw error
  })
  const lines = readFileSync(told, 'utf8').trim().split('\n')
  rmSync(folder, { recursive: true })
  const deployment = lines.map(line => JSON.parse(line) as Deployment).find(({ type }) => type === 'deploy')
  if (!deployment?.bundle_size) throw new Unwilling(`wrangler did not tell what it has put up:\n${printed}`)
  return { gzip_bytes: deployment.bundle_size.gzip_bytes, targets: deployment.targets ?? [] }
}
