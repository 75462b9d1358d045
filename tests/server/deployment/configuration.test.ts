import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import { forgotPassword } from '#messages/account/password-reset.ts'
import { noMailService } from '#messages/admin/dashboard.ts'
import * as text from '#messages/api-errors.ts'

const STRONG = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
const LIVE = {
  ENVIRONMENT: 'production',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: `key-${STRONG}`,
  RAZORPAY_WEBHOOK_SECRET: `webhook-${STRONG}`,
  SESSION_SECRET: STRONG
}

const BUILT = './dist/server/wrangler.json'

/** The built Worker with these variables instead of the developer's. */
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

// tests/model/runtime/production.test.ts tests which variables are safe.
test("a Worker with an unsafe configuration answers 503 and logs the variable's name, never its value", async () => {
  const { detail, logs, status } = await answerWith({ ...LIVE, PAYMENT_PROVIDER: 'sandbox' })
  expect([status, detail]).toEqual([
    503,
    { code: 'service_unavailable', detail: text.serviceUnavailable, request_id: expect.stringMatching(/^\w+$/) }
  ])
  expect(logs.join('\n')).toContain('PAYMENT_PROVIDER')
  expect(logs.join('\n')).not.toContain(STRONG)
})

describe('a Worker that was deployed without', () => {
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

test('a Worker with a complete production configuration serves its API', async () => {
  const { detail, logs, status } = await answerWith(LIVE, '/api/profile')
  expect([status, detail]).toEqual([401, { code: 'not_authenticated', detail: text.notAuthenticated }])
  expect(logs.join('\n')).not.toContain('misconfigured')
})

test('the portal of a production site without a mail service says so, and the sign-in offers no new password', async () => {
  const pages = async (secrets: Record<string, string>) => {
    const harness = createTestHarness({ workers: [{ configPath: BUILT, secrets }] })
    await harness.listen()
    const headers = { cookie: 'userType=admin' }
    const portal = await (await harness.fetch('/admin', { headers })).text()
    const signIn = await (await harness.fetch('/auth')).text()
    const reset = await harness.fetch('/auth/forgot')
    await harness.close()
    return { portal, reset: reset.status, signIn }
  }
  const without = await pages(LIVE)
  expect(without.portal).toContain(noMailService)
  expect(without.signIn).not.toContain(forgotPassword)
  expect(without.reset).toBe(404)
  const mail = {
    MAIL_FROM: 'rides@example.com',
    MAIL_PROVIDER: 'resend',
    RESEND_API_KEY: 're_1',
    SITE_URL: 'https://example.com'
  }
  const withMail = await pages({ ...LIVE, ...mail })
  expect(withMail.portal).not.toContain(noMailService)
  expect(withMail.signIn).toContain(forgotPassword)
  expect(withMail.reset).toBe(200)
})
