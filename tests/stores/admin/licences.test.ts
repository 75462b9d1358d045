// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getLicence } from '#contract/catalogue/uploads.ts'
import type { User } from '#contract/riders/users.ts'
import { notFound } from '#messages/common.ts'
import { clearTheScene, draw, openPage, places, said, server, setTheScene, settled, until } from '../wire/scene.ts'

beforeEach(async () => {
  await setTheScene()
  let made = 0
  // What jsdom does not have.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: vi.fn() }))
})
afterEach(clearTheScene)

const ID = '0123456789abcdef0123456789abcdef'
const asha = { id: '5', license_photo_url: `/api/admin/licenses/${ID}`, name: 'Asha Rao' } as User
const ravi = { ...asha, id: '6', name: 'Ravi Nair' }

async function openLicences() {
  openPage('/admin?tab=users', 'admin')
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  const store = await import('#stores/admin/users/licences.ts')
  draw(store.$looked, store.$licence)
  return store
}

const photo = (number: number) => ({ file: 'licence.png', url: `blob:${number}` })

describe('a licence photo', () => {
  test('is fetched with the token, shown from memory, and forgotten when it is closed', async () => {
    const { $licence, $looked, closeLicence, viewLicence } = await openLicences()
    await settled(viewLicence(asha))
    expect(server.sentTo(getLicence)).toMatchObject([{ path: `/api/admin/licenses/${ID}`, query: {} }])
    expect([$looked.get(), $licence.get()]).toEqual([asha, photo(1)])
    closeLicence()
    expect([$looked.get(), $licence.get()]).toEqual([null, 'loading'])
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })

  test('that is gone says so, and is another thing than one that did not load', async () => {
    const { $licence, viewLicence } = await openLicences()
    server.fail(getLicence, { body: { detail: notFound }, kind: 'answers', status: 404 }, 1)
    await settled(viewLicence(asha))
    expect($licence.get()).toBe('missing')
    server.fail(getLicence, { kind: 'plain' }, 1)
    await settled(viewLicence(asha))
    expect($licence.get()).toBe('failed')
    await settled(viewLicence(asha))
    expect([$licence.get(), await said()]).toEqual([photo(1), []])
  })

  test('that comes after it was closed, or after another was opened, is not shown', async () => {
    const { $licence, $looked, closeLicence, viewLicence } = await openLicences()
    server.fail(getLicence, { kind: 'slow' }, 2)
    const first = viewLicence(asha)
    const second = viewLicence(ravi)
    await until(() => server.askedFor(getLicence) === 2)
    closeLicence()
    server.release()
    await settled(Promise.all([first, second]))
    expect([$looked.get(), $licence.get()]).toEqual([null, 'loading'])
  })

  test('asked for with a session that has ended leads to the sign-in', async () => {
    const { $licence, viewLicence } = await openLicences()
    await import('#stores/session/session.ts')
    server.fail(getLicence, { body: { detail: 'Not authenticated' }, kind: 'answers', status: 401 })
    await settled(viewLicence(asha))
    expect([places, $licence.get()]).toEqual([['/admin/auth'], 'loading'])
  })
})
