import { beforeEach, describe, expect, test } from 'vitest'
import { paySandbox } from '#server/payments/sandbox.ts'
import { env, misconfiguredVariable, razorpayConfig, throttleMultiplier } from '#server/runtime/env.ts'

// What production must never do, asked of the code itself: nothing here leaves this process.

const LIVE = {
  ENVIRONMENT: 'production',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_API_URL: 'https://provider.of.somebody.else',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'of-the-key',
  RAZORPAY_WEBHOOK_SECRET: 'of-the-webhook',
  SESSION_SECRET: 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
}

beforeEach(() => {
  Object.assign(env, { RAZORPAY_TEST_KEYS_ALLOWED: undefined, ...LIVE })
})

const TEST_KEY = 'rzp_test_1DP5mmOlF5G5ag'

describe('a Worker', () => {
  test.each([
    ['production without a payment provider', { PAYMENT_PROVIDER: undefined }, 'PAYMENT_PROVIDER'],
    ['production with the sandbox beside live keys', { PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER'],
    [
      "production with a developer's secret",
      { SESSION_SECRET: 'for-this-machine-only-never-in-production' },
      'SESSION_SECRET'
    ],
    ['an environment that nobody knows', { ENVIRONMENT: 'staging', PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER'],
    ['a weak secret', { ENVIRONMENT: 'development', SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    ['a secret of one character', { ENVIRONMENT: 'development', SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET'],
    [
      'a secret that says one word again and again',
      { ENVIRONMENT: 'development', SESSION_SECRET: 'Scooters-2026!'.repeat(3) },
      'SESSION_SECRET'
    ],
    ['no secret', { ENVIRONMENT: 'development', SESSION_SECRET: undefined }, 'SESSION_SECRET'],
    ['no payment provider', { ENVIRONMENT: 'development', PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER'],
    ["PAY-26: production without the provider's key", { RAZORPAY_KEY_ID: '' }, 'RAZORPAY_KEY_ID'],
    ["PAY-26: production without the key's secret", { RAZORPAY_KEY_SECRET: '' }, 'RAZORPAY_KEY_SECRET'],
    ["PAY-26: production without the webhook's secret", { RAZORPAY_WEBHOOK_SECRET: '' }, 'RAZORPAY_WEBHOOK_SECRET'],
    ['PAY-26: production with a key for tests', { RAZORPAY_KEY_ID: TEST_KEY }, 'RAZORPAY_KEY_ID']
  ])('does not run unsafely: %s', (_, variables, variable) => {
    Object.assign(env, variables)
    expect(misconfiguredVariable()).toBe(variable)
  })

  test('PAY-26: runs in production with keys for tests where that is allowed', () => {
    Object.assign(env, { RAZORPAY_KEY_ID: TEST_KEY, RAZORPAY_TEST_KEYS_ALLOWED: 'yes' })
    expect(misconfiguredVariable()).toBe(null)
  })
})

describe('production', () => {
  test("PAY-26: asks the provider at its own address, whatever a variable says; a developer's machine at that", () => {
    expect(misconfiguredVariable()).toBe(null)
    expect(razorpayConfig().apiUrl).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'staging'
    expect(razorpayConfig().apiUrl).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'development'
    expect(razorpayConfig().apiUrl).toBe(LIVE.RAZORPAY_API_URL)
  })

  test("gives nobody's address more than its share, whatever a variable says", () => {
    const sharesIn = (environment: string | undefined) => {
      Object.assign(env, { ENVIRONMENT: environment, THROTTLE_TIMES: '1000' })
      return throttleMultiplier()
    }
    expect(['production', 'staging', undefined, 'development'].map(sharesIn)).toEqual([1, 1, 1, 1000])
    env.THROTTLE_TIMES = undefined
    expect(throttleMultiplier()).toBe(1)
  })

  test.each([
    'a'.repeat(64),
    'changeme'.repeat(8),
    '0123456789'.repeat(4),
    'correct-horse-battery-staple-1'.repeat(2),
    'k3yboard-cat-9f2c1d7e5a8b4063-l'
  ])('signs no session with a secret that can be guessed: %j', secret => {
    env.SESSION_SECRET = secret
    expect(misconfiguredVariable()).toBe('SESSION_SECRET')
  })

  test.each([
    '9f2c1d7e5a8b40639f2c1d7e5a8b4064',
    '6b0c7e66a4ff4c9f8d2a10b6f0d9a2c3',
    'Vw5b2bN1xk8z4JqYt7uRj3sP0aLmQeDc'
  ])('signs sessions with a random one: %j', secret => {
    env.SESSION_SECRET = secret
    expect(misconfiguredVariable()).toBe(null)
  })

  test.each([
    undefined,
    '',
    'rzp_live_',
    'rzp_live',
    'rzp_sandbox_demo',
    'key',
    ' rzp_live_1DP5mm',
    'rzp_live_1DP5mm\n',
    'RZP_LIVE_1DP5'
  ])('PAY-26: takes no key that is none: %j', key => {
    env.RAZORPAY_KEY_ID = key
    expect(misconfiguredVariable()).toBe('RAZORPAY_KEY_ID')
  })

  test.each([undefined, '', 'no', 'true', '1', 'YES', ' yes'])(
    'PAY-26: takes test keys on one word alone, and not on %j',
    word => {
      Object.assign(env, { RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag', RAZORPAY_TEST_KEYS_ALLOWED: word })
      expect(misconfiguredVariable()).toBe('RAZORPAY_KEY_ID')
      env.RAZORPAY_TEST_KEYS_ALLOWED = 'yes'
      expect(misconfiguredVariable()).toBe(null)
    }
  )

  test('PAY-26: is not content with the secret of before for its webhooks', () => {
    Object.assign(env, { RAZORPAY_WEBHOOK_SECRET: '', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the-one-before' })
    expect(misconfiguredVariable()).toBe('RAZORPAY_WEBHOOK_SECRET')
  })

  test.each([
    ['with the provider', LIVE],
    ['with the sandbox', { ...LIVE, PAYMENT_PROVIDER: 'sandbox' }],
    ['that nobody knows', { ...LIVE, ENVIRONMENT: 'staging', PAYMENT_PROVIDER: 'sandbox' }],
    ['for development, with the provider', { ...LIVE, ENVIRONMENT: 'development' }]
  ])("PAY-27: has no sandbox's bank in an environment %s", async (_, variables) => {
    Object.assign(env, variables)
    const owner = { email: 'r@example.test', id: 'r', property_id: 'p' }
    const paying = paySandbox({ body: { outcome: 'success' }, params: { order_id: 'order_1' } }, owner as never, {
      headers: new Headers(),
      isSecure: true,
      now: new Date(),
      responseHeaders: new Headers()
    })
    await expect(paying).rejects.toMatchObject({ status: 404 })
  })
})
