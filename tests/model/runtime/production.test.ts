import { beforeEach, describe, expect, test } from 'vitest'
import { paySandboxOrder } from '#server/payments/provider/sandbox.ts'
import { alertConfig, env, mailConfig, misconfiguredVariable, razorpayConfig, scaledMax } from '#server/runtime/env.ts'

// What production must never do, tested on the code itself without any network.

const LIVE = {
  ENVIRONMENT: 'production',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_API_URL: 'https://provider.of.somebody.else',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'of-the-key',
  RAZORPAY_WEBHOOK_SECRET: 'of-the-webhook',
  SESSION_SECRET: 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
}

const MAIL = {
  MAIL_FROM: 'ScootStay <rides@example.com>',
  MAIL_PROVIDER: 'resend',
  RESEND_API_KEY: 're_1',
  RESEND_API_URL: 'https://mail.of.somebody.else',
  SITE_URL: 'https://example.com'
}
const NO_MAIL = Object.fromEntries(Object.keys(MAIL).map(name => [name, undefined]))

beforeEach(() => {
  Object.assign(env, { RAZORPAY_TEST_KEYS_ALLOWED: undefined, ...NO_MAIL, ...LIVE })
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
    ['an unknown environment', { ENVIRONMENT: 'staging', PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER'],
    ['a weak secret', { ENVIRONMENT: 'development', SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    ['a secret of one character', { ENVIRONMENT: 'development', SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET'],
    [
      'a secret that repeats one word',
      { ENVIRONMENT: 'development', SESSION_SECRET: 'Scooters-2026!'.repeat(3) },
      'SESSION_SECRET'
    ],
    ['no secret', { ENVIRONMENT: 'development', SESSION_SECRET: undefined }, 'SESSION_SECRET'],
    ['no payment provider', { ENVIRONMENT: 'development', PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER'],
    ["production without the provider's key", { RAZORPAY_KEY_ID: '' }, 'RAZORPAY_KEY_ID'],
    ["production without the key's secret", { RAZORPAY_KEY_SECRET: '' }, 'RAZORPAY_KEY_SECRET'],
    ["production without the webhook's secret", { RAZORPAY_WEBHOOK_SECRET: '' }, 'RAZORPAY_WEBHOOK_SECRET'],
    ['production with a test key', { RAZORPAY_KEY_ID: TEST_KEY }, 'RAZORPAY_KEY_ID'],
    ['an unknown mail service', { MAIL_PROVIDER: 'pigeon' }, 'MAIL_PROVIDER'],
    ['a mail service without a sender', { ...MAIL, MAIL_FROM: '' }, 'MAIL_FROM'],
    ['a sender without a domain', { ...MAIL, MAIL_FROM: 'ScootStay' }, 'MAIL_FROM'],
    ['a mail service without the address of the site', { ...MAIL, SITE_URL: undefined }, 'SITE_URL'],
    ['a site address with a path', { ...MAIL, SITE_URL: 'https://example.com/app' }, 'SITE_URL'],
    ['Resend without its key', { ...MAIL, RESEND_API_KEY: '' }, 'RESEND_API_KEY'],
    ['Cloudflare Email Service without its binding', { ...MAIL, MAIL_PROVIDER: 'cloudflare' }, 'EMAIL']
  ])('does not run unsafely: %s', (_, variables, variable) => {
    Object.assign(env, variables)
    expect(misconfiguredVariable()).toBe(variable)
  })

  test('runs in production with test keys if that is allowed', () => {
    Object.assign(env, { RAZORPAY_KEY_ID: TEST_KEY, RAZORPAY_TEST_KEYS_ALLOWED: 'yes' })
    expect(misconfiguredVariable()).toBe(null)
  })
})

describe('production', () => {
  test("sends mails to the mail service's own address", () => {
    Object.assign(env, MAIL)
    expect(misconfiguredVariable()).toBe(null)
    expect(mailConfig().apiUrl).toBe('https://api.resend.com')
  })

  test("uses the provider's own address and ignores the variable, which only development uses", () => {
    expect(misconfiguredVariable()).toBe(null)
    expect(razorpayConfig().apiUrl).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'staging'
    expect(razorpayConfig().apiUrl).toBe('https://api.razorpay.com')
    env.ENVIRONMENT = 'development'
    expect(razorpayConfig().apiUrl).toBe(LIVE.RAZORPAY_API_URL)
  })

  test('applies the rate limit of an address and ignores the variable', () => {
    const multiplierIn = (environment: string | undefined) => {
      Object.assign(env, { ENVIRONMENT: environment, THROTTLE_TIMES: '1000' })
      return scaledMax(1)
    }
    expect(['production', 'staging', undefined, 'development'].map(multiplierIn)).toEqual([1, 1, 1, 1000])
    env.THROTTLE_TIMES = undefined
    expect(scaledMax(1)).toBe(1)
  })

  test.each([
    'a'.repeat(64),
    'changeme'.repeat(8),
    '0123456789'.repeat(4),
    'correct-horse-battery-staple-1'.repeat(2),
    'k3yboard-cat-9f2c1d7e5a8b4063-l'
  ])('rejects a session secret that can be guessed: %j', secret => {
    env.SESSION_SECRET = secret
    expect(misconfiguredVariable()).toBe('SESSION_SECRET')
  })

  test.each([
    '9f2c1d7e5a8b40639f2c1d7e5a8b4064',
    '6b0c7e66a4ff4c9f8d2a10b6f0d9a2c3',
    'Vw5b2bN1xk8z4JqYt7uRj3sP0aLmQeDc'
  ])('accepts a random session secret: %j', secret => {
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
  ])('rejects an invalid provider key: %j', key => {
    env.RAZORPAY_KEY_ID = key
    expect(misconfiguredVariable()).toBe('RAZORPAY_KEY_ID')
  })

  test.each([undefined, '', 'no', 'true', '1', 'YES', ' yes'])(
    'accepts test keys for the value yes only, and not for %j',
    fragment => {
      Object.assign(env, { RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag', RAZORPAY_TEST_KEYS_ALLOWED: fragment })
      expect(misconfiguredVariable()).toBe('RAZORPAY_KEY_ID')
      env.RAZORPAY_TEST_KEYS_ALLOWED = 'yes'
      expect(misconfiguredVariable()).toBe(null)
    }
  )

  test('requires a current webhook secret even if there is a previous one', () => {
    Object.assign(env, { RAZORPAY_WEBHOOK_SECRET: '', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the-one-before' })
    expect(misconfiguredVariable()).toBe('RAZORPAY_WEBHOOK_SECRET')
  })

  test.each([
    ['with the provider', LIVE],
    ['with the sandbox', { ...LIVE, PAYMENT_PROVIDER: 'sandbox' }],
    ['of an unknown name', { ...LIVE, ENVIRONMENT: 'staging', PAYMENT_PROVIDER: 'sandbox' }],
    ['for development, with the provider', { ...LIVE, ENVIRONMENT: 'development' }]
  ])('has no sandbox bank in an environment %s', async (_, variables) => {
    Object.assign(env, variables)
    const owner = { id: 'r', property_id: 'p' }
    const paying = paySandboxOrder({ body: { outcome: 'success' }, params: { order_id: 'order_1' } }, owner, {
      clock: () => new Date(),
      headers: new Headers(),
      isSecure: true,
      now: new Date(),
      responseHeaders: new Headers()
    })
    await expect(paying).rejects.toMatchObject({ status: 404 })
  })
})

describe('alerts', () => {
  const ALERTS = { ALERT_WEBHOOK_URL: 'https://hook.example/1', HEARTBEAT_URL: 'https://heart.example/1' }

  test('go to https only in production, and never stop the API', () => {
    Object.assign(env, ALERTS)
    expect(alertConfig()).toMatchObject({
      heartbeatUrl: ALERTS.HEARTBEAT_URL,
      unusable: [],
      webhookUrl: ALERTS.ALERT_WEBHOOK_URL
    })
    Object.assign(env, { ALERT_WEBHOOK_URL: 'http://hook.example/1', HEARTBEAT_URL: 'heart.example' })
    expect(alertConfig()).toMatchObject({
      heartbeatUrl: null,
      unusable: ['ALERT_WEBHOOK_URL', 'HEARTBEAT_URL'],
      webhookUrl: null
    })
    expect(misconfiguredVariable()).toBe(null)
    Object.assign(env, { ENVIRONMENT: 'development' })
    expect(alertConfig()).toMatchObject({ unusable: ['HEARTBEAT_URL'], webhookUrl: 'http://hook.example/1' })
    Object.assign(env, { ALERT_WEBHOOK_URL: undefined, HEARTBEAT_URL: undefined })
    expect(alertConfig()).toMatchObject({ heartbeatUrl: null, unusable: [], webhookUrl: null })
  })
})
