import { DrizzleQueryError } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { logError, logException } from '#server/runtime/log.ts'

// A line holds what its list of fields names; whatever an error carries along stays out of it.

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

describe('a line', () => {
  test.each([
    ['a query', () => new DrizzleQueryError('select ?', [SECRET], new Error('D1_ERROR: no such table'))],
    ['a query, and nothing else', () => new DrizzleQueryError('select ?', [SECRET])],
    ['what was sent', () => thrownBy(() => JSON.parse(`${SECRET} is no JSON`))],
    ['what was answered', () => thrownBy(() => v.parse(v.number(), SECRET))],
    ['what is no error', () => SECRET]
  ])('of an error that quotes %s has its name and its stack, not the quotation', async (_, make) => {
    const error = await make()
    expect(JSON.stringify([error, String(error)])).toContain('papaya')
    logException(error)
    expect(written.join()).not.toContain('papaya')
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ error: expect.any(String), event: 'error', level: 'error' })
  })

  test('tells the cause that the query builder wraps', () => {
    logException(new DrizzleQueryError('select ?', [SECRET], new Error('D1_ERROR: no such table')))
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ message: 'D1_ERROR: no such table', stack: expect.any(Array) })
  })

  test('has no field that is not on the list, whoever hands it over', () => {
    logError('error', { booking_id: '7', email: SECRET, token: SECRET } as { booking_id: string })
    expect(written).toEqual(['{"level":"error","event":"error","booking_id":"7"}'])
  })
})
