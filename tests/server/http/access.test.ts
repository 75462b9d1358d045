import { describe, expect, test } from 'vitest'
import * as text from '#messages/api-errors.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { app, send, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

startApp()

const named = (access: string) =>
  allEndpoints
    .filter(endpoint => endpoint.access === access)
    .map(endpoint => [endpointName(endpoint), endpoint] as const)

const anywhere = { params: { id: 'x', order_id: 'x', payment_id: 'x', property_id: 'x', scooter_id: 'x' } }

describe('every call', () => {
  test.each([...named('rider'), ...named('admin'), ...named('account')])(
    '%s answers 401 without a token',
    async (_, endpoint) => {
      const reply = await send(endpoint, anywhere)
      expect(reply.status).toBe(401)
      expect(await reply.json()).toEqual({ code: 'not_authenticated', detail: text.notAuthenticated })
    }
  )

  test('for admins answers 403 to a rider, and the reverse', async () => {
    const rider = await signedInRider()
    const admin = await signedInAdmin()
    const statuses = await Promise.all([
      ...named('admin').map(async ([name, endpoint]) => [name, (await send(endpoint, anywhere, rider.token)).status]),
      ...named('rider').map(async ([name, endpoint]) => [name, (await send(endpoint, anywhere, admin.token)).status])
    ])
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([])
    expect(statuses.length).toBeGreaterThan(30)
  })

  test('for an account accepts riders and admins', async () => {
    // A person for each call, because some of the calls end all sessions of their person.
    const callsAsPeople = [signedInRider, signedInAdmin].flatMap(newPerson =>
      named('account').map(async ([name, endpoint]) => {
        const { token } = await newPerson()
        return [name, (await send(endpoint, anywhere, token)).status]
      })
    )
    const statuses = await Promise.all(callsAsPeople)
    expect(statuses.filter(([, status]) => status === 401 || status === 403)).toEqual([])
    expect(statuses.length).toBeGreaterThan(2)
  })

  test.each(
    [...named('rider'), ...named('admin'), ...named('account'), ...named('public')].filter(
      ([, { body, encoding = 'json' }]) => body && encoding === 'json'
    )
  )('%s answers 422 with a list to a body that is not JSON', async (_, endpoint) => {
    const person = endpoint.access === 'admin' ? await signedInAdmin() : await signedInRider()
    const path = endpoint.path.replace(/\{\w+\}/g, 'x')
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
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
  })
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
    const wrongMethod = await app.fetch('/api/properties', { method: 'DELETE' })
    expect([nowhere.status, wrongMethod.status]).toEqual([404, 405])
    expect([await nowhere.json(), await wrongMethod.json()]).toEqual([
      { code: 'not_found', detail: text.notFound },
      { code: 'method_not_allowed', detail: text.methodNotAllowed }
    ])
  })

  test.each(METHODS)(
    'answers 405 to %s on every path without that method, and lists the allowed methods',
    async method => {
      const paths = [...new Set(allEndpoints.map(({ path }) => path))]
      const wrong: unknown[] = []
      for (const path of paths.filter(known => !methodsOf(known).includes(method))) {
        const reply = await app.fetch(`/api${path.replace(/\{\w+\}/g, 'x')}`, { method })
        const allowed = reply.headers.get('allow')?.split(', ').toSorted()
        if (reply.status !== 405 || String(allowed) !== String(methodsOf(path)))
          wrong.push([path, reply.status, allowed])
      }
      expect(wrong).toEqual([])
      expect(paths.length).toBeGreaterThan(40)
    }
  )

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
    expect([reply.status, await reply.json()]).toEqual([413, { code: 'body_too_large', detail: text.bodyTooLarge }])
  })
})

describe('the page guard', () => {
  const visit = async (path: string, userType?: string) => {
    const reply = await app.fetch(path, userType ? { headers: { cookie: `userType=${userType}` } } : {})
    return reply.status === 302 ? reply.headers.get('location') : reply.status
  }

  test.each([
    ['/', undefined, '/auth'],
    ['/my-bookings', undefined, '/auth?next=/my-bookings'],
    ['/booking/7', undefined, '/auth?next=/booking/7'],
    ['/booking/7/', undefined, '/auth?next=/booking/7'],
    ['/profile', undefined, '/auth?next=/profile'],
    ['/admin', undefined, '/auth'],
    ['/', 'nonsense', '/auth'],
    ['/admin', 'user', '/admin/auth'],
    ['/', 'admin', '/admin'],
    ['/my-bookings', 'admin', '/admin'],
    ['/auth', 'user', '/'],
    ['/auth?next=/booking/7', 'user', '/booking/7'],
    ['/auth?next=/admin', 'user', '/'],
    ['/auth?next=//evil.example/profile', 'user', '/'],
    ['/auth?next=https://evil.example', 'user', '/'],
    ['/auth?next=/profile', 'admin', '/admin'],
    ['/auth?next=/profile', undefined, 200],
    ['/auth', 'admin', '/admin'],
    ['/auth', undefined, 200],
    ['/', 'user', 200],
    ['/booking/7', 'user', 200],
    ['/my-bookings', 'user', 200]
  ])('answers %s of a visitor of type %s with %s', async (path, userType, answer) => {
    expect(await visit(path, userType)).toBe(answer)
  })
})
