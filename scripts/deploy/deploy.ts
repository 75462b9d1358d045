import { type Account, deployProblems, isExternal, type Settings, TEST_KEYS } from './checks.ts'
import {
  deployBuilt,
  ensureDatabase,
  migrateDatabase,
  type RunWrangler,
  readAccount,
  readSecretNames
} from './cloudflare.ts'

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
  database_name: string
  isDryRun: boolean
}

const REMAINING_STEPS = ['create or find the database', 'apply its migrations', 'deploy the Worker', 'check its health']
const UNHEALTHY = 'Deployed, but not healthy'

async function readSettings({ runWrangler }: Steps, request: DeployRequest): Promise<Settings> {
  if (request.isDryRun) return { ...request, account: null, secrets: null }
  const account: Account = await readAccount(runWrangler)
  const canReadSecrets = account.isLoggedIn && !isExternal(request)
  return { ...request, account, secrets: canReadSecrets ? await readSecretNames(runWrangler) : null }
}

function reportRefusal({ print }: Steps, sentences: readonly string[]): false {
  print('Not deployed:')
  for (const sentence of sentences) print(`  – ${sentence}`)
  return false
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

async function upload({ runWrangler, health, print }: Steps, request: DeployRequest, config: string): Promise<boolean> {
  const domain = request.file?.DOMAIN ?? ''
  if (!isExternal(request)) {
    const database = await ensureDatabase(runWrangler, request.database_name)
    print(
      database === 'made'
        ? `Created the database ${request.database_name}.`
        : `The database ${request.database_name} exists.`
    )
    await migrateDatabase(runWrangler)
    print('Its migrations are applied.')
  }
  const { targets } = await deployBuilt(runWrangler, config, domain === '' ? [] : ['--domain', domain])
  const address = deployedUrl(targets, domain)
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
  if (settings.secrets?.includes(TEST_KEYS)) print(`${TEST_KEYS} is set: with test keys, rides cost nothing.`)
  const config = await steps.build()
  if (!(await isWithinSizeLimit(steps, config))) return reportRefusal(steps, ['The Worker is too large.'])
  if (!request.isDryRun) return upload(steps, request, config)
  const remaining = isExternal(request) ? REMAINING_STEPS.slice(2) : REMAINING_STEPS
  print(`The dry run ends here. It did not check the account and its secrets. Next: ${remaining.join(', ')}.`)
  return true
}
