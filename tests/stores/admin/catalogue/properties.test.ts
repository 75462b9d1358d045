// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createProperty, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { uploadImage } from '#contract/uploads/uploads.ts'
import * as uploadsText from '#messages/uploads.ts'
import { loadedRows, openTab, palm, picture } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function addingWith(image: File, options = {}) {
  const { lists } = await openTab('properties', options)
  server.answer(uploadImage, { url: '/api/images/hill' })
  server.answer(createProperty, { ...palm, id: 3 })
  server.answer(updateProperty, palm)
  const store = await import('#stores/admin/catalogue/properties.ts')
  const { propertyCrud } = store
  mountStores(propertyCrud.$changed, propertyCrud.$editing, propertyCrud.$fields)
  propertyCrud.add()
  propertyCrud.setField('name', 'Hill House')
  propertyCrud.setField('location', 'Ooty')
  propertyCrud.setField('image', image)
  return { ...store, lists }
}

test.each([
  ['is emptied if it is removed', () => undefined, { parking_note: '' }],
  ['is never sent to an external backend', useExternalBackend, {}]
])('the parking note of a property %s', async (_, useBackend, sent) => {
  useBackend()
  const { propertyCrud, lists } = await addingWith(picture(), { pages: useBackend !== useExternalBackend })
  propertyCrud.cancel()
  propertyCrud.edit({ ...loadedRows(lists.properties)[0], parking_note: 'Basement 1, beside the lift' })
  propertyCrud.setField('parking_note', '')
  propertyCrud.setField('name', 'Palm House')
  await waitForTask(propertyCrud.save())
  expect(server.requestsTo(updateProperty).map(({ body }) => body)).toEqual([{ name: 'Palm House', ...sent }])
})

describe("a property's image", () => {
  test('is uploaded first with progress, and its URL is sent with the property', async () => {
    const { $uploadPercent, propertyCrud } = await addingWith(picture())
    const progress: (number | null)[] = []
    $uploadPercent.listen(percent => progress.push(percent))
    await waitForTask(propertyCrud.save())
    expect(server.requestsTo(uploadImage).map(({ body }) => body)).toEqual([{ image: 'house.png' }])
    expect(server.requestsTo(createProperty).map(({ body }) => body)).toEqual([
      { image_url: '/api/images/hill', location: 'Ooty', name: 'Hill House' }
    ])
    expect(progress).toEqual([0, 100, null])
  })

  test('can be uploaded with a cloud', async () => {
    vi.stubEnv('PUBLIC_FIREBASE_STORAGE_BUCKET', 'photos.example.test')
    expect((await addingWith(picture(), { pages: false })).CAN_UPLOAD_IMAGES).toBe(true)
  })

  test('can be removed, and the other fields are saved without it', async () => {
    const { propertyCrud } = await addingWith(picture())
    server.fail(uploadImage, { kind: 'plain' })
    await waitForTask(propertyCrud.save())
    propertyCrud.setField('image', null)
    expect(propertyCrud.$errors.get()).toEqual({})
    await waitForTask(propertyCrud.save())
    expect(server.requestsTo(createProperty).map(({ body }) => body)).toEqual([
      { location: 'Ooty', name: 'Hill House' }
    ])
  })
})

describe("a property's image on an external backend", () => {
  beforeEach(useExternalBackend)

  test('cannot be uploaded without a cloud, and the form shows that', async () => {
    const { CAN_UPLOAD_IMAGES, propertyCrud } = await addingWith(picture(), { pages: false })
    expect(CAN_UPLOAD_IMAGES).toBe(false)
    await waitForTask(propertyCrud.save())
    expect(await shownToasts()).toEqual([uploadsText.imageUploadFailed(uploadsText.storageUnavailable)])
    expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([0, 0])
  })
})
