// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()
beforeEach(async () => {
  let made = 0
  // jsdom does not implement these.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: vi.fn() }))
})

const ID = '0123456789abcdef0123456789abcdef'
const asha = { id: '5', license_photo_url: `/api/admin/licenses/${ID}`, name: 'Asha Rao' } as RiderForAdmin
const ravi = { ...asha, id: '6', name: 'Ravi Nair' }

async function openLicences() {
  openPage('/admin?tab=users', 'admin')
  server.answer(getLicence, 'a photo', { 'content-type': 'image/png' })
  const { licenceDialog } = await import('#stores/admin/riders/riders.ts')
  mountStores(licenceDialog.$row, licenceDialog.$photo)
  return licenceDialog
}

const photo = (number: number) => ({ file: 'licence.png', url: `blob:${number}` })

describe('a licence photo', () => {
  test('is fetched with the token, shown from memory, and released a minute after it is closed', async () => {
    const { $photo, $row, close, open } = await openLicences()
    await waitForTask(open(asha))
    expect(server.requestsTo(getLicence)).toMatchObject([{ path: `/api/admin/licenses/${ID}`, query: {} }])
    expect([$row.get(), $photo.get()]).toEqual([asha, photo(1)])
    close()
    expect([$row.get(), $photo.get()]).toEqual([null, 'loading'])
    // A download of the photo may not have begun yet.
    await advanceTime(MINUTE_MS - 200)
    expect(URL.revokeObjectURL).not.toHaveBeenCalled()
    await advanceTime(200)
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })

  test('that was deleted shows another error than one that failed to load', async () => {
    const { $photo, open } = await openLicences()
    server.fail(getLicence, refusalFault('not_found', apiErrorsText.notFound), 1)
    await waitForTask(open(asha))
    expect($photo.get()).toBe('missing')
    server.fail(getLicence, { kind: 'plain' }, 1)
    await waitForTask(open(asha))
    expect($photo.get()).toBe('failed')
    await waitForTask(open(asha))
    expect([$photo.get(), await shownToasts()]).toEqual([photo(1), []])
  })

  test('is not shown when it loads after it was closed or another was opened', async () => {
    const { $photo, $row, close, open } = await openLicences()
    server.fail(getLicence, { kind: 'slow' }, 2)
    const first = open(asha)
    const second = open(ravi)
    await waitUntil(() => server.requestCount(getLicence) === 2)
    close()
    server.release()
    await waitForTask(Promise.all([first, second]))
    expect([$row.get(), $photo.get()]).toEqual([null, 'loading'])
  })
})
