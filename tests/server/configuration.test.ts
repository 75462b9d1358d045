import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import * as text from '#messages/common.ts'

const STRONG = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
const TEST_KEY = 'rzp_test_1DP5mmOlF5G5ag'
const LIVE = {
  ENVIRONMENT: 'production',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: `key-${STRONG}`,
  RAZORPAY_WEBHOOK_SECRET: `webhook-${STRONG}`,
  SESSION_SECRET: STRONG
}

const BUILT = './dist/server/wrangler.json'

/** The built Worker with these variables in place of a developer's. */
async function answerWith(secrets: Record<string, string>, path = '/api/properties', configPath = BUILT) {
  const harness = createTestHarness({ workers: [{ configPath, secrets }] })
  await harness.listen()
  const reply = await harness.fetch(path)
  const answer = {
    detail: await reply.json(),
    logs: harness.getLogs().map(({ message }) => message),
    status: reply.status
  }
  await harness.close()
  return answer
}

describe('a Worker that is not configured safely', () => {
  test.each([
    ['production without a live gateway', { ENVIRONMENT: 'production', SESSION_SECRET: STRONG }, 'PAYMENT_PROVIDER'],
    [
      'production with the sandbox',
      { ENVIRONMENT: 'production', PAYMENT_PROVIDER: 'sandbox', SESSION_SECRET: STRONG },
      'PAYMENT_PROVIDER'
    ],
    ["production with a developer's secret", { ENVIRONMENT: 'production' }, 'SESSION_SECRET'],
    ['an environment that nobody knows', { ENVIRONMENT: 'staging', SESSION_SECRET: STRONG }, 'PAYMENT_PROVIDER'],
    ['a weak secret', { ENVIRONMENT: 'development', SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    ['a secret of one character', { ENVIRONMENT: 'development', SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET'],
    [
      'a secret that says one word again and again',
      { ENVIRONMENT: 'development', SESSION_SECRET: 'Scooters-2026!'.repeat(3) },
      'SESSION_SECRET'
    ],
    ['no secret', { ENVIRONMENT: 'development', SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['no payment provider', { ENVIRONMENT: 'development', PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER'],
    ["PAY-26: production without the provider's key", { ...LIVE, RAZORPAY_KEY_ID: '' }, 'RAZORPAY_KEY_ID'],
    ["PAY-26: production without the key's secret", { ...LIVE, RAZORPAY_KEY_SECRET: '' }, 'RAZORPAY_KEY_SECRET'],
    [
      "PAY-26: production without the webhook's secret",
      { ...LIVE, RAZORPAY_WEBHOOK_SECRET: '' },
      'RAZORPAY_WEBHOOK_SECRET'
    ],
    ['PAY-26: production with a key for tests', { ...LIVE, RAZORPAY_KEY_ID: TEST_KEY }, 'RAZORPAY_KEY_ID'],
    [
      'PAY-26: production with the sandbox beside live keys',
      { ...LIVE, PAYMENT_PROVIDER: 'sandbox' },
      'PAYMENT_PROVIDER'
    ]
  ])('answers 503 and logs the variable, never its value: %s', async (_, secrets, variable) => {
    const { detail, logs, status } = await answerWith(secrets)
    expect([status, detail]).toEqual([
      503,
      { detail: text.serviceUnavailable, request_id: expect.stringMatching(/^\w+$/) }
    ])
    expect(logs.join('\n')).toContain(variable)
    expect(logs.join('\n')).not.toContain(STRONG)
  })
})

describe('a Worker that was put up without', () => {
  test.each([
    ['its database', 'DB', { d1_databases: [] }],
    ['its bucket', 'UPLOADS', { r2_buckets: [] }]
  ])('%s answers 503 and logs the name of what is missing', async (_, binding, changes) => {
    const config = `./dist/server/without-${binding}.json`
    writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(BUILT, 'utf8')), ...changes }))
    const { detail, logs, status } = await answerWith({ ...LIVE }, '/api/properties', config)
    rmSync(config)
    expect([status, detail]).toMatchObject([503, { detail: text.serviceUnavailable }])
    expect(logs.join('\n')).toContain(`"variable":"${binding}"`)
  })
})

describe('a Worker that is configured as production needs it', () => {
  test.each([
    ['with live keys', LIVE],
    [
      'with keys for tests, where that is allowed',
      { ...LIVE, RAZORPAY_KEY_ID: TEST_KEY, RAZORPAY_TEST_KEYS_ALLOWED: 'yes' }
    ]
  ])('PAY-26: serves its API %s', async (_, secrets) => {
    const { detail, logs, status } = await answerWith(secrets, '/api/profile')
    expect([status, detail]).toEqual([401, { detail: text.notAuthenticated }])
    expect(logs.join('\n')).not.toContain('misconfigured')
  })
})
