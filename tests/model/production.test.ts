import { beforeEach, describe, expect, test } from 'vitest'
import { env, gateway, misconfigured, throttleTimes } from '#server/env.ts'
import { paySandbox } from '#server/sandbox.ts'

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

describe('production', () => {
  test("PAY-26: asks the provider at its own address, whatever a variable says; a developer's machine at that", () => {
    expect(misconfigured()).toBe(null)
    expect(gateway().api_url).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'staging'
    expect(gateway().api_url).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'development'
    expect(gateway().api_url).toBe(LIVE.RAZORPAY_API_URL)
  })

  test("gives nobody's address more than its share, whatever a variable says", () => {
    const sharesIn = (environment: string | undefined) => {
      Object.assign(env, { ENVIRONMENT: environment, THROTTLE_TIMES: '1000' })
      return throttleTimes()
    }
    expect(['production', 'staging', undefined, 'development'].map(sharesIn)).toEqual([1, 1, 1, 1000])
    env.THROTTLE_TIMES = undefined
    expect(throttleTimes()).toBe(1)
  })

  test.each([
    'a'.repeat(64),
    'changeme'.repeat(8),
    '0123456789'.repeat(4),
    'correct-horse-battery-staple-1'.repeat(2),
    'k3yboard-cat-9f2c1d7e5a8b4063-l'
  ])('signs no session with a secret that can be guessed: %j', secret => {
    env.SESSION_SECRET = secret
    expect(misconfigured()).toBe('SESSION_SECRET')
  })

  test.each([
    '9f2c1d7e5a8b40639f2c1d7e5a8b4064',
    '6b0c7e66a4ff4c9f8d2a10b6f0d9a2c3',
    'Vw5b2bN1xk8z4JqYt7uRj3sP0aLmQeDc'
  ])('signs sessions with a random one: %j', secret => {
    env.SESSION_SECRET = secret
    expect(misconfigured()).toBe(null)
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
    expect(misconfigured()).toBe('RAZORPAY_KEY_ID')
  })

  test.each([undefined, '', 'no', 'true', '1', 'YES', ' yes'])(
    'PAY-26: takes test keys on one word alone, and not on %j',
    word => {
      Object.assign(env, { RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag', RAZORPAY_TEST_KEYS_ALLOWED: word })
      expect(misconfigured()).toBe('RAZORPAY_KEY_ID')
      env.RAZORPAY_TEST_KEYS_ALLOWED = 'yes'
      expect(misconfigured()).toBe(null)
    }
  )

  test('PAY-26: is not content with the secret of before for its webhooks', () => {
    Object.assign(env, { RAZORPAY_WEBHOOK_SECRET: '', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the-one-before' })
    expect(misconfigured()).toBe('RAZORPAY_WEBHOOK_SECRET')
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
      reply: new Headers()
    })
    await expect(paying).rejects.toMatchObject({ status: 404 })
  })
})
