import { describe, expect, test } from 'vitest'
import { deployProblems, SECRETS, type Settings } from '../../scripts/deploy/checks.ts'

const READY: Settings = {
  account: { accounts: ['Scooters of Indiranagar'], isLoggedIn: true },
  chosenAccount: '',
  database_id: undefined,
  demo: { ENVIRONMENT: 'development', PUBLIC_SUPPORT_PHONE: '919845012345' },
  file: { DOMAIN: 'ride.example.com', PUBLIC_SUPPORT_PHONE: '+91 98000 00000' },
  public: { PUBLIC_SUPPORT_PHONE: '+91 98000 00000' },
  secrets: SECRETS,
  variables: { ENVIRONMENT: 'production', PAYMENT_PROVIDER: 'razorpay' }
}

const CLOUD = {
  PUBLIC_FIREBASE_API_KEY: 'key',
  PUBLIC_FIREBASE_APP_ID: '1:1:web:1',
  PUBLIC_FIREBASE_PROJECT_ID: 'rides',
  PUBLIC_FIREBASE_STORAGE_BUCKET: 'rides.example.com'
}
const BACKEND = { PUBLIC_API_BASE_URL: 'https://backend.example' }

const withPublic = (more: Record<string, string>): Settings => ({ ...READY, public: { ...READY.public, ...more } })

describe('a site that is ready to deploy', () => {
  test.each<[string, Settings]>([
    ['with everything set', READY],
    ['on workers.dev', { ...READY, file: { DOMAIN: '' } }],
    ['without a support button, if that is configured', withPublic({ PUBLIC_SUPPORT_PHONE: '' })],
    ['with its pictures in a cloud bucket', withPublic(CLOUD)],
    ['in one of several accounts, which is configured', { ...READY, account: allProblems(), chosenAccount: 'an-id' }],
    ['in a dry run without an account', { ...READY, account: null, secrets: null }],
    ['for an external backend, without secrets and payments', { ...withPublic(BACKEND), secrets: null, variables: {} }]
  ])('passes all checks: %s', (_, settings) => {
    expect(deployProblems(settings)).toEqual([])
  })
})

function allProblems() {
  return { accounts: ['One', 'Two'], isLoggedIn: true }
}

describe('a site that is not ready', () => {
  test.each<[RegExp, Settings]>([
    [/no \.env\.production/, { ...READY, file: null }],
    [/SESSION_SECRET does not belong/, { ...READY, file: { SESSION_SECRET: 'x' } }],
    [/ENVIRONMENT does not belong/, { ...READY, file: { ENVIRONMENT: 'development' } }],
    [/DOMAIN must be a host name/, { ...READY, file: { DOMAIN: 'https://ride.example.com' } }],
    [/PUBLIC_SUPPORT_PHONE is not set/, { ...READY, public: {} }],
    [/PUBLIC_SUPPORT_PHONE is the example's/, withPublic({ PUBLIC_SUPPORT_PHONE: '919845012345' })],
    [/PUBLIC_SUPPORT_PHONE is the example's/, withPublic({ PUBLIC_SUPPORT_PHONE: '+91 98450-12345' })],
    [/PUBLIC_API_BASE_URL must be https/, withPublic({ PUBLIC_API_BASE_URL: 'http://backend.example' })],
    [/PUBLIC_API_BASE_URL must be https/, withPublic({ PUBLIC_API_BASE_URL: 'https://backend.example/api' })],
    [/PUBLIC_API_BASE_URL must be https/, withPublic({ PUBLIC_API_BASE_URL: 'https://localhost' })],
    [/PUBLIC_RAZORPAY_KEY_ID is not/, withPublic({ PUBLIC_RAZORPAY_KEY_ID: 'secret' })],
    [/incomplete: set PUBLIC_FIREBASE_APP_ID/, withPublic({ ...CLOUD, PUBLIC_FIREBASE_APP_ID: '' })],
    [/EMULATOR_HOST is for tests/, withPublic({ PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST: 'localhost:4414' })],
    [/ENVIRONMENT in wrangler\.toml/, { ...READY, variables: { ...READY.variables, ENVIRONMENT: 'development' } }],
    [/rides would cost nothing/, { ...READY, variables: { ...READY.variables, PAYMENT_PROVIDER: 'sandbox' } }],
    [/database_id .* placeholder/, { ...READY, database_id: '00000000-0000-0000-0000-000000000000' }],
    [/Not logged in/, { ...READY, account: { accounts: [], isLoggedIn: false }, secrets: null }],
    [/There are 2 accounts \(One, Two\)/, { ...READY, account: allProblems() }],
    [/secret RAZORPAY_KEY_SECRET is not set/, { ...READY, secrets: SECRETS.filter(name => !/KEY_SECRET/.test(name)) }]
  ])('gets one sentence for the problem: %s', (sentence, settings) => {
    expect(deployProblems(settings)).toEqual([expect.stringMatching(sentence)])
  })

  test('gets all problems at once', () => {
    const nothing: Settings = { ...READY, file: null, public: {}, secrets: [], variables: {} }
    expect(deployProblems(nothing)).toHaveLength(2 + 2 + SECRETS.length)
  })
})
