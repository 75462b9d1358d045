// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { asha, loadedRows, openTab, picture } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openRiders() {
  const { lists } = await openTab('users')
  server.answer(updateRiderPhoto, asha)
  const store = await import('#stores/admin/riders/riders.ts')
  mountStores(store.$uploadingPhotoIds)
  const [first] = loadedRows(lists.riders)
  return { ...store, first, other: { ...first, id: '6' } }
}

describe("'Update Photo'", () => {
  test('sends the image as a form, shows a message and reloads the riders', async () => {
    const { first, uploadPhoto } = await openRiders()
    await waitForTask(uploadPhoto(first, picture('asha.jpg', 'image/jpeg')))
    expect(server.requestsTo(updateRiderPhoto)).toMatchObject([
      { body: { image: 'asha.jpg' }, path: '/api/admin/users/5/profile-image' }
    ])
    expect([await shownToasts(), server.requestCount(listRiders)]).toEqual([[ridersText.list.updated], 2])
  })

  test('is busy only for that rider while the photo uploads', async () => {
    const { $uploadingPhotoIds, first, other, uploadPhoto } = await openRiders()
    server.fail(updateRiderPhoto, { kind: 'slow' }, 2)
    server.fail(listRiders, { kind: 'hangs' })
    const updates = [first, first, other].map(rider => uploadPhoto(rider, picture()))
    await waitUntil(() => server.requestCount(updateRiderPhoto) === 2)
    expect($uploadingPhotoIds.get()).toEqual(['5', '6'])
    server.release()
    await waitUntil(() => $uploadingPhotoIds.get().length === 0)
    server.clearFaults()
    await waitForTask(Promise.all(updates))
    expect(server.requestsTo(updateRiderPhoto).map(({ path }) => path.split('/').at(-2))).toEqual(['5', '6'])
  })
})
