// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { notFound } from '#messages/api-errors.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import {
  mountStores,
  openPage,
  server,
  setUp,
  shownToasts,
  tearDown,
  visitedUrls,
  waitForTask,
  waitUntil
} from '#tests/stores/wire/browser-tab.ts'

beforeEach(async () => {
  await setUp()
  let made = 0
  // jsdom does not implement these.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: vi.fn() }))
})
afterEach(tearDown)

const ID = '0123456789abcdef0123456789abcdef'
const asha = { id: '5', license_photo_url: `/api/admin/licenses/${ID}`, name: 'Asha Rao' } as RiderForAdmin
const ravi = { ...asha, id: '6', name: 'Ravi Nair' }

async function openLicences() {
  openPage('/admin?tab=users', 'admin')
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  const store = await import('#stores/admin/riders/licences.ts')
  mountStores(store.$licenceRider, store.$licence)
  return store
}

const photo = (number: number) => ({ file: 'licence.png', url: `blob:${number}` })

describe('a licence photo', () => {
  test('is fetched with the token, shown from memory, and released when it is closed', async () => {
    const { $licence, $licenceRider, closeLicence, openLicence } = await openLicences()
    await waitForTask(openLicence(asha))
    expect(server.requestsTo(getLicence)).toMatchObject([{ path: `/api/admin/licenses/${ID}`, query: {} }])
    expect([$licenceRider.get(), $licence.get()]).toEqual([asha, photo(1)])
    closeLicence()
    expect([$licenceRider.get(), $licence.get()]).toEqual([null, 'loading'])
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })

  test('that was deleted shows another error than one that failed to load', async () => {
    const { $licence, openLicence } = await openLicences()
    server.fail(getLicence, refusalFault('not_found', notFound), 1)
    await waitForTask(openLicence(asha))
    expect($licence.get()).toBe('missing')
    server.fail(getLicence, { kind: 'plain' }, 1)
    await waitForTask(openLicence(asha))
    expect($licence.get()).toBe('failed')
    await waitForTask(openLicence(asha))
    expect([$licence.get(), await shownToasts()]).toEqual([photo(1), []])
  })

  test('is not shown when it loads after it was closed or another was opened', async () => {
    const { $licence, $licenceRider, closeLicence, openLicence } = await openLicences()
    server.fail(getLicence, { kind: 'slow' }, 2)
    const first = openLicence(asha)
    const second = openLicence(ravi)
    await waitUntil(() => server.requestCount(getLicence) === 2)
    closeLicence()
    server.release()
    await waitForTask(Promise.all([first, second]))
    expect([$licenceRider.get(), $licence.get()]).toEqual([null, 'loading'])
  })

  test('redirects to the sign-in when the session has ended', async () => {
    const { $licence, openLicence } = await openLicences()
    await import('#stores/session/session.ts')
    server.fail(getLicence, { body: { detail: 'Not authenticated' }, kind: 'answers', status: 401 })
    await waitForTask(openLicence(asha))
    expect([visitedUrls, $licence.get()]).toEqual([['/admin/auth'], 'loading'])
  })
})
