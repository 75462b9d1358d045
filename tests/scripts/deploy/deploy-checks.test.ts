import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Operator } from '#domain/operator.ts'
import { COMPLETE_OPERATOR, RECEIPTS_ONLY } from '#tests/helpers/data/operator.ts'
import { deployProblems, type Settings } from '../../../scripts/deploy/checks.ts'
import {
  ALL_SECRETS,
  mergeVariables,
  readVariableFile,
  SECRETS,
  takeSources
} from '../../../scripts/deploy/variables.ts'
import { PRODUCTION_CONFIG } from './deploy-config.ts'

const STRONG = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
const PUSH = { VAPID_PRIVATE_KEY: 'p'.repeat(43), VAPID_PUBLIC_KEY: `B${'u'.repeat(86)}` }
const MAIL = { MAIL_FROM: 'ScootStay <rides@example.com>', MAIL_PROVIDER: 'resend', RESEND_API_KEY: 're_of_nobody' }
const PHONE = { PUBLIC_SUPPORT_PHONE: '+91 98000 00000' }
const BACKEND = { PUBLIC_API_BASE_URL: 'https://backend.example' }
const CLOUD = {
  PUBLIC_FIREBASE_API_KEY: 'key',
  PUBLIC_FIREBASE_APP_ID: '1:1:web:1',
  PUBLIC_FIREBASE_PROJECT_ID: 'rides',
  PUBLIC_FIREBASE_STORAGE_BUCKET: 'rides.example.com'
}
const FILE = { cut: [], isShared: false, name: '.env.production' }

type Kind = Settings['kind']
type Variables = Record<string, string>

const provided = (environment: Variables, kind: Kind = 'production') =>
  mergeVariables(kind, { environment, secretsFile: null, settingsFile: null })

const READY: Settings = {
  account: { accounts: ['Scooters of Indiranagar'], isLoggedIn: true },
  chosenAccount: '',
  config: PRODUCTION_CONFIG,
  demo: { ENVIRONMENT: 'development', PUBLIC_SUPPORT_PHONE: '919845012345' },
  invoicing: RECEIPTS_ONLY,
  provided: provided({ ...PHONE, DOMAIN: 'ride.example.com' }),
  kind: 'production',
  operator: COMPLETE_OPERATOR,
  secrets: SECRETS
}
const SANDBOX = { ENVIRONMENT: 'development', PAYMENT_PROVIDER: 'sandbox' }
const TWO_ACCOUNTS = { accounts: ['One', 'Two'], isLoggedIn: true }

const withVariables = (more: Variables): Settings => ({
  ...READY,
  provided: provided({ ...PHONE, DOMAIN: 'ride.example.com', ...more })
})
const withConfig = (more: Partial<Settings['config']>, settings = READY): Settings => ({
  ...settings,
  config: { ...READY.config, ...more }
})
const ofKind = (kind: Kind, variables: Variables): Settings => ({
  ...READY,
  config: { ...READY.config, variables: kind === 'preview' ? SANDBOX : {} },
  provided: provided({ ...PHONE, ...variables }, kind),
  kind,
  secrets: kind === 'preview' ? [] : null
})
const withFile = (variables: Variables, secrets: Variables = {}): Settings => ({
  ...READY,
  provided: mergeVariables('production', {
    environment: PHONE,
    secretsFile: { ...FILE, name: `${FILE.name}.secrets`, variables: secrets },
    settingsFile: { ...FILE, variables }
  })
})

describe('a site that is ready to deploy', () => {
  test.each<[string, Settings]>([
    ['with everything set', READY],
    ['on workers.dev', { ...READY, provided: provided(PHONE) }],
    ['without a support button, if that is configured', withVariables({ PUBLIC_SUPPORT_PHONE: 'none' })],
    ['with its pictures in a cloud bucket', withVariables(CLOUD)],
    ['with mail and push', withVariables({ ...MAIL, ...PUSH })],
    ...[
      'rides@example.com',
      '"Scoot, Stay" <rides@example.com>',
      'Škoot Stay (Goa) <rides+desk@mail.example.co.in>'
    ].map((sender): [string, Settings] => [`with mail from ${sender}`, withVariables({ ...MAIL, MAIL_FROM: sender })]),
    [
      'with the mail key that the Worker has',
      { ...withVariables({ ...MAIL, RESEND_API_KEY: '' }), secrets: [...SECRETS, 'RESEND_API_KEY'] }
    ],
    [
      "with Cloudflare's mails",
      withConfig({ hasEmail: true }, withVariables({ ...MAIL, MAIL_PROVIDER: 'cloudflare' }))
    ],
    ['in one of several accounts, which is configured', { ...READY, account: TWO_ACCOUNTS, chosenAccount: 'an-id' }],
    ['in a dry run without an account', { ...READY, account: null, secrets: null }],
    ['for an external backend, without secrets and payments', ofKind('external', BACKEND)],
    ['as a preview, with a session secret only', ofKind('preview', { SESSION_SECRET: STRONG })]
  ])('passes all checks: %s', (_, settings) => {
    expect(deployProblems(settings)).toEqual([])
  })
})

describe('a site that is not ready', () => {
  test.each<[RegExp, Settings]>([
    [
      /^SESSION_SECRET does not belong in \.env\.production: put it into \.env\.production\.secrets/,
      withFile({ SESSION_SECRET: STRONG })
    ],
    [/^ENVIRONMENT does not belong in \.env\.production:/, withFile({ ENVIRONMENT: 'development' })],
    [/^DOMAIN does not belong in \.env\.production\.secrets:/, withFile({}, { DOMAIN: 'ride.example.com' })],
    [/^Other users can read/, { ...READY, provided: { ...READY.provided, sharedFile: '.env.production.secrets' } }],
    [/^DOMAIN must be a host name/, withVariables({ DOMAIN: 'https://ride.example.com' })],
    [/^LOCATION_HINT must be one of apac,/, withVariables({ LOCATION_HINT: 'india' })],
    [/^SECURITY_CONTACT must be a mail address/, withVariables({ SECURITY_CONTACT: 'somebody' })],
    [/^PUBLIC_SUPPORT_PHONE is not set/, withVariables({ PUBLIC_SUPPORT_PHONE: '' })],
    [/^PUBLIC_SUPPORT_PHONE must be a number/, withVariables({ PUBLIC_SUPPORT_PHONE: 'later' })],
    [/^PUBLIC_SUPPORT_PHONE is the example's/, withVariables({ PUBLIC_SUPPORT_PHONE: '919845012345' })],
    [/^PUBLIC_SUPPORT_PHONE is the example's/, withVariables({ PUBLIC_SUPPORT_PHONE: '+91 98450-12345' })],
    [/^PUBLIC_API_BASE_URL must be https/, ofKind('external', { PUBLIC_API_BASE_URL: 'http://backend.example' })],
    [/^PUBLIC_API_BASE_URL must be https/, ofKind('external', { PUBLIC_API_BASE_URL: 'https://backend.example/api' })],
    [/^PUBLIC_API_BASE_URL must be https/, ofKind('external', { PUBLIC_API_BASE_URL: 'https://localhost' })],
    [/^A preview has a backend of its own/, ofKind('preview', { ...BACKEND, SESSION_SECRET: STRONG })],
    [/^PUBLIC_RAZORPAY_KEY_ID is not/, withVariables({ PUBLIC_RAZORPAY_KEY_ID: 'secret' })],
    [/incomplete: set PUBLIC_FIREBASE_APP_ID/, withVariables({ ...CLOUD, PUBLIC_FIREBASE_APP_ID: '' })],
    [/EMULATOR_HOST is for tests/, withVariables({ PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST: 'localhost:4414' })],
    [
      /^ENVIRONMENT in wrangler\.toml/,
      withConfig({ variables: { ...READY.config.variables, ENVIRONMENT: 'development' } })
    ],
    [/rides would cost nothing/, withConfig({ variables: { ...READY.config.variables, PAYMENT_PROVIDER: 'sandbox' } })],
    [/^database_id .* placeholder/, withConfig({ database_id: '00000000-0000-0000-0000-000000000000' })],
    [/^Not logged in/, { ...READY, account: { accounts: [], isLoggedIn: false }, secrets: null }],
    [/^There are 2 accounts \(One, Two\)/, { ...READY, account: TWO_ACCOUNTS }],
    [/^RAZORPAY_KEY_SECRET is not set/, { ...READY, secrets: SECRETS.filter(name => !/KEY_SECRET/.test(name)) }],
    [/^SESSION_SECRET is not usable: it needs 32/, withVariables({ SESSION_SECRET: 'short' })],
    [
      /^SESSION_SECRET is not usable/,
      ofKind('preview', { SESSION_SECRET: 'for-this-machine-only-never-in-production' })
    ],
    [/^SESSION_SECRET is not set/, ofKind('preview', {})],
    [
      /^RAZORPAY_KEY_ID is not usable: .*RAZORPAY_TEST_KEYS_ALLOWED/,
      withVariables({ RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag' })
    ],
    [/^MAIL_PROVIDER is not usable: it is kept, resend/, withVariables({ MAIL_PROVIDER: 'pigeon' })],
    [/^MAIL_FROM is not set/, withVariables({ ...MAIL, MAIL_FROM: '' })],
    ...[
      'ScootStay',
      'Scoot, Stay <rides@example.com>',
      'rides@example.com, desk@example.com',
      'Rides; Goa <rides@example.com>',
      'ScootStay <rides@example.com',
      'ScootStay <rides@example>',
      'ScootStay <rides@example..com>',
      'ScootStay rides@example.com',
      'rides@home <rides@example.com>',
      '"ScootStay <rides@example.com>'
    ].map((sender): [RegExp, Settings] => [
      /^MAIL_FROM is not usable: it needs one address/,
      withVariables({ ...MAIL, MAIL_FROM: sender })
    ]),
    [/^SITE_URL is not set/, withVariables({ ...MAIL, DOMAIN: '' })],
    [/^RESEND_API_KEY is not set/, withVariables({ ...MAIL, RESEND_API_KEY: '' })],
    [/needs the binding EMAIL/, withVariables({ ...MAIL, MAIL_PROVIDER: 'cloudflare' })],
    [
      /^VAPID_PRIVATE_KEY is not set: `npm run deploy -- --push-keys`/,
      withVariables({ ...PUSH, VAPID_PRIVATE_KEY: '' })
    ],
    [/^ALERT_WEBHOOK_URL is not usable: it is an address/, withVariables({ ALERT_WEBHOOK_URL: 'http://hook.example' })],
    [/^HEARTBEAT_URL is not usable: it is an address/, withVariables({ HEARTBEAT_URL: 'hc.example/1' })],
    [/^VAPID_PUBLIC_KEY is not set/, { ...READY, secrets: [...SECRETS, 'VAPID_PRIVATE_KEY'] }]
  ])('gets one sentence for the problem: %s', (sentence, settings) => {
    expect(deployProblems(settings)).toEqual([expect.stringMatching(sentence)])
  })

  test('gets all problems at once', () => {
    const nothing: Settings = { ...withConfig({ variables: {} }), provided: provided({}), secrets: [] }
    expect(deployProblems({ ...nothing, config: READY.config })).toHaveLength(1 + SECRETS.length)
    expect(deployProblems(nothing).join('\n')).toMatch(/ENVIRONMENT in[\s\S]*PAYMENT_PROVIDER in/)
  })

  test('never reads the value of a secret in a sentence', () => {
    const wrong = { SESSION_SECRET: 'short-secret', RAZORPAY_KEY_ID: 'no-key-id', VAPID_PRIVATE_KEY: 'no-key' }
    const printed = deployProblems(withVariables(wrong)).join('\n')
    expect(printed).toContain('SESSION_SECRET')
    for (const value of Object.values(wrong)) expect(printed).not.toContain(value)
  })
})

describe("with the operator's template", () => {
  const operator: Operator = { ...COMPLETE_OPERATOR, address: '[Registered address]', legalName: '[Legal name]' }
  const withKey = (variables: Variables) => ({ ...withVariables(variables), operator })
  const TEST = { RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag', RAZORPAY_TEST_KEYS_ALLOWED: 'yes' }

  test.each<[string, Settings]>([
    ['a live key', withKey({ RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag' })],
    ['a key that the Worker keeps', { ...READY, operator }],
    [
      'a live key, where test keys are still allowed',
      {
        ...withKey({ RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag' }),
        secrets: [...SECRETS, 'RAZORPAY_TEST_KEYS_ALLOWED']
      }
    ]
  ])('a site is not deployed, and each missing value is named: %s', (_, settings) => {
    expect(deployProblems(settings)).toEqual([
      "src/domain/operator.ts still has the template's legalName, address: complete them before live payments."
    ])
  })

  test.each<[string, Settings]>([
    ['a test key', withKey(TEST)],
    ['a kept key, with test keys allowed', withKey({ RAZORPAY_TEST_KEYS_ALLOWED: 'yes' })],
    ['a kept test key', { ...READY, operator, secrets: [...SECRETS, 'RAZORPAY_TEST_KEYS_ALLOWED'] }],
    ['a preview', { ...ofKind('preview', { SESSION_SECRET: STRONG }), operator }],
    ['an external backend', { ...ofKind('external', BACKEND), operator }]
  ])('a site without real money is deployed: %s', (_, settings) => expect(deployProblems(settings)).toEqual([]))

  test('a wrong GSTIN is named, also for a trial', () => {
    const invoicing = {
      ...RECEIPTS_ONLY,
      registrations: [{ address: 'x', gstin: '29ABCDE1234F1Z5', prefix: 'K' }],
      tax: []
    }
    expect(deployProblems({ ...withKey(TEST), invoicing })).toEqual([
      "src/domain/operator.ts: REGISTRATIONS must have GSTINs such as 29ABCDE1234F1ZW, not '29ABCDE1234F1Z5'."
    ])
  })

  test('with a registration, a live site is not deployed before its tax is decided', () => {
    const invoicing = { ...RECEIPTS_ONLY, registrations: [{ address: 'x', gstin: '29ABCDE1234F1ZW', prefix: 'K' }] }
    expect(deployProblems({ ...withKey(TEST), invoicing })).toEqual([])
    expect(deployProblems({ ...READY, invoicing })).toEqual([
      'REGISTRATIONS is set: enter TAX in src/domain/operator.ts, or [] if you invoice elsewhere.'
    ])
    expect(deployProblems({ ...READY, invoicing: { ...invoicing, tax: [] } })).toEqual([])
  })
})

describe('a file of variables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'variables-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function problemsOf(line: string): string[] {
    const path = join(folder, '.env.production.secrets')
    writeFileSync(path, `# Secrets\n${line}\n`, { mode: 0o600 })
    const merged = mergeVariables('production', {
      environment: { ...PHONE, DOMAIN: 'ride.example.com' },
      secretsFile: readVariableFile(path),
      settingsFile: null
    })
    return deployProblems({ ...READY, provided: merged })
  }

  test.each([
    'RAZORPAY_KEY_SECRET=abc#def',
    'RAZORPAY_KEY_SECRET = abc #def',
    'export RAZORPAY_KEY_SECRET=abc#',
    'RAZORPAY_KEY_SECRET=#abc'
  ])('with a value that ends at a # is named, and not deployed: %s', line => {
    expect(problemsOf(line)).toEqual([
      'RAZORPAY_KEY_SECRET in .env.production.secrets ends at its #: put the whole value into quotes.'
    ])
  })

  test.each([
    'RAZORPAY_KEY_SECRET="abc#def"',
    "RAZORPAY_KEY_SECRET='abc#def' # of the test account",
    'RAZORPAY_KEY_SECRET= # the Worker has it',
    'RAZORPAY_KEY_SECRET= #the Worker has it',
    '# RAZORPAY_KEY_SECRET=abc#def'
  ])('with a # in quotes or in a comment is deployed: %s', line => expect(problemsOf(line)).toEqual([]))
})

describe('the variables of a deployment', () => {
  const FILES = {
    secretsFile: { ...FILE, name: '.env.production.secrets', variables: { SESSION_SECRET: 'of the file' } },
    settingsFile: { ...FILE, variables: { DOMAIN: 'file.example.com', LOCATION_HINT: 'weur', PUBLIC_X: 'file' } }
  }

  test('come from the environment alone, if there are no files', () => {
    const merged = provided({ ...PHONE, ...MAIL, DOMAIN: 'ride.example.com', PATH: '/bin', SESSION_SECRET: STRONG })
    expect(merged).toEqual({
      cut: [],
      domain: 'ride.example.com',
      location: 'apac',
      misplaced: [],
      plain: { MAIL_FROM: MAIL.MAIL_FROM, MAIL_PROVIDER: 'resend', SITE_URL: 'https://ride.example.com' },
      public: PHONE,
      secrets: { RESEND_API_KEY: MAIL.RESEND_API_KEY, SESSION_SECRET: STRONG },
      sharedFile: null
    })
  })

  test('come from the environment before the files, unless they are empty there', () => {
    const environment = { DOMAIN: '', LOCATION_HINT: 'oc', PUBLIC_X: 'environment', SESSION_SECRET: '' }
    expect(mergeVariables('production', { ...FILES, environment })).toMatchObject({
      domain: 'file.example.com',
      location: 'oc',
      public: { PUBLIC_X: 'environment' },
      secrets: { SESSION_SECRET: 'of the file' }
    })
  })

  test('keep no secret in the environment of the process, which the build can read', () => {
    vi.stubEnv('SESSION_SECRET', STRONG)
    vi.stubEnv('PUBLIC_X', 'shown')
    const { environment } = takeSources(false)
    expect([environment.SESSION_SECRET, environment.PUBLIC_X]).toEqual([STRONG, 'shown'])
    expect([process.env.SESSION_SECRET, process.env.PUBLIC_X]).toEqual([undefined, 'shown'])
    vi.unstubAllEnvs()
  })

  test.each<[Kind, string[]]>([
    ['production', []],
    ['external', []],
    ['preview', ['DOMAIN', 'RAZORPAY_KEY_ID']]
  ])('of the kind %s may be in copies of the examples, whose empty names say nothing', (kind, misplaced) => {
    const settingsFile = { ...FILE, variables: { DOMAIN: 'ride.example.com', LOCATION_HINT: '', MAIL_FROM: '' } }
    const secretsFile = { ...FILE, variables: { RAZORPAY_KEY_ID: 'rzp_live_1', SESSION_SECRET: '' } }
    const merged = mergeVariables(kind, { environment: {}, secretsFile, settingsFile })
    expect(merged.misplaced.map(({ name }) => name)).toEqual(misplaced)
  })

  test('are all the names of the examples', () => {
    const namesIn = (file: string) => Object.keys(parseEnv(readFileSync(file, 'utf8')))
    const filled = (file: string) => Object.fromEntries(namesIn(file).map(name => [name, 'set']))
    const settingsFile = { ...FILE, variables: filled('.env.production.example') }
    const secretsFile = { ...FILE, variables: filled('.env.production.secrets.example') }
    expect(mergeVariables('production', { environment: {}, secretsFile, settingsFile }).misplaced).toEqual([])
    expect(Object.keys(secretsFile.variables).toSorted()).toEqual(ALL_SECRETS.toSorted())
  })

  test('of a preview contain no domain and no key of a service', () => {
    const environment = { ...MAIL, DOMAIN: 'ride.example.com', RAZORPAY_KEY_ID: 'rzp_live_1', SESSION_SECRET: STRONG }
    expect(provided(environment, 'preview')).toMatchObject({
      domain: '',
      plain: {},
      secrets: { SESSION_SECRET: STRONG }
    })
  })
})
