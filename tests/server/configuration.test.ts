import { describe, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import * as text from '#messages/common.ts'

const STRONG = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'

/** The built Worker with these variables in place of a developer's. */
async function answerWith(secrets: Record<string, string>) {
  const harness = createTestHarness({ workers: [{ configPath: './dist/server/wrangler.json', secrets }] })
  await harness.listen()
  const reply = await harness.fetch('/api/properties')
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
    ['no secret', { ENVIRONMENT: 'development', SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['no payment provider', { ENVIRONMENT: 'development', PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER']
  ])('answers 503 and logs the variable, never its value: %s', async (_, secrets, variable) => {
    const { detail, logs, status } = await answerWith(secrets)
    expect([status, detail]).toEqual([503, { detail: text.serviceUnavailable }])
    expect(logs.join('\n')).toContain(variable)
    expect(logs.join('\n')).not.toContain(STRONG)
  })
})
