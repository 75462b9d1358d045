import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DATABASE_TIMEOUT_MS, RETRY_AFTER_SECONDS } from '#domain/constants.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { withRetries } from '#server/db/client.ts'
import { Unavailable } from '#server/runtime/refusal.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { type Step, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { resume } from '#tests/model/harness/calls.ts'
import * as errors from '#tests/model/harness/errors.ts'
import { startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { bookBy } from '#tests/model/harness/sample-bookings.ts'

// How failures of the database are handled.

startHarnessForEachTest()

const d1 = withRetries(env.DB as unknown as D1Database)

const READ = "SELECT name FROM properties WHERE id = 'p'"
const READ_WITH = "WITH found AS (SELECT name FROM properties WHERE id = 'p') SELECT name FROM found"
const WRITE = "UPDATE properties SET name = name || '!' WHERE id = 'p' RETURNING name"
const WRITE_WITH = `WITH found AS (SELECT 1) ${WRITE}`

const isAny = () => true
const inDatabase = ({ place }: Step) => place === 'database'

const nameNow = () => rows<{ name: string }>(READ)[0]?.name
beforeEach(() => {
  rows("UPDATE properties SET name = 'P' WHERE id = 'p'")
})

const PASSING = {
  'client disconnected': errors.DISCONNECTED,
  'code of the object updated': errors.CODE_UPDATED,
  'code updated': errors.UPDATED,
  'connection lost': errors.LOST,
  'not resolved': errors.UNRESOLVED,
  'no answer in JSON': errors.UNPARSED,
  'object reset': errors.RESET,
  'object storage': errors.OBJECT_RESET,
  'object not resolved': errors.OBJECT_UNRESOLVED,
  'starting up': errors.STARTING,
  storage: errors.STORAGE
}

const CLOSED = {
  'an export under way': errors.EXPORTING,
  'an import under way': errors.IMPORTING,
  'a lock': errors.LOCKED
}

const QUEUED = {
  'object overloaded': errors.OBJECT_OVERLOADED,
  overloaded: errors.OVERLOADED,
  'queued too long': errors.QUEUED_TOO_LONG
}

const HEAVY = {
  'CPU limit': errors.CPU_LIMIT,
  internal: errors.INTERNAL,
  'memory limit': errors.MEMORY_LIMIT,
  'timed out': errors.TIMED_OUT
}

const METHODS: Record<string, (text: string) => Promise<unknown>> = {
  all: text => d1.prepare(text).all(),
  'a batch': text => d1.batch([d1.prepare(text)]),
  first: text => d1.prepare(text).first(),
  raw: text => d1.prepare(text).raw(),
  run: text => d1.prepare(text).run()
}

const METHOD_NAMES = Object.keys(METHODS)

describe('a passing failure of the database', () => {
  test.each(Object.entries({ ...PASSING, ...CLOSED }))('is retried for reads: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error), 3)
    expect(await d1.prepare(READ).first()).toEqual({ name: 'P' })
    expect(stopFaults()).toHaveLength(4)
  })

  test.each(METHOD_NAMES.flatMap(method => [[method, READ] as const, [method, READ_WITH] as const]))(
    'is retried with each read method: %s, %s',
    async (method, text) => {
      errors.failSteps(isAny, errors.applied(errors.LOST), 2)
      await METHODS[method]?.(text)
      expect(stopFaults()).toHaveLength(3)
    }
  )

  test.each(METHOD_NAMES.flatMap(method => [[method, WRITE] as const, [method, WRITE_WITH] as const]))(
    'is not retried for a write, so that nothing is written twice: %s, %s',
    async (method, text) => {
      errors.failSteps(isAny, errors.applied(errors.LOST), 1)
      await expect(METHODS[method]?.(text)).rejects.toThrow(Unavailable)
      expect(stopFaults()).toHaveLength(1)
      expect(nameNow()).toBe('P!')
    }
  )

  test('is retried for a batch only if the batch is marked as idempotent', async () => {
    errors.failSteps(isAny, errors.applied(errors.LOST), 1)
    await d1.batchIdempotent([d1.prepare("UPDATE properties SET name = 'Q' WHERE id = 'p'")])
    expect(stopFaults()).toHaveLength(2)
  })

  test('is not retried for a batch that reads and writes', async () => {
    errors.failSteps(isAny, errors.notApplied(errors.LOST), 1)
    await expect(d1.batch([d1.prepare(READ), d1.prepare(WRITE)])).rejects.toThrow(Unavailable)
    expect(stopFaults()).toHaveLength(1)
  })

  test.each(Object.entries(CLOSED))('is retried for any write, because nothing was begun: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error), 3)
    await d1.batch([d1.prepare(READ), d1.prepare(WRITE)])
    expect(nameNow()).toBe('P!')
  })

  test.each([
    ['a lost connection', errors.LOST],
    ['an export', errors.EXPORTING]
  ])('that lasts is reported after a limited time: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error))
    const startedAt = Date.now()
    await expect(d1.prepare(READ).first()).rejects.toThrow(Unavailable)
    expect(Date.now() - startedAt).toBeLessThanOrEqual(DATABASE_TIMEOUT_MS)
    expect(stopFaults().length).toBeGreaterThan(3)
  })
})

describe('an overloaded database', () => {
  test.each(Object.entries(QUEUED))('is called once more, after a pause: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error), 1)
    const startedAt = Date.now()
    expect(await d1.prepare(READ).first()).toEqual({ name: 'P' })
    expect(Date.now() - startedAt).toBe(500)
    errors.failSteps(isAny, errors.notApplied(error))
    await expect(d1.batchIdempotent([d1.prepare(WRITE)])).rejects.toThrow(Unavailable)
    expect(stopFaults()).toHaveLength(2)
    errors.failSteps(isAny, errors.notApplied(error))
    await expect(d1.prepare(WRITE).run()).rejects.toThrow(Unavailable)
    expect(stopFaults()).toHaveLength(1)
  })

  test.each(Object.entries(HEAVY))('is not called again: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error))
    await expect(d1.prepare(READ).first()).rejects.toThrow(Unavailable)
    await expect(d1.batchIdempotent([d1.prepare(WRITE)])).rejects.toThrow(Unavailable)
    expect(stopFaults()).toHaveLength(2)
  })
})

test.each([
  ['the database', errors.FULL],
  ['the storage of the account', errors.ACCOUNT_FULL]
])('a rider who books while %s is full reads that bookings are paused', async (_, error) => {
  errors.failSteps(step => inDatabase(step) && !/^\s*SELECT/.test(step.operation), errors.notApplied(error))
  expect(await bookBy()).toMatchObject({ detail: apiErrorsText.databaseFull, isDone: false, status: 503 })
})

describe('an error that is not a database failure', () => {
  test.each([
    ['a bug', errors.STOPPED],
    ['a broken rule', new Error('D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT')],
    ['a value over a limit', new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG')],
    ['an unknown limit', new Error('D1_ERROR: The limit of rows is exceeded')],
    ['words of a time limit', new Error('D1_ERROR: no such column: timeout')]
  ])('is thrown unchanged: %s', async (_, error) => {
    errors.failSteps(isAny, errors.notApplied(error))
    await expect(d1.prepare(READ).first()).rejects.toBe(error)
    expect(stopFaults()).toHaveLength(1)
  })
})

test.each(Object.entries({ ...PASSING, ...CLOSED, ...QUEUED, ...HEAVY }))(
  'a rider who books gets 503 and a time to retry while the database is away: %s',
  async (_, error) => {
    errors.failSteps(inDatabase, errors.notApplied(error))
    const answer = await bookBy()
    expect(answer).toMatchObject({ detail: apiErrorsText.serviceBusy, isDone: false, status: 503 })
    expect(answer.isDone || answer.headers.get('retry-after')).toBe(String(RETRY_AFTER_SECONDS))
  }
)

describe('a database that never answers', () => {
  test.each([
    ['books', () => bookBy()],
    ['resumes', () => resume('r0', 'any')]
  ])('answers a rider who %s within three seconds, with 503 and a time to retry', async (_, call) => {
    errors.failSteps(inDatabase, errors.notApplied(null))
    const startedAt = Date.now()
    const answer = await call()
    expect(answer).toMatchObject({ detail: apiErrorsText.serviceBusy, isDone: false, status: 503 })
    expect(answer.isDone || answer.headers.get('retry-after')).toBe(String(RETRY_AFTER_SECONDS))
    expect(Date.now() - startedAt).toBeLessThanOrEqual(3000)
  })

  test('is limited by elapsed time, and not cut off early', async () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    errors.failSteps(inDatabase, errors.notApplied(null))
    const startedAt = performance.now()
    await expect(d1.prepare(READ).first()).rejects.toThrow(Unavailable)
    expect(performance.now() - startedAt).toBeGreaterThan(DATABASE_TIMEOUT_MS - 50)
  })
})
