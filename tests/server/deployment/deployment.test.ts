import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCloudflare } from '#tests/cloudflare/server.ts'
import { builtWorker } from '../../../scripts/build/build.ts'
import { SECRETS } from '../../../scripts/deploy/checks.ts'
import type { RunWrangler } from '../../../scripts/deploy/cloudflare.ts'
import { type DeployRequest, deploy } from '../../../scripts/deploy/deploy.ts'
import { runTool } from '../../../scripts/kit/processes.ts'

// The real wrangler against a fake of Cloudflare's API.

const REQUEST: DeployRequest = {
  chosenAccount: 'acc',
  database_id: undefined,
  database_name: 'scootstay',
  demo: {},
  file: {},
  isDryRun: false,
  public: { PUBLIC_SUPPORT_PHONE: '' },
  variables: { ENVIRONMENT: 'production', PAYMENT_PROVIDER: 'razorpay' }
}

const SLOW_MS = 120_000

let cloudflare: Awaited<ReturnType<typeof startCloudflare>>

beforeEach(async () => {
  cloudflare = await startCloudflare()
})
afterEach(() => cloudflare.close())

async function deployed(request: DeployRequest = REQUEST) {
  const output: string[] = []
  const commands: string[] = []
  const runWrangler: RunWrangler = (args, variables = {}) =>
    runTool('wrangler', args, { output: 'keep', variables: { ...variables, ...cloudflare.variables } })
  const health = async (address: string) => {
    commands.push(address)
    return null
  }
  const isUp = await deploy(
    { runWrangler, build: async () => builtWorker(), health, print: line => output.push(line) },
    request
  )
  return { commands, isUp, output: output.join('\n') }
}

describe('the deployment to an empty account', { timeout: SLOW_MS }, () => {
  test('lists the missing secrets and creates nothing', async () => {
    const { account } = cloudflare
    const { isUp, output } = await deployed()
    expect(isUp).toBe(false)
    for (const name of SECRETS) expect(output).toContain(name)
    expect([account.databases, account.deployments]).toEqual([[], []])
  })

  test('creates database, tables, bucket, cron and Worker when the secrets are set; the next one only updates the Worker, at its own domain', async () => {
    const { account } = cloudflare
    Object.assign(account, { hasWorker: true, secrets: SECRETS })
    const first = await deployed()
    expect(first).toMatchObject({ commands: ['https://scootstay.rides.workers.dev'], isUp: true })
    const [database] = account.databases
    expect(database?.sqlite.prepare('SELECT count(*) AS rides FROM bookings').get()).toEqual({ rides: 0 })
    expect([...account.buckets]).toEqual(['scootstay-uploads'])
    expect(account.schedules).toEqual([{ cron: '* * * * *' }])
    expect(JSON.parse(account.deployments[0] ?? '')).toEqual(
      expect.arrayContaining([
        { id: database?.uuid, name: 'DB', type: 'd1' },
        { bucket_name: 'scootstay-uploads', name: 'UPLOADS', type: 'r2_bucket' },
        { name: 'ENVIRONMENT', text: 'production', type: 'plain_text' }
      ])
    )

    const again = await deployed({ ...REQUEST, file: { DOMAIN: 'ride.example.com' } })
    expect([account.databases.length, account.deployments.length]).toEqual([1, 2])
    expect(account.deployments[1]).toBe(account.deployments[0])
    expect([again.commands, account.domains]).toEqual([['https://ride.example.com'], ['ride.example.com']])
  })
})
