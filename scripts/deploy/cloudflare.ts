import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  parseTrailingJson,
  type RunWrangler,
  WranglerError,
  withPrivateFile,
  wranglerErrorIn
} from '../kit/wrangler.ts'
import type { Account } from './checks.ts'

// The wrangler calls of a deployment. Database and bucket are found by name, so that wrangler.toml works for every
// account.

async function runOrThrow(
  runWrangler: RunWrangler,
  args: readonly string[],
  variables?: Record<string, string>
): Promise<string> {
  const { output, succeeded } = await runWrangler(args, variables)
  if (!succeeded) throw new WranglerError(`wrangler ${args.join(' ')}:\n${wranglerErrorIn(output)}`)
  return output
}

export async function readAccount(runWrangler: RunWrangler): Promise<Account> {
  const { output } = await runWrangler(['whoami', '--json'])
  const { accounts = [], loggedIn } = parseTrailingJson<{ accounts?: { name: string }[]; loggedIn: boolean }>(output, {
    loggedIn: false
  })
  return { accounts: accounts.map(({ name }) => name), isLoggedIn: loggedIn }
}

const NO_SUCH_WORKER = /Worker "[^"]+" not found|\b10007\b/

/** The names of the Worker's secrets; empty before the first deployment. */
export async function readSecretNames(runWrangler: RunWrangler, config: string): Promise<string[]> {
  const { output, succeeded } = await runWrangler(['secret', 'list', '--format', 'json', '--config', config])
  if (!succeeded && !NO_SUCH_WORKER.test(output))
    throw new WranglerError(`wrangler secret list:\n${wranglerErrorIn(output)}`)
  return succeeded ? parseTrailingJson<{ name: string }[]>(output, []).map(({ name }) => name) : []
}

/** A location counts only when the database or the bucket is created. */
interface Resource {
  location: string
  name: string
}

export async function ensureDatabase(
  runWrangler: RunWrangler,
  { location, name }: Resource
): Promise<'found' | 'made'> {
  const databases = parseTrailingJson<{ name: string }[]>(await runOrThrow(runWrangler, ['d1', 'list', '--json']), [])
  if (databases.some(database => database.name === name)) return 'found'
  await runOrThrow(runWrangler, ['d1', 'create', name, '--location', location, '--update-config=false'])
  return 'made'
}

const NO_SUCH_BUCKET = /\b10006\b/

export async function ensureBucket(runWrangler: RunWrangler, { location, name }: Resource): Promise<'found' | 'made'> {
  // `r2 bucket list` returns only the first page, and `r2 bucket info` needs another permission.
  const lookUp = ['r2', 'bucket', 'lifecycle', 'list', name]
  const { output, succeeded } = await runWrangler(lookUp)
  if (succeeded) return 'found'
  if (!NO_SUCH_BUCKET.test(output)) throw new WranglerError(`wrangler ${lookUp.join(' ')}:\n${wranglerErrorIn(output)}`)
  await runOrThrow(runWrangler, ['r2', 'bucket', 'create', name, '--location', location, '--update-config=false'])
  return 'made'
}

const EXPIRY_RULE = 'expire'

/** Objects of the bucket are deleted after so many days. Replaces a rule with another number of days. */
async function ensureExpiry(runWrangler: RunWrangler, bucket: string, days: number): Promise<void> {
  const lifecycle = (command: string, ...args: string[]) =>
    runOrThrow(runWrangler, ['r2', 'bucket', 'lifecycle', command, bucket, ...args])
  const rules = (await lifecycle('list')).split(/\n\s*\n/)
  const present = rules.find(rule => new RegExp(`^name:\\s+${EXPIRY_RULE}$`, 'm').test(rule))
  if (present && new RegExp(`^action:\\s+Expire objects after ${days} days$`, 'm').test(present)) return
  // Wrangler cannot change a rule. If a run stops in between, the next one adds it.
  if (present) await lifecycle('remove', '--name', EXPIRY_RULE)
  await lifecycle('add', EXPIRY_RULE, '', '--expire-days', String(days), '--force')
}

/** Never print wrangler's output: it contains an address from which everybody can read the copy for an hour. */
async function exportDatabase(runWrangler: RunWrangler, file: string): Promise<void> {
  const { succeeded, output } = await runWrangler(['d1', 'export', 'DB', '--remote', '--output', file])
  if (succeeded) return
  throw new WranglerError(`wrangler d1 export:\n${wranglerErrorIn(output).replaceAll(/https?:\/\/\S+/g, '<address>')}`)
}

async function putObject(runWrangler: RunWrangler, path: string, file: string): Promise<void> {
  await runOrThrow(runWrangler, ['r2', 'object', 'put', path, '--file', file, '--remote'])
}

export async function migrateDatabase(runWrangler: RunWrangler, config: string): Promise<void> {
  await runOrThrow(runWrangler, ['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config], { CI: '1' })
}

export interface DeployResult {
  gzip_bytes: number
  /** The URLs of the Worker, if wrangler reports them. */
  targets: readonly string[]
}

type DeploymentRecord = Partial<{ bundle_size: { gzip_bytes: number }; targets: string[]; type: string }>

/** Deploys the built Worker. With --dry-run, it only reports the size. */
export async function deployBuilt(
  runWrangler: RunWrangler,
  config: string,
  options: readonly string[]
): Promise<DeployResult> {
  const args = ['deploy', '--config', config, ...options]
  const { lines, printed } = await withPrivateFile('', async file => {
    const output = await runOrThrow(runWrangler, args, { WRANGLER_OUTPUT_FILE_PATH: file })
    return { lines: readFileSync(file, 'utf8').trim().split('\n'), printed: output }
  })
  const deployment = lines.map(line => JSON.parse(line) as DeploymentRecord).find(({ type }) => type === 'deploy')
  if (!deployment?.bundle_size) throw new WranglerError(`wrangler did not report what it deployed:\n${printed}`)
  return { gzip_bytes: deployment.bundle_size.gzip_bytes, targets: deployment.targets ?? [] }
}

// Copies the database into a bucket of the same account. A pipeline runs it every night.

export const BACKUP_BUCKET = 'scootstay-backups'
/** Deleted riders are in the copies for as long. */
const BACKUP_DAYS = 30

/** '2026-11-21T03-00-00Z' */
const timeInName = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

/** Returns the path of the copy, with its bucket. The temporary files are removed, also after a failure. */
export async function backUp(runWrangler: RunWrangler, at: { location: string; now: Date }): Promise<string> {
  const { location, now } = at
  await ensureBucket(runWrangler, { location, name: BACKUP_BUCKET })
  await ensureExpiry(runWrangler, BACKUP_BUCKET, BACKUP_DAYS)
  const path = `${BACKUP_BUCKET}/scootstay-${timeInName(now)}.sql.gz`
  await withPrivateFile('', async file => {
    await exportDatabase(runWrangler, file)
    await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }))
    await putObject(runWrangler, path, `${file}.gz`)
  })
  return path
}
