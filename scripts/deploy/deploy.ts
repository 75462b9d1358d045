import { type Account, hindrances, isExternal, type Settings, TEST_KEYS } from './checks.ts'
import { type Ask, accountOf, deployBuilt, ensureDatabase, migrateDatabase, secretsOf } from './cloudflare.ts'

// From a clone to a site that answers: looked over, built, migrated, put up, and asked how it is.

export const GZIP_MAX_BYTES = 1_500_000

export interface Steps {
  ask: Ask
  /** Builds anew, and answers the built Worker's configuration. */
  build: () => Promise<string>
  /** Whether the site at an address says that it is well, and else what it says. */
  health: (address: string) => Promise<string | null>
  say: (line: string) => void
}

export interface Wish extends Omit<Settings, 'account' | 'secrets'> {
  database_name: string
  is_dry_run: boolean
}

const LATER = ['create or find the database', 'apply its migrations', 'put the Worker up', 'ask it how it is']
const ANSWERED = 'It is put up, and does not answer well'

async function settingsOf({ ask }: Steps, wish: Wish): Promise<Settings> {
  if (wish.is_dry_run) return { ...wish, account: null, secrets: null }
  const account: Account = await accountOf(ask)
  const isAsked = account.is_logged_in && !isExternal(wish)
  return { ...wish, account, secrets: isAsked ? await secretsOf(ask) : null }
}

function refused({ say }: Steps, sentences: readonly string[]): false {
  say('Not put up:')
  for (const sentence of sentences) say(`  – ${sentence}`)
  return false
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en-IN')} kB`

async function isSmallEnough({ ask, say }: Steps, config: string): Promise<boolean> {
  const { gzip_bytes } = await deployBuilt(ask, config, ['--dry-run'])
  say(`The Worker is ${kilobytes(gzip_bytes)} gzip, of ${kilobytes(GZIP_MAX_BYTES)} at most.`)
  return gzip_bytes <= GZIP_MAX_BYTES
}

function addressIn(targets: readonly string[], domain: string): string {
  const [target = ''] = targets.filter(each => each.startsWith('https://'))
  return domain === '' ? target : `https://${domain}`
}

async function putUp({ ask, health, say }: Steps, wish: Wish, config: string): Promise<boolean> {
  const domain = wish.file?.DOMAIN ?? ''
  if (!isExternal(wish)) {
    const database = await ensureDatabase(ask, wish.database_name)
    say(
      database === 'made' ? `Made the database ${wish.database_name}.` : `The database ${wish.database_name} is there.`
    )
    await migrateDatabase(ask)
    say('Its migrations are applied.')
  }
  const { targets } = await deployBuilt(ask, config, domain === '' ? [] : ['--domain', domain])
  const address = addressIn(targets, domain)
  const complaint = address === '' ? 'it has no address: set DOMAIN' : await health(address)
  say(complaint === null ? `It is up, and well: ${address}` : `${ANSWERED}: ${complaint}`)
  return complaint === null
}

/** Whether the site is up, or could be; what stands against it is said. */
export async function deploy(steps: Steps, wish: Wish): Promise<boolean> {
  const { say } = steps
  const settings = await settingsOf(steps, wish)
  const against = hindrances(settings)
  if (against.length > 0) return refused(steps, against)
  if (settings.secrets?.includes(TEST_KEYS)) say(`${TEST_KEYS} is set: with test keys, rides cost nothing.`)
  const config = await steps.build()
  if (!(await isSmallEnough(steps, config))) return refused(steps, ['The Worker is too large.'])
  if (!wish.is_dry_run) return putUp(steps, wish, config)
  const later = isExternal(wish) ? LATER.slice(2) : LATER
  say(
    `A dry run ends here, and has asked nobody: not the account, nor which secrets it has. Next: ${later.join(', ')}.`
  )
  return true
}
