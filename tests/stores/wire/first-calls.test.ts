// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listPropertyPlans } from '#contract/pricing-plans.ts'
import { getProfile, updateProfile } from '#contract/profile.ts'
import { listProperties } from '#contract/properties.ts'
import { listPropertyScooters } from '#contract/scooters.ts'
import { API_TIMEOUT_MS, READ_AGAIN_MS } from '#domain/constants.ts'
import { sessionEnded } from '#messages/common.ts'
import { carried, clearTheScene, openPage, places, server, setTheScene, settled, unminded, until } from './scene.ts'

// What a page has begun before its scripts came is what their calls get, and every rule of a call holds for it.

const [, SCRIPT = ''] =
  /<script is:inline data-calls=\{calls\}>(.*)<\/script>/s.exec(
    readFileSync('src/layouts/first-calls.astro', 'utf8')
  ) ?? []

/** The script of the page runs, with these calls to make. */
function begin(...paths: string[]): void {
  const calls = paths.map(path => `/api${path}`).join(' ')
  Object.defineProperty(document, 'currentScript', { configurable: true, value: { dataset: { calls } } })
  runInThisContext(SCRIPT)
}

beforeEach(async () => {
  await setTheScene()
  openPage('/', 'rider')
  server.answer(getProfile, { email: 'r@demo.test', name: 'Asha' })
  server.answer(listProperties, [])
  server.answer(listPropertyScooters, [])
})
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'begun')
  await clearTheScene()
})

async function ask() {
  await import('#stores/session.ts')
  const { call } = await import('#client/api.ts')
  return call(getProfile).then(
    ({ name }) => name,
    () => 'failed'
  )
}

/** What became of it, and after how long. */
async function outcome() {
  const begun = Date.now()
  const asking = ask()
  await settled(asking)
  return { ended: await asking, ms: Date.now() - begun }
}

describe('a call that the page has begun', () => {
  test('is not made again, and its answer is parsed like every other', async () => {
    begin('/profile')
    await until(() => server.askedFor(getProfile) === 1)
    expect((await outcome()).ended).toBe('Asha')
    expect(server.askedFor(getProfile)).toBe(1)
    server.fail(getProfile, { body: [], kind: 'answers' })
    begin('/profile')
    expect((await outcome()).ended).toBe('failed')
  })

  test('is one answer for one call: the next one asks', async () => {
    begin('/profile')
    await outcome()
    server.answer(getProfile, { email: 'r@demo.test', name: 'Meera' })
    expect(await outcome()).toEqual({ ended: 'Meera', ms: 0 })
    expect(server.askedFor(getProfile)).toBe(2)
  })

  test('is made once more where the network failed', async () => {
    server.fail(getProfile, { kind: 'offline' }, 1)
    begin('/profile')
    await until(() => server.askedFor(getProfile) === 1)
    expect(await outcome()).toEqual({ ended: 'Asha', ms: READ_AGAIN_MS[0] })
    expect(server.askedFor(getProfile)).toBe(2)
    expect(unminded).toEqual([])
  })

  test.each(['hangs', 'stalls'] as const)('is given up fifteen seconds after it was needed where it %s', async kind => {
    server.fail(getProfile, { kind })
    begin('/profile')
    await until(() => server.askedFor(getProfile) === 1)
    expect(await outcome()).toEqual({ ended: 'failed', ms: API_TIMEOUT_MS })
    expect(unminded).toEqual([])
  })

  test('ends at once for who needs it no more when he takes it', async () => {
    server.fail(getProfile, { kind: 'hangs' })
    begin('/profile')
    const { fetchBegun } = await import('#client/begun.ts')
    const asked = { address: '/api/profile', method: 'GET', query: {}, token: 'riders-token' }
    const answer = fetchBegun(asked)?.(asked.address, { signal: AbortSignal.abort() })
    await expect(answer).rejects.toThrow()
  })

  test('is not minded where it fails and nobody needs it', async () => {
    server.fail(getProfile, { kind: 'offline' })
    begin('/profile')
    await until(() => server.askedFor(getProfile) === 1)
    await settled(null)
    expect(unminded).toEqual([])
  })

  test('and is refused with 401 ends the session', async () => {
    server.fail(getProfile, { body: { detail: 'Not authenticated' }, kind: 'answers', status: 401 })
    begin('/profile')
    await outcome()
    expect([localStorage.getItem('token'), places, carried()]).toEqual([null, ['/auth'], [sessionEnded]])
  })

  test('for somebody else than who is signed in by now is not his', async () => {
    begin('/profile')
    await until(() => server.askedFor(getProfile) === 1)
    localStorage.setItem('token', 'another-token')
    server.answer(getProfile, { email: 'm@demo.test', name: 'Meera' })
    expect((await outcome()).ended).toBe('Meera')
    expect(server.askedFor(getProfile)).toBe(2)
  })
})

describe('a page that comes without data', () => {
  const ALL = [getProfile.path, listProperties.path, listPropertyScooters.path]
  const KNOWN = JSON.stringify({ account: 'riders-token', profile: { property_id: 'a/b' } })

  /** What has been asked for by the time that nothing is under way. */
  async function asks() {
    begin(...ALL)
    await settled(null)
    return [server.askedFor(getProfile), server.askedFor(listProperties), server.askedFor(listPropertyScooters)]
  }

  test('asks for no property that it does not know', async () => {
    expect(await asks()).toEqual([1, 1, 0])
  })

  test('is not stopped by what cannot be read', async () => {
    localStorage.setItem('knownProfile', '{"half')
    expect(await asks()).toEqual([1, 1, 0])
  })

  test('asks for that of the last visit, as one part of an address, and its call has the answer', async () => {
    localStorage.setItem('knownProfile', KNOWN)
    expect(await asks()).toEqual([1, 1, 1])
    const { call } = await import('#client/api.ts')
    expect(await call(listPropertyScooters, { params: { property_id: 'a/b' } })).toEqual([])
    expect(server.askedFor(listPropertyScooters)).toBe(1)
  })

  test('begins what is asked with a query, and no other change of it', async () => {
    server.answer(listPropertyPlans, { pricing_plans: [] })
    begin('/properties/7/pricing-plans?booking_date=2026-06-15')
    await settled(null)
    const { call } = await import('#client/api.ts')
    for (const booking_date of ['2026-06-16', '2026-06-15'])
      await settled(call(listPropertyPlans, { params: { property_id: '7' }, query: { booking_date } }))
    expect(server.askedFor(listPropertyPlans)).toBe(2)
  })

  test('gives what it has begun to no change at the same address', async () => {
    server.answer(updateProfile, { email: 'r@demo.test', name: 'Asha' })
    begin('/profile')
    const { call } = await import('#client/api.ts')
    const body = { date_of_birth: '1990-01-01', email: 'r@demo.test', name: 'Asha', phone: '1', property_id: '7' }
    await settled(call(updateProfile, { body }))
    expect(server.askedFor(updateProfile)).toBe(1)
  })

  test.each([
    ['an admin', 'admin', 'admins-token'],
    ['nobody', 'user', '']
  ])('asks for nothing for %s, who is led elsewhere', async (_, type, token) => {
    localStorage.setItem('userType', type)
    localStorage.setItem('token', token)
    expect(await asks()).toEqual([0, 0, 0])
  })
})
