import { describe, expect, test, vi } from 'vitest'
import { signOut } from '#contract/auth/sign-in.ts'
import { CONFLICT_START_HEADER } from '#contract/kit/endpoint.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { RETRY_AFTER_SECONDS } from '#domain/constants.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { createRouter, handle } from '#server/http/handle.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { refusal, Unavailable } from '#server/runtime/refusal.ts'

// The responses to a call whose operation fails.

function responseOf(work: (call: CallContext) => Promise<{ message: string }>): Promise<Response> {
  const operation = implement(signOut, (_input, _actor, call) => work(call))
  return handle(operation, new Request('http://scootstay.test/api/auth/logout', { method: 'POST' }))
}

const headersOf = (response: Response) => Object.fromEntries(response.headers)

const ERROR_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff'
}

function setHeaders({ responseHeaders }: CallContext): void {
  responseHeaders.append('set-cookie', 'session=token')
  responseHeaders.set('content-type', 'text/csv')
}

describe('an operation that fails after it has set headers', () => {
  test('sends none of them with a refusal', async () => {
    const response = await responseOf(async call => {
      setHeaders(call)
      throw refusal('not_found').withHeaders({ [CONFLICT_START_HEADER]: 'now' })
    })
    expect(response.status).toBe(404)
    expect(headersOf(response)).toMatchObject({ ...ERROR_HEADERS, [CONFLICT_START_HEADER.toLowerCase()]: 'now' })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('sends none of them with an unexpected error', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const response = await responseOf(async call => {
      setHeaders(call)
      throw new Error('The database is away')
    })
    expect(response.status).toBe(500)
    expect(headersOf(response)).toEqual(ERROR_HEADERS)
  })
})

test.each([
  ['by a statement', () => new Unavailable('D1 DB is overloaded')],
  ['by a query of Drizzle', () => new Error('Failed query', { cause: new Unavailable('D1 DB is overloaded') })]
])('a database that is unavailable, as reported %s, is answered with 503 and a time to retry', async (_, failure) => {
  const response = await responseOf(() => Promise.reject(failure()))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, String(RETRY_AFTER_SECONDS)])
  expect(await response.json()).toMatchObject({ code: 'service_busy', detail: apiErrorsText.serviceBusy })
})

test('an operation that succeeds sends the headers that it has set', async () => {
  const response = await responseOf(async call => {
    call.responseHeaders.append('set-cookie', 'session=token')
    return { message: 'Done' }
  })
  expect(response.headers.getSetCookie()).toEqual(['session=token'])
})

test('a path or method that does not exist has the headers of an error', async () => {
  const answer = createRouter([implement(getProfile, () => Promise.reject(new Error('Not called')))])
  const request = new Request('http://scootstay.test/api', { method: 'DELETE' })
  expect(headersOf(await answer('nowhere', request))).toEqual(ERROR_HEADERS)
  expect(headersOf(await answer('profile', request))).toEqual({ ...ERROR_HEADERS, allow: 'GET, HEAD' })
})
