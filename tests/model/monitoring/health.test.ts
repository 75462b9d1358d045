import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DATABASE_TIMEOUT_MS } from '#domain/constants.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { handle } from '#server/http/handle.ts'
import { getHealth } from '#server/monitoring/health.ts'
import { databaseSize, env, rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { emptyTables } from '#tests/model/harness/harness.ts'

// What the health answers when a part that it checks is missing.

const VALID_ENV = { ...env }
const bucket = (head: () => Promise<unknown>) => Object.assign(env, { UPLOADS: { head } })

beforeEach(() => {
  stopFaults()
  Object.assign(env, VALID_ENV)
  bucket(async () => null)
  emptyTables('runs')
  rows("INSERT INTO runs (job, ended_at, troubles) VALUES ('minute', unixepoch(), 0)")
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

async function requestHealth() {
  const reply = await handle(getHealth, new Request('https://site.test/api/health'))
  return { answer: await reply.json(), status: reply.status }
}

describe('the health', () => {
  test.each([
    ['fails', () => Promise.reject(new Error('bucket'))],
    ['does not answer', () => new Promise<null>(() => undefined)]
  ])('is not ok when the bucket %s', async (_, head) => {
    bucket(head)
    vi.useFakeTimers()
    const pending = requestHealth()
    await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
    vi.useRealTimers()
    expect(await pending).toMatchObject({
      answer: { database: 'reachable', pictures: 'unreachable', status: 'unavailable' },
      status: 503
    })
  })

  test.each([
    ['fails', { error: new Error('D1_ERROR: internal error'), isDone: false }],
    ['does not answer', { error: null, isDone: false }]
  ])('is not ok when the database %s', async (_, fault) => {
    injectFaults(() => fault)
    vi.useFakeTimers()
    const pending = requestHealth()
    await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
    vi.useRealTimers()
    expect(await pending).toMatchObject({
      answer: { database: 'unreachable', pictures: 'reachable', status: 'unavailable' },
      status: 503
    })
  })

  test.each([
    [6_999_999_999, []],
    [7_000_000_000, [{ count: 7, name: 'database_filling' }]],
    [9_999_998_976, [{ count: 9, name: 'database_filling' }]]
  ])('tells of a database that fills: %i bytes', async (bytes, checks) => {
    databaseSize.bytes = bytes
    onTestFinished(() => {
      databaseSize.bytes = 0
    })
    expect((await requestHealth()).answer).toMatchObject({ checks, database_size: bytes })
  })

  test('says how large it is, and what is possible', () => {
    expect(systemStatusText.problemText('database_filling', 7)).toBe('The database is 7 GB of 10.')
  })

  test('answers without further checks if the API lacks a variable, and does not name it', async () => {
    env.SESSION_SECRET = ''
    injectFaults(() => ({ error: new Error('nobody is to ask'), isDone: false }))
    const { answer, status } = await requestHealth()
    expect(status).toBe(503)
    expect(answer).toEqual({
      checks: [{ count: 1, name: 'misconfigured' }],
      cron: null,
      database: null,
      database_size: null,
      invariants: null,
      messages: null,
      papers_expiring: null,
      payments: null,
      pictures: null,
      pictures_missing: null,
      status: 'misconfigured',
      version: 'unknown'
    })
    expect(stopFaults().filter(({ operation }) => !operation.includes('failing_items'))).toEqual([])
    await vi.waitFor(() =>
      expect(console.error).toHaveBeenCalledWith(expect.stringContaining('"variable":"SESSION_SECRET"'))
    )
  })
})
