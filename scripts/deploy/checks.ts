import { BRAND_NAME } from '#domain/brand/brand.ts'
import { type Invoicing, invoicingProblems, type Operator, placeholders } from '#domain/operator.ts'
import {
  type CheckedName,
  type CheckedVariables,
  contactUri,
  isKeyId,
  isTestKey,
  unsafeVariables,
  unusableAlertVariables
} from '#server/runtime/variable-rules.ts'
import type { SiteKind } from '../kit/settings.ts'
import { ALL_SECRETS, type DeploymentVariables, TEST_KEYS } from './variables.ts'

// Finds everything that prevents a deployment, one sentence per problem, so that all of them are reported at once. No
// sentence contains the value of a secret.

export interface Account {
  /** Account names. If there are several, one must be chosen. */
  accounts: readonly string[]
  isLoggedIn: boolean
}

/** What the wrangler configuration of the site says. */
export interface WranglerConfig {
  bucket_name: string
  database_id: string | undefined
  database_name: string
  /** Whether it has the binding EMAIL of Cloudflare Email Service. */
  hasEmail: boolean
  variables: Readonly<Record<string, unknown>>
}

export interface Settings {
  /** Null in a dry run, which makes no network requests. */
  account: Account | null
  /** The account id or name that is configured for wrangler. */
  chosenAccount: string
  config: WranglerConfig
  /** The variables of .env.example. */
  demo: Readonly<Record<string, string>>
  provided: DeploymentVariables
  /** How receipts and invoices are issued. */
  invoicing: Invoicing
  kind: SiteKind
  /** What the pages say of who runs the site. */
  operator: Operator
  /** The names of the Worker's secrets; null in a dry run or without a login. */
  secrets: readonly string[] | null
}

const CLOUD_VARIABLES = ['API_KEY', 'APP_ID', 'PROJECT_ID', 'STORAGE_BUCKET'].map(name => `PUBLIC_FIREBASE_${name}`)
const EMULATOR_VARIABLE = 'PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST'
const LOCATIONS = ['apac', 'eeur', 'enam', 'oc', 'weur', 'wnam']
const PLACEHOLDER_ID = /^[0-]+$/
const NO_PHONE = 'none'

const digits = (phone: string) => phone.replace(/\D/g, '')
const isHostname = (name: string) => /^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(name)
const when = (isWrong: boolean, sentence: string) => (isWrong ? [sentence] : [])

function checkFiles({ provided: { cut, misplaced, sharedFile } }: Settings): string[] {
  return [
    ...cut.map(({ file, name }) => `${name} in ${file} ends at its #: put the whole value into quotes.`),
    ...misplaced.map(({ file, name }) =>
      ALL_SECRETS.includes(name)
        ? `${name} does not belong in ${file}: put it into ${file}.secrets, because the build reads ${file}.`
        : `${name} does not belong in ${file}: remove it.`
    ),
    ...when(sharedFile !== null, `Other users can read ${sharedFile}: \`chmod 600 ${sharedFile}\`.`)
  ]
}

function checkPlace({ provided: { domain, location } }: Settings): string[] {
  return [
    ...when(
      domain !== '' && !isHostname(domain),
      `DOMAIN must be a host name such as ride.example.com, not '${domain}'.`
    ),
    ...when(!LOCATIONS.includes(location), `LOCATION_HINT must be one of ${LOCATIONS.join(', ')}, not '${location}'.`)
  ]
}

function checkSupportPhone({ demo, provided }: Settings): string[] {
  const { PUBLIC_SUPPORT_PHONE: phone = '' } = provided.public
  if (phone === '') return [`PUBLIC_SUPPORT_PHONE is not set: set the number, or '${NO_PHONE}' for no support button.`]
  if (phone === NO_PHONE) return []
  if (digits(phone) === '') return [`PUBLIC_SUPPORT_PHONE must be a number or '${NO_PHONE}', not '${phone}'.`]
  const isDemo = digits(phone) === digits(demo.PUBLIC_SUPPORT_PHONE ?? '')
  return when(isDemo, "PUBLIC_SUPPORT_PHONE is the example's number: set your own.")
}

function checkSecurityContact({ provided: { plain } }: Settings): string[] {
  const { SECURITY_CONTACT: contact = '' } = plain
  return when(
    contact !== '' && contactUri(contact) === null,
    `SECURITY_CONTACT must be a mail address or an https URL, not '${contact}'.`
  )
}

function checkBackend({ provided, kind }: Settings): string[] {
  const { PUBLIC_API_BASE_URL: address = '', PUBLIC_RAZORPAY_KEY_ID: key = '' } = provided.public
  const { hostname, pathname, protocol } = URL.parse(address) ?? {}
  const isAddress = protocol === 'https:' && pathname === '/' && hostname !== 'localhost'
  return [
    ...when(
      address !== '' && !isAddress,
      `PUBLIC_API_BASE_URL must be https://<host> without a path, not '${address}'.`
    ),
    ...when(address !== '' && kind === 'preview', 'A preview has a backend of its own: remove PUBLIC_API_BASE_URL.'),
    ...when(key !== '' && !isKeyId(key), 'PUBLIC_RAZORPAY_KEY_ID is not a key id (rzp_live_…).')
  ]
}

/** Whether the deployed Worker takes real money, as far as its key or the names of the secrets that it keeps tell. */
function isLive({ kind, provided: { secrets: given }, secrets }: Settings): boolean {
  if (kind !== 'production') return false
  if (given.RAZORPAY_KEY_ID) return !isTestKey(given.RAZORPAY_KEY_ID)
  const isKept = (name: string) => secrets?.includes(name) ?? false
  return isKept('RAZORPAY_KEY_ID') && !isKept(TEST_KEYS) && !given[TEST_KEYS]
}

function checkOperator(settings: Settings): string[] {
  const { invoicing, operator } = settings
  const file = 'src/domain/operator.ts'
  const missing = placeholders(operator)
  const isUndecided = invoicing.registrations.length > 0 && invoicing.tax === null
  return [
    ...when(
      isLive(settings) && missing.length > 0,
      `${file} still has the template's ${missing.join(', ')}: complete them before live payments.`
    ),
    ...when(
      isLive(settings) && isUndecided,
      `REGISTRATIONS is set: enter TAX in ${file}, or [] if you invoice elsewhere.`
    ),
    ...invoicingProblems(invoicing).map(sentence => `${file}: ${sentence}`)
  ]
}

function checkCloudStorage({ provided: { public: variables } }: Settings): string[] {
  const missing = CLOUD_VARIABLES.filter(name => !variables[name])
  const isHalf = missing.length > 0 && missing.length < CLOUD_VARIABLES.length
  const emulator = variables[EMULATOR_VARIABLE] ?? ''
  return [
    ...when(isHalf, `Cloud storage is incomplete: set ${missing.join(', ')}.`),
    ...when(emulator !== '', `${EMULATOR_VARIABLE} is for tests: images would be sent to '${emulator}'.`)
  ]
}

function checkConfig({ config: { database_id, variables }, kind }: Settings): string[] {
  if (kind !== 'production') return []
  const { ENVIRONMENT, PAYMENT_PROVIDER } = variables
  return [
    ...when(ENVIRONMENT !== 'production', `ENVIRONMENT in wrangler.toml is '${ENVIRONMENT}', not 'production'.`),
    ...when(
      PAYMENT_PROVIDER !== 'razorpay',
      `PAYMENT_PROVIDER in wrangler.toml is '${PAYMENT_PROVIDER}', not 'razorpay': rides would cost nothing.`
    ),
    ...when(
      database_id !== undefined && PLACEHOLDER_ID.test(database_id),
      'database_id in wrangler.toml is a placeholder: remove it, so that the database is found by name.'
    )
  ]
}

/** What a usable value looks like. Without a text, every value is. */
const EXPECTED: Readonly<Partial<Record<CheckedName, string>>> = {
  ALERT_WEBHOOK_URL: 'it is an address that begins with https://',
  HEARTBEAT_URL: 'it is an address that begins with https://',
  MAIL_FROM: `it needs one address, such as '${BRAND_NAME} <rides@example.com>', and a name with a comma needs quotes`,
  MAIL_PROVIDER: 'it is kept, resend or cloudflare',
  RAZORPAY_KEY_ID: `it looks like rzp_live_…, and rzp_test_… needs ${TEST_KEYS}=yes`,
  SESSION_SECRET: 'it needs 32 random characters, such as those of `openssl rand -base64 48`',
  SITE_URL: 'it is the origin of the site, such as https://ride.example.com',
  VAPID_PRIVATE_KEY: '`npm run deploy -- --push-keys` prints a pair',
  VAPID_PUBLIC_KEY: '`npm run deploy -- --push-keys` prints a pair'
}

/** The variables as the deployed Worker will have them. The values of secrets that it keeps are not known. */
function deployedVariables({ config, provided, secrets }: Settings): CheckedVariables {
  const secretVariables = Object.fromEntries((secrets ?? []).map(name => [name, name === TEST_KEYS ? 'yes' : 'kept']))
  return { ...config.variables, EMAIL: config.hasEmail, ...provided.plain, ...secretVariables, ...provided.secrets }
}

function checkWorkerVariables(settings: Settings): string[] {
  const { config, provided, kind, secrets } = settings
  if (kind === 'external') return []
  const isKept = (name: string) => ALL_SECRETS.includes(name) && (secrets === null || secrets.includes(name))
  // A preview is public too, so it must not have the secret of the example.
  const variables = { ...deployedVariables(settings), ENVIRONMENT: 'production' }
  return [...unsafeVariables(variables), ...unusableAlertVariables(variables)].flatMap(name => {
    if (name === 'PAYMENT_PROVIDER') return []
    if (name === 'EMAIL') return ['MAIL_PROVIDER=cloudflare needs the binding EMAIL in wrangler.toml.']
    const hint = EXPECTED[name] === undefined ? '' : `: ${EXPECTED[name]}`
    if (name in provided.secrets || name in provided.plain || name in config.variables)
      return [`${name} is not usable${hint}.`]
    return isKept(name) ? [] : [`${name} is not set${hint}.`]
  })
}

function checkAccount({ account, chosenAccount }: Settings): string[] {
  if (account === null) return []
  if (!account.isLoggedIn)
    return ['Not logged in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.']
  const { accounts } = account
  const names = accounts.join(', ')
  return when(
    accounts.length > 1 && chosenAccount === '',
    `There are ${accounts.length} accounts (${names}): set CLOUDFLARE_ACCOUNT_ID.`
  )
}

const CHECKS = [
  checkFiles,
  checkPlace,
  checkSupportPhone,
  checkSecurityContact,
  checkBackend,
  checkOperator,
  checkCloudStorage,
  checkConfig,
  checkWorkerVariables,
  checkAccount
]

export function deployProblems(settings: Settings): string[] {
  return CHECKS.flatMap(check => check(settings))
}
