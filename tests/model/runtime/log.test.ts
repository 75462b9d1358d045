import { DrizzleQueryError } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { logError, logException } from '#server/runtime/log.ts'

// A line contains only the fields of its list, whatever properties an error has.

const SECRET = 'papaya@orchard.test'
let written: string[]

beforeEach(() => {
  written = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void written.push(line))
})

function thrownBy(work: () => unknown): unknown {
  return Promise.resolve()
    .then(work)
    .catch((error: unknown) => error)
}

describe('a log line', () => {
  test.each([
    ['a query', () => new DrizzleQueryError('select ?', [SECRET], new Error('D1_ERROR: no such table'))],
    ['a query and nothing else', () => new DrizzleQueryError('select ?', [SECRET])],
    ['the request', () => thrownBy(() => JSON.parse(`${SECRET} is no JSON`))],
    ['the response', () => thrownBy(() => v.parse(v.number(), SECRET))],
    ['a value that is no error', () => SECRET]
  ])('of an error that quotes %s has its name and its stack, not the quotation', async (_, make) => {
    const error = await make()
    expect(JSON.stringify([error, String(error)])).toContain('papaya')
    logException(error)
    expect(written.join()).not.toContain('papaya')
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      error: expect.any(String),
      event: 'unexpected_error',
      level: 'error'
    })
  })

  test('contains the cause that the query builder wraps', () => {
    logException(new DrizzleQueryError('select ?', [SECRET], new Error('D1_ERROR: no such table')))
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ message: 'D1_ERROR: no such table', stack: expect.any(Array) })
  })

  test('drops every field that is not on the list', () => {
    logError('unexpected_error', { booking_id: '7', email: SECRET, token: SECRET } as { booking_id: string })
    expect(written).toEqual(['{"level":"error","event":"unexpected_error","booking_id":"7"}'])
  })
})
