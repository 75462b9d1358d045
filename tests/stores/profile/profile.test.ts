// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { json, startApiServer } from '#tests/helpers/servers/api-server.ts'

const asha = {
  closed_property: null,
  reminders: true,
  date_of_birth: '1990-01-01',
  email: 'a@demo.test',
  name: 'Asha',
  phone: '1',
  property_id: '7'
}
const { date_of_birth: _, ...kept } = asha

const base64 = (claims: object) => btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')
const tokenOf = (sub: string, serial = 1) => `head.${base64({ serial, sub })}.proof`

let reply: () => Promise<Response>

startApiServer(() => reply())

async function arrive() {
  vi.resetModules()
  const session = await import('#stores/session/session.ts')
  return { ...session, ...(await import('#stores/profile/profile.ts')) }
}

const signIn = (token: string) => {
  localStorage.setItem('token', token)
  localStorage.setItem('userType', 'user')
}
const onDevice = () => localStorage.getItem('knownProfile')

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
  signIn(tokenOf('asha'))
  reply = async () => json(asha)
})

describe('the cached profile', () => {
  test('is the last one loaded, without the date of birth', async () => {
    const { fetchProfile, cachedProfile } = await arrive()
    expect(cachedProfile()).toBeNull()
    await fetchProfile()
    expect(cachedProfile()).toEqual({ ...kept, date_of_birth: '' })
    expect(onDevice()).not.toContain(asha.date_of_birth)
  })

  test('is the last one saved, even if an earlier request completes later', async () => {
    const { fetchProfile, cacheProfile, cachedProfile } = await arrive()
    reply = async () => {
      cacheProfile({ ...asha, property_id: '3' })
      return json(asha)
    }
    await fetchProfile()
    expect(cachedProfile()?.property_id).toBe('3')
  })

  test('stays when a request fails', async () => {
    const { fetchProfile, cachedProfile } = await arrive()
    await fetchProfile()
    reply = async () => new Response('{}', { status: 500 })
    expect(await fetchProfile()).toBeNull()
    expect(cachedProfile()?.name).toBe('Asha')
  })

  test('is deleted on sign-out, on another sign-in and when the token is rejected', async () => {
    const { fetchProfile, saveSession, signOut } = await arrive()
    await fetchProfile()
    saveSession(tokenOf('meera'), 'user')
    expect(onDevice()).toBeNull()
    await fetchProfile()
    expect(onDevice()).not.toBeNull()
    void signOut()
    expect(onDevice()).toBeNull()

    signIn(tokenOf('asha'))
    const later = await arrive()
    await later.fetchProfile()
    expect(onDevice()).not.toBeNull()
    reply = async () => new Response('{}', { status: 401 })
    await later.fetchProfile()
    expect(onDevice()).toBeNull()
  })

  test('is not stored when another session starts during the request', async () => {
    const { fetchProfile } = await arrive()
    reply = async () => {
      localStorage.setItem('token', tokenOf('meera'))
      return json(asha)
    }
    await fetchProfile()
    expect(onDevice()).toBeNull()
  })

  test('is not returned to another account, and is deleted', async () => {
    const { fetchProfile, cachedProfile } = await arrive()
    await fetchProfile()
    localStorage.setItem('token', tokenOf('asha', 2))
    expect(cachedProfile()?.name).toBe('Asha')
    localStorage.setItem('token', tokenOf('meera'))
    expect(cachedProfile()).toBeNull()
    expect(onDevice()).toBeNull()
  })

  test.each(['{"half', '[]', '{"account":"asha"}', 'null', '7'])('is empty when the stored value is %s', async text => {
    localStorage.setItem('knownProfile', text)
    const { cachedProfile } = await arrive()
    expect(cachedProfile()).toBeNull()
    expect(onDevice()).toBeNull()
  })
})
