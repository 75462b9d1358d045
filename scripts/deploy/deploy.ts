import { sleep } from '../kit/processes.ts'
import { WRANGLER_CONFIGS } from '../kit/settings.ts'
import { type RunWrangler, withPrivateFile } from '../kit/wrangler.ts'
import { type Account, deployProblems, type Settings } from './checks.ts'
import {
  type DeployResult,
  deployBuilt,
  ensureBucket,
  ensureDatabase,
  migrateDatabase,
  readAccount,
  readSecretNames
} from './cloudflare.ts'
import { TEST_KEYS } from './variables.ts'

// Deploys the site from a clone: check, build, migrate, deploy, and wait until it is healthy.

export const GZIP_MAX_BYTES = 1_500_000

export interface Steps {
  runWrangler: RunWrangler
  /** Builds the site and returns the path of the Worker's configuration. */
  build: () => Promise<string>
  /** Null if the site at the address is healthy; otherwise the problem. */
  health: (address: string) => Promise<string | null>
  print: (line: string) => void
}

export interface DeployRequest extends Omit<Settings, 'account' | 'secrets'> {
  isDryRun: boolean
}

const REMAINING_STEPS = ['find or create the database and the bucket', 'apply the migrations']
const LAST_STEPS = ['deploy the Worker', 'check its health']
const UNHEALTHY = 'Deployed, but not healthy'

async function readSettings({ runWrangler }: Steps, request: DeployRequest): Promise<Settings> {
  if (request.isDryRun) return { ...request, account: null, secrets: null }
  const account: Account = await readAccount(runWrangler)
  const canReadSecrets = account.isLoggedIn && request.kind !== 'external'
  const secrets = canReadSecrets ? await readSecretNames(runWrangler, WRANGLER_CONFIGS[request.kind]) : null
  return { ...request, account, secrets }
}

function reportRefusal({ print }: Steps, sentences: readonly string[]): false {
  print('Not deployed:')
  for (const sentence of sentences) print(`  – ${sentence}`)
  return false
}

/** A deployment adds and replaces secrets, and never removes one. */
function printTestKeys({ print }: Steps, { provided, secrets }: Settings): void {
  if (TEST_KEYS in provided.secrets) print(`${TEST_KEYS} is set: with test keys, rides cost nothing.`)
  else if (secrets?.includes(TEST_KEYS))
    print(`The Worker still has ${TEST_KEYS}: \`npx wrangler secret delete ${TEST_KEYS}\` removes it.`)
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en-IN')} kB`

async function isWithinSizeLimit({ runWrangler, print }: Steps, config: string): Promise<boolean> {
  const { gzip_bytes } = await deployBuilt(runWrangler, config, ['--dry-run'])
  print(`The Worker is ${kilobytes(gzip_bytes)} gzip; the limit is ${kilobytes(GZIP_MAX_BYTES)}.`)
  return gzip_bytes <= GZIP_MAX_BYTES
}

function deployedUrl(targets: readonly string[], domain: string): string {
  const [target = ''] = targets.filter(each => each.startsWith('https://'))
  return domain === '' ? target : `https://${domain}`
}

async function prepareStorage({ runWrangler, print }: Steps, { config, provided, kind }: DeployRequest): Promise<void> {
  const { location } = provided
  const database = await ensureDatabase(runWrangler, { location, name: config.database_name })
  print(`The database ${config.database_name} ${database === 'made' ? `was created in ${location}` : 'exists'}.`)
  const bucket = await ensureBucket(runWrangler, { location, name: config.bucket_name })
  print(`The bucket ${config.bucket_name} ${bucket === 'made' ? `was created in ${location}` : 'exists'}.`)
  await migrateDatabase(runWrangler, WRANGLER_CONFIGS[kind])
  print('The migrations are applied.')
}

/** Secrets are passed by a file, because other users of the machine can read the arguments of a process. */
function deployWithVariables(
  { runWrangler }: Steps,
  { provided }: DeployRequest,
  config: string
): Promise<DeployResult> {
  const { domain, plain, secrets } = provided
  const options = [
    ...(domain === '' ? [] : ['--domain', domain]),
    ...Object.entries(plain).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  ]
  if (Object.keys(secrets).length === 0) return deployBuilt(runWrangler, config, options)
  return withPrivateFile(JSON.stringify(secrets), file =>
    deployBuilt(runWrangler, config, [...options, '--secrets-file', file])
  )
}

async function upload(steps: Steps, request: DeployRequest, config: string): Promise<boolean> {
  const { health, print } = steps
  if (request.kind !== 'external') await prepareStorage(steps, request)
  const { targets } = await deployWithVariables(steps, request, config)
  const address = deployedUrl(targets, request.provided.domain)
  const healthProblem = address === '' ? 'it has no URL: set DOMAIN' : await health(address)
  print(healthProblem === null ? `Deployed and healthy: ${address}` : `${UNHEALTHY}: ${healthProblem}`)
  return healthProblem === null
}

/** Returns true if the site was deployed, or could be in a dry run. Prints all problems. */
export async function deploy(steps: Steps, request: DeployRequest): Promise<boolean> {
  const { print } = steps
  const settings = await readSettings(steps, request)
  const problems = deployProblems(settings)
  if (problems.length > 0) return reportRefusal(steps, problems)
  printTestKeys(steps, settings)
  const config = await steps.build()
  if (!(await isWithinSizeLimit(steps, config))) return reportRefusal(steps, ['The Worker is too large.'])
  if (!request.isDryRun) return upload(steps, request, config)
  const remaining = request.kind === 'external' ? LAST_STEPS : [...REMAINING_STEPS, ...LAST_STEPS]
  print(`The dry run ends here. It did not look at the account. Next: ${remaining.join(', ')}.`)
  return true
}

// A new address takes some time until DNS resolves it everywhere.

const POLLING = { for_ms: 120_000, poll_ms: 3_000 }
const REQUEST_TIMEOUT_MS = 10_000

interface HealthResponse {
  status: number
  body: { status?: string; version?: string }
}

async function fetchHealth(address: string): Promise<HealthResponse | null> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const reply = await fetch(address, { redirect: 'manual', signal }).catch(() => null)
  if (reply === null) return null
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as HealthResponse['body'] }
}

const ADVICE: Record<string, string> = {
  misconfigured: 'a secret is missing or invalid; `npx wrangler tail` shows its name at the next call',
  unavailable: 'the database or the bucket is not available'
}

/** Null for pages without an API: they do not tell their version. */
type Version = string | null

function problemIn({ status, body }: HealthResponse, version: Version): string | null {
  if (version !== null && body.version !== undefined && body.version !== version)
    return `version ${body.version} still answers instead of ${version}`
  if (status === 200) return null
  const advice = ADVICE[body.status ?? '']
  return advice ?? `${version === null ? '/auth' : '/api/health'} returns ${status}`
}

/**
 * Waits until the deployed version answers and is healthy, and returns null; after a timeout, returns the problem. An
 * earlier version or an earlier secret may still answer for a moment. Pages without an API have no health call, so only
 * the page is requested.
 */
export async function waitUntilHealthy(address: string, version: Version, polling = POLLING): Promise<string | null> {
  const deadline = Date.now() + polling.for_ms
  let problem: string | null = 'no response yet'
  while (Date.now() < deadline) {
    const response = await fetchHealth(`${address}${version === null ? '/auth' : '/api/health'}`)
    if (response) problem = problemIn(response, version)
    if (problem === null) return null
    await sleep(polling.poll_ms)
  }
  return problem
}
