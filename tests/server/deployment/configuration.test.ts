import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MINUTES, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { signedInAdmin } from '#tests/helpers/data/people.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { builtWorker } from '../../../scripts/build/build.ts'
import { startLocalWorker } from '../../../scripts/serve/local-worker.ts'

const STRONG = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
const LIVE = {
  ENVIRONMENT: 'production',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: `key-${STRONG}`,
  RAZORPAY_WEBHOOK_SECRET: `webhook-${STRONG}`,
  SESSION_SECRET: STRONG
}

const BUILT = builtWorker()

/** The built Worker with these variables instead of the developer's. */
async function answerWith(variables: Record<string, string>, config = BUILT) {
  const { logs, server, url } = await startLocalWorker({ config, variables })
  const reply = await server.dispatchFetch(new URL('/api/properties', url))
  const answer = { detail: await reply.json(), logs: [...logs], status: reply.status }
  await server.dispose()
  return answer
}

// tests/model/runtime/production.test.ts tests which variables are safe.
test("a Worker with an unsafe configuration answers 503 and logs the variable's name, never its value", async () => {
  const { detail, logs, status } = await answerWith({ ...LIVE, PAYMENT_PROVIDER: 'sandbox' })
  expect([status, detail]).toEqual([
    503,
    {
      code: 'service_unavailable',
      detail: apiErrorsText.serviceUnavailable,
      request_id: expect.stringMatching(/^\w+$/)
    }
  ])
  expect(logs.join('\n')).toContain('PAYMENT_PROVIDER')
  expect(logs.join('\n')).not.toContain(STRONG)
})

describe('a Worker that was deployed without', () => {
  test.each([
    ['its database', 'DB', { d1_databases: [] }],
    ['its bucket', 'UPLOADS', { r2_buckets: [] }]
  ])('%s answers 503 and logs the name of what is missing', async (_, binding, changes) => {
    const config = join(dirname(BUILT), `without-${binding}.json`)
    writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(BUILT, 'utf8')), ...changes }))
    const { detail, logs, status } = await answerWith(LIVE, config)
    rmSync(config)
    expect([status, detail]).toMatchObject([503, { detail: apiErrorsText.serviceUnavailable }])
    expect(logs.join('\n')).toContain(`"variable":"${binding}"`)
  })
})

const getPage = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await app.fetch(path, { headers })
  return { html: await reply.text(), status: reply.status }
}
/** The overview of an owner. */
async function getOverview(): Promise<string> {
  const { token } = await signedInAdmin()
  return (await getPage('/admin', { cookie: `userType=admin; session=${token}` })).html
}

describe('a production site without a mail service', () => {
  startApp(() => LIVE)

  test('serves its API', async () => {
    const reply = await app.fetch('/api/profile')
    expect([reply.status, await reply.json()]).toEqual([
      401,
      { code: 'not_authenticated', detail: apiErrorsText.notAuthenticated }
    ])
    expect(app.logs().join('\n')).not.toContain('misconfigured')
  })

  test('runs a cron that is scheduled hours ahead at the time of its clock', async () => {
    await app.runMinute(addMinutes(new Date(), 5 * HOUR_MINUTES))
    const [run] = await sql<{ ahead: number }>("SELECT ended_at - unixepoch() AS ahead FROM runs WHERE job = 'minute'")
    expect(run?.ahead).toBeLessThan(MINUTE_SECONDS)
  })

  test('says so in the overview, and the sign-in offers no new password', async () => {
    expect(await getOverview()).toContain(dashboardText.noMailService)
    expect((await getPage('/auth')).html).not.toContain(passwordResetText.forgotPassword)
    expect((await getPage('/auth/forgot')).status).toBe(404)
  })
})

describe('a production site with a mail service', () => {
  startApp(() => ({
    ...LIVE,
    MAIL_FROM: 'rides@example.com',
    MAIL_PROVIDER: 'resend',
    RESEND_API_KEY: 're_1',
    SITE_URL: 'https://example.com'
  }))

  test('offers a new password at the sign-in', async () => {
    expect(await getOverview()).not.toContain(dashboardText.noMailService)
    expect((await getPage('/auth')).html).toContain(passwordResetText.forgotPassword)
    expect((await getPage('/auth/forgot')).status).toBe(200)
  })
})
