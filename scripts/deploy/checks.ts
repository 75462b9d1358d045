// Finds everything that prevents a deployment, one sentence per problem, so that all of them are reported at once.

export interface Account {
  /** Account names. If there are several, one must be chosen. */
  accounts: readonly string[]
  isLoggedIn: boolean
}

export interface Settings {
  /** Null in a dry run, which makes no network requests. */
  account: Account | null
  /** The account id or name that is configured for wrangler. */
  chosenAccount: string
  database_id: string | undefined
  /** The variables of .env.example. */
  demo: Record<string, string>
  /** The content of .env.production; null if the file does not exist. */
  file: Record<string, string> | null
  /** The variables that the build writes into the pages. */
  public: Record<string, string>
  /** The names of the Worker's secrets; null in a dry run or without a login. */
  secrets: readonly string[] | null
  /** The variables of wrangler.toml. */
  variables: Record<string, unknown>
}

export const SECRETS = ['SESSION_SECRET', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']
export const TEST_KEYS = 'RAZORPAY_TEST_KEYS_ALLOWED'

const CLOUD_VARIABLES = ['API_KEY', 'APP_ID', 'PROJECT_ID', 'STORAGE_BUCKET'].map(name => `PUBLIC_FIREBASE_${name}`)
const EMULATOR_VARIABLE = 'PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST'
const DOMAIN_VARIABLE = 'DOMAIN'
const PLACEHOLDER_ID = /^[0-]+$/

export const isExternal = ({ public: { PUBLIC_API_BASE_URL = '' } }: Pick<Settings, 'public'>) =>
  PUBLIC_API_BASE_URL !== ''

const digits = (phone: string) => phone.replace(/\D/g, '')
const isHostname = (name: string) => /^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(name)

function checkEnvFile({ file }: Settings): string[] {
  if (file === null)
    return ['There is no .env.production: `cp .env.production.example .env.production`, and fill in the values.']
  const foreign = Object.keys(file).filter(name => name !== DOMAIN_VARIABLE && !name.startsWith('PUBLIC_'))
  const { DOMAIN = '' } = file
  return [
    ...foreign.map(
      name => `${name} does not belong in .env.production: set a secret with \`npx wrangler secret put ${name}\`.`
    ),
    ...(DOMAIN === '' || isHostname(DOMAIN)
      ? []
      : [`DOMAIN must be a host name such as ride.example.com, not '${DOMAIN}'.`])
  ]
}

function checkSupportPhone({ demo, public: { PUBLIC_SUPPORT_PHONE: phone } }: Settings): string[] {
  if (phone === undefined)
    return ['PUBLIC_SUPPORT_PHONE is not set: set the number, or set it empty for no support button.']
  const isDemo = digits(phone) !== '' && digits(phone) === digits(demo.PUBLIC_SUPPORT_PHONE ?? '')
  return isDemo ? ["PUBLIC_SUPPORT_PHONE is the example's number: set your own."] : []
}

function checkBackend(settings: Settings): string[] {
  const { PUBLIC_API_BASE_URL: address = '', PUBLIC_RAZORPAY_KEY_ID: key = '' } = settings.public
  const { hostname, pathname, protocol } = URL.parse(address) ?? {}
  const isAddress = protocol === 'https:' && pathname === '/' && hostname !== 'localhost'
  return [
    ...(address === '' || isAddress
      ? []
      : [`PUBLIC_API_BASE_URL must be https://<host> without a path, not '${address}'.`]),
    ...(key === '' || /^rzp_(live|test)_\w+$/.test(key) ? [] : ['PUBLIC_RAZORPAY_KEY_ID is not a key id (rzp_live_…).'])
  ]
}

function checkCloudStorage({ public: publicSettings }: Settings): string[] {
  const missing = CLOUD_VARIABLES.filter(name => !publicSettings[name])
  const isHalf = missing.length > 0 && missing.length < CLOUD_VARIABLES.length
  return [
    ...(isHalf ? [`Cloud storage is incomplete: set ${missing.join(', ')}.`] : []),
    ...(publicSettings[EMULATOR_VARIABLE]
      ? [`${EMULATOR_VARIABLE} is for tests: images would be sent to '${publicSettings[EMULATOR_VARIABLE]}'.`]
      : [])
  ]
}

function checkWorkerConfig({ database_id, variables, ...settings }: Settings): string[] {
  if (isExternal(settings)) return []
  const { ENVIRONMENT, PAYMENT_PROVIDER } = variables
  return [
    ...(ENVIRONMENT === 'production' ? [] : [`ENVIRONMENT in wrangler.toml is '${ENVIRONMENT}', not 'production'.`]),
    ...(PAYMENT_PROVIDER === 'razorpay'
      ? []
      : [`PAYMENT_PROVIDER in wrangler.toml is '${PAYMENT_PROVIDER}', not 'razorpay': rides would cost nothing.`]),
    ...(database_id !== undefined && PLACEHOLDER_ID.test(database_id)
      ? ['database_id in wrangler.toml is a placeholder: remove it, so that the database is found by name.']
      : [])
  ]
}

function checkAccount({ account, chosenAccount, secrets, ...settings }: Settings): string[] {
  if (account === null) return []
  if (!account.isLoggedIn)
    return ['Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.']
  if (account.accounts.length > 1 && chosenAccount === '')
    return [
      `There are ${account.accounts.length} accounts (${account.accounts.join(', ')}): set CLOUDFLARE_ACCOUNT_ID.`
    ]
  if (isExternal(settings)) return []
  return SECRETS.filter(name => !secrets?.includes(name)).map(
    name => `The Worker's secret ${name} is not set: \`npx wrangler secret put ${name}\`.`
  )
}

export function deployProblems(settings: Settings): string[] {
  return [checkEnvFile, checkSupportPhone, checkBackend, checkCloudStorage, checkWorkerConfig, checkAccount].flatMap(
    check => check(settings)
  )
}
