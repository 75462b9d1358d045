import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { createRouter } from '#server/http/handle.ts'
import { implement } from '#server/http/operation.ts'

// Which call answers an address. The answer says which, with what the address names.

function operation(method: Endpoint['method'], path: Endpoint['path']) {
  const endpoint: Endpoint = { access: 'public', method, output: v.unknown(), path }
  return implement(endpoint, async input => ({ call: `${method} ${path}`, ...(input as { params: object }) }))
}

const answer = createRouter([
  operation('PUT', '/things/{id}'),
  operation('GET', '/things/{id}'),
  operation('DELETE', '/things/{id}'),
  operation('POST', '/things/hourly'),
  operation('GET', '/things/{id}/parts/{part_id}'),
  operation('GET', '/things')
])

const fetchAt = (method: string, path: string) => answer(path, new Request('http://scootstay.test/api', { method }))

test.each([
  ['things', '/things', {}],
  ['things/7', '/things/{id}', { id: '7' }],
  ['things/7.json', '/things/{id}', { id: '7.json' }],
  ['things/a%2Fb', '/things/{id}', { id: 'a%2Fb' }],
  ['things/hourly/parts/8', '/things/{id}/parts/{part_id}', { id: 'hourly', part_id: '8' }]
])('GET %s is answered by %s', async (path, call, params) => {
  expect(await (await fetchAt('GET', path)).json()).toEqual({ call: `GET ${call}`, params })
})

test.each(['', 'thing', 'things/', 'things//parts/8', 'things/7/parts', 'things/7/parts/8/9', 'constructor'])(
  'GET %j is not found',
  async path => {
    expect((await fetchAt('GET', path)).status).toBe(404)
  }
)

test.each([
  ['POST', 'things/7', 'DELETE, GET, HEAD, PUT'],
  // A segment that is written out comes before a parameter.
  ['GET', 'things/hourly', 'POST'],
  ['constructor', 'things', 'GET, HEAD']
])('%s %s is refused, with the methods of the path', async (method, path, allow) => {
  const { headers, status } = await fetchAt(method, path)
  expect([status, headers.get('allow')]).toEqual([405, allow])
})
