import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCloudflare } from '#tests/fakes/cloudflare/server.ts'
import { COMPLETE_OPERATOR, RECEIPTS_ONLY } from '#tests/helpers/data/operator.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { PRODUCTION_CONFIG } from '#tests/scripts/deploy/deploy-config.ts'
import { builtWorker } from '../../../scripts/build/build.ts'
import { type DeployRequest, deploy } from '../../../scripts/deploy/deploy.ts'
import {
  type DeploymentVariables,
  mergeVariables,
  readVariableFile,
  SECRETS
} from '../../../scripts/deploy/variables.ts'
import { executeArgs, insertAdminSql } from '../../../scripts/kit/admin-account.ts'
import { ROOT } from '../../../scripts/kit/settings.ts'
import { type RunWrangler, runWrangler, withPrivateFile } from '../../../scripts/kit/wrangler.ts'

// The real wrangler against a fake of Cloudflare's API, with the files of the guide and with the environment of a
// pipeline.

const SETTINGS = { DOMAIN: 'ride.example.com', PUBLIC_SUPPORT_PHONE: '919800000000' }
const VALUES = {
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'of-the-key',
  RAZORPAY_TEST_KEYS_ALLOWED: 'yes',
  RAZORPAY_WEBHOOK_SECRET: 'of-the-webhook',
  SESSION_SECRET: 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
}
const SLOW_MS = 120_000

let cloudflare: Awaited<ReturnType<typeof startCloudflare>>
let folder: string

beforeEach(async () => {
  cloudflare = await startCloudflare()
  folder = mkdtempSync(join(tmpdir(), 'guide-'))
})
afterEach(async () => {
  await cloudflare.close()
  rmSync(folder, { recursive: true })
})

/** Copies the example as the guide says, and fills in values. */
function fillIn(name: string, values: Record<string, string>) {
  const path = join(folder, name)
  const filled = Object.entries(values).reduce(
    (text, [variable, value]) => text.replace(`\n${variable}=\n`, `\n${variable}=${value}\n`),
    readFileSync(join(ROOT, `${name}.example`), 'utf8')
  )
  writeFileSync(path, filled)
  chmodSync(path, 0o600)
  return readVariableFile(path)
}

const byHand = (settings: Record<string, string>, secrets: Record<string, string>) =>
  mergeVariables('production', {
    environment: {},
    secretsFile: fillIn('.env.production.secrets', secrets),
    settingsFile: fillIn('.env.production', settings)
  })

const byPipeline = (environment: Record<string, string>) =>
  mergeVariables('production', { environment, secretsFile: null, settingsFile: null })

const requestWith = (provided: DeploymentVariables): DeployRequest => ({
  chosenAccount: 'acc',
  config: PRODUCTION_CONFIG,
  demo: {},
  provided,
  invoicing: RECEIPTS_ONLY,
  isDryRun: false,
  kind: 'production',
  operator: COMPLETE_OPERATOR
})

/** As `npm run admin:create -- --remote`. */
async function createAdmin(): Promise<void> {
  const account = { created_at: 0, email: 'asha@example.com', id: 'admin-1', name: null, password_hash: 'hash' }
  const { output, succeeded } = await withPrivateFile(insertAdminSql(account, false), file =>
    runWrangler(executeArgs(file, { kind: 'production' }), cloudflare.variables)
  )
  expect([output, succeeded]).toEqual([expect.stringContaining('Executed'), true])
}

async function deployed(provided: DeploymentVariables) {
  const output: string[] = []
  const addresses: string[] = []
  const runOnAccount: RunWrangler = async (args, variables = {}) => {
    const finished = await runWrangler(args, { ...variables, ...cloudflare.variables })
    output.push(finished.output)
    return finished
  }
  const health = async (address: string) => {
    addresses.push(address)
    return null
  }
  const print = (line: string) => output.push(line)
  const isUp = await deploy(
    { runWrangler: runOnAccount, build: async () => builtWorker(), health, print },
    requestWith(provided)
  )
  return { addresses, isUp, output: output.join('\n') }
}

describe.runIf(IS_WHOLE)('the deployment to an empty account', { timeout: SLOW_MS }, () => {
  test('names each missing and wrong value in one sentence, and creates nothing', async () => {
    const { account } = cloudflare
    const { isUp, output } = await deployed(byHand({ DOMAIN: 'https://ride' }, { SESSION_SECRET: 'short' }))
    expect(isUp).toBe(false)
    expect([...output.matchAll(/^ {2}– (\w+) ([\w ]+)/gm)].map(([, name, problem]) => `${name} ${problem}`)).toEqual([
      'DOMAIN must be a host name such as ride',
      'PUBLIC_SUPPORT_PHONE is not set',
      'SESSION_SECRET is not usable',
      ...SECRETS.slice(1).map(name => `${name} is not set`)
    ])
    expect([account.databases, account.deployments]).toEqual([[], []])
  })

  test('creates everything from the files of the guide; a pipeline then updates the Worker and keeps its secrets', async () => {
    const { account } = cloudflare
    const first = await deployed(byHand(SETTINGS, VALUES))
    expect(first).toMatchObject({ addresses: ['https://ride.example.com'], isUp: true })
    const [database] = account.databases
    expect(database?.sqlite.prepare('SELECT count(*) AS rides FROM bookings').get()).toEqual({ rides: 0 })
    expect([...account.buckets.keys()]).toEqual(['scootstay-uploads'])
    expect([database?.location, account.bucket('scootstay-uploads').location]).toEqual(['apac', 'apac'])
    expect([account.schedules, account.domains]).toEqual([[{ cron: '* * * * *' }], ['ride.example.com']])
    expect(account.deployments[0]?.bindings).toEqual(
      expect.arrayContaining([
        { id: database?.uuid, name: 'DB', type: 'd1' },
        { bucket_name: 'scootstay-uploads', name: 'UPLOADS', type: 'r2_bucket' },
        { name: 'ENVIRONMENT', text: 'production', type: 'plain_text' },
        { name: 'SITE_URL', text: 'https://ride.example.com', type: 'plain_text' }
      ])
    )
    expect(Object.fromEntries(account.secretsOf('scootstay'))).toEqual(VALUES)
    await createAdmin()
    expect(database?.sqlite.prepare('SELECT email FROM admins').all()).toEqual([{ email: 'asha@example.com' }])

    const live = { RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag', RAZORPAY_KEY_SECRET: 'of-the-live-key' }
    const changed = { ...live, RESEND_API_KEY: 're_of_nobody' }
    const again = await deployed(byPipeline({ ...SETTINGS, ...changed, SESSION_SECRET: '' }))
    expect(again.isUp).toBe(true)
    expect([account.databases.length, account.buckets.size, account.deployments.length]).toEqual([1, 1, 2])
    expect(account.deployments[1]).toEqual(account.deployments[0])
    expect(Object.fromEntries(account.secretsOf('scootstay'))).toEqual({ ...VALUES, ...changed })

    expect(again.output).toContain('npx wrangler secret delete RAZORPAY_TEST_KEYS_ALLOWED')
    await runWrangler(['secret', 'delete', 'RAZORPAY_TEST_KEYS_ALLOWED'], cloudflare.variables)
    expect(account.secretsOf('scootstay').has('RAZORPAY_TEST_KEYS_ALLOWED')).toBe(false)

    const printed = first.output + again.output
    const { RAZORPAY_TEST_KEYS_ALLOWED: _, ...secrets } = { ...VALUES, ...changed }
    for (const secret of Object.values(secrets)) expect(printed).not.toContain(secret)
    expect(printed).not.toMatch(/multiple environments/i)
  })
})
