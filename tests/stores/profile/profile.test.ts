// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { getProfile } from '#contract/riders/profile.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { leavePage, openPage, saveOnDevice, server, setUpBrowserTab, tokenOf } from '#tests/stores/browser-tab.ts'

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

async function arrive() {
  leavePage()
  const session = await import('#stores/session/session.ts')
  return { ...session, ...(await import('#stores/profile/profile.ts')) }
}

const onDevice = () => localStorage.getItem('knownProfile')

setUpBrowserTab()
beforeEach(() => {
  openPage('/', null)
  saveOnDevice('user', tokenOf('asha'))
  server.answer(getProfile, asha)
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
    server.answerTo(getProfile, () => {
      cacheProfile({ ...asha, property_id: '3' })
      return { body: asha }
    })
    await fetchProfile()
    expect(cachedProfile()?.property_id).toBe('3')
  })

  test('stays when a request fails', async () => {
    const { fetchProfile, cachedProfile } = await arrive()
    await fetchProfile()
    server.fail(getProfile, errorFault('No', 500))
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

    saveOnDevice('user', tokenOf('asha'))
    const later = await arrive()
    await later.fetchProfile()
    expect(onDevice()).not.toBeNull()
    server.fail(getProfile, errorFault('No', 401))
    await later.fetchProfile()
    expect(onDevice()).toBeNull()
  })

  test('is not stored when another session starts during the request', async () => {
    const { fetchProfile } = await arrive()
    server.answerTo(getProfile, () => {
      localStorage.setItem('token', tokenOf('meera'))
      return { body: asha }
    })
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
