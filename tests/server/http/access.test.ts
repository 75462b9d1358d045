import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import * as apiErrorsText from '#messages/api-errors.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import { openApi } from '../../../scripts/build/openapi/document.ts'

// What holds for every call, whoever sends it. tests/server/hardening/authorisation.test.ts has the callers.

startApp()

const admin = setUpAdmin()
let rider: Awaited<ReturnType<typeof signedInRider>>
beforeAll(async () => {
  rider = await signedInRider()
})

const withJson = allEndpoints.filter(({ body, encoding = 'json' }) => body && encoding === 'json')

describe('every call', () => {
  test.each(withJson.map(endpoint => [endpointName(endpoint), endpoint] as const))(
    '%s answers 422 with a list to a body that is not JSON',
    async (_, endpoint) => {
      const { token } = endpoint.access === 'admin' ? admin : rider
      const path = endpoint.path.replace(/\{\w+\}/g, 'x')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      for (const body of ['{', 'null', '[]', '"text"', '\u0000']) {
        const reply = await app.fetch(`/api${path}`, { body, headers, method: endpoint.method })
        expect(reply.status).toBe(422)
        const { detail } = (await reply.json()) as { detail: unknown }
        expect(detail).toEqual(
          expect.arrayContaining([
            { loc: expect.arrayContaining(['body']), msg: expect.any(String), type: expect.any(String) }
          ])
        )
      }
    }
  )
})

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/** HEAD is answered like GET. */
function methodsOf(path: string): string[] {
  const methods = allEndpoints.filter(endpoint => endpoint.path === path).map<string>(({ method }) => method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted()
}

describe('the API', () => {
  test('answers an unknown path with 404 and another method with 405, as JSON', async () => {
    const nowhere = await app.fetch('/api/nowhere')
    const doubled = await app.fetch('/api//properties')
    const wrongMethod = await app.fetch('/api/properties', { method: 'DELETE' })
    expect([nowhere.status, doubled.status, wrongMethod.status]).toEqual([404, 404, 405])
    expect([await nowhere.json(), await doubled.json(), await wrongMethod.json()]).toEqual([
      { code: 'not_found', detail: apiErrorsText.notFound },
      { code: 'not_found', detail: apiErrorsText.notFound },
      { code: 'method_not_allowed', detail: apiErrorsText.methodNotAllowed }
    ])
  })

  test.each(METHODS)(
    'answers 405 to %s on every path without that method, and lists the allowed methods',
    async method => {
      const paths = [...new Set(allEndpoints.map(({ path }) => path))]
      const without = paths.filter(known => !methodsOf(known).includes(method))
      const answers = await Promise.all(
        without.map(async path => {
          const { headers, status } = await app.fetch(`/api${path.replace(/\{\w+\}/g, 'x')}`, { method })
          return [path, status, headers.get('allow')?.split(', ').toSorted()]
        })
      )
      expect(answers).toEqual(without.map(path => [path, 405, methodsOf(path)]))
      expect(paths.length).toBeGreaterThan(40)
    }
  )

  test('describes itself as OpenAPI to everybody', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const reply = await app.fetch('/api/openapi.json')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(openApi(version))))
  })

  test('is never cached', async () => {
    const replies = await Promise.all([
      app.fetch('/api/properties'),
      app.fetch('/api/profile'),
      app.fetch('/api/nowhere')
    ])
    expect(replies.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'))
  })

  test('rejects a body of more than 64 kB before reading it', async () => {
    const body = JSON.stringify({ email: 'a'.repeat(70_000), password: 'x' })
    const reply = await app.fetch('/api/auth/signin', { body, method: 'POST' })
    expect([reply.status, await reply.json()]).toEqual([
      413,
      { code: 'body_too_large', detail: apiErrorsText.bodyTooLarge }
    ])
  })
})

// Each of its rules: tests/domain/routes.test.ts
describe('the page guard', () => {
  const visit = async (path: string, userType?: string) => {
    const reply = await app.fetch(path, userType ? { headers: { cookie: `userType=${userType}` } } : {})
    return reply.status === 302 ? reply.headers.get('location') : reply.status
  }

  test.each([
    ['/booking/7/', undefined, '/auth?next=/booking/7'],
    ['/admin', 'user', '/admin/auth'],
    ['/', 'nonsense', '/auth'],
    ['/auth?next=/booking/7', 'user', '/booking/7'],
    ['/auth?next=//evil.example/profile', 'user', '/'],
    ['/auth?next=/profile', undefined, 200],
    ['/my-bookings', 'user', 200]
  ])('answers %s of a visitor of type %s with %s', async (path, userType, answer) => {
    expect(await visit(path, userType)).toBe(answer)
  })
})
