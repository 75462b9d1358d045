// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createProperty, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { uploadImage } from '#contract/uploads/uploads.ts'
import { PARKING_NOTE_MAX_LENGTH } from '#domain/constants.ts'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/uploads/photos.ts'
import { unknownImage } from '#messages/admin/catalogue/catalogue.ts'
import * as images from '#messages/admin/images.ts'
import { parkingNoteTooLong } from '#messages/admin/rules.ts'
import { notImage } from '#messages/api-errors.ts'
import { sessionEnded } from '#messages/app-shell.ts'
import * as uploadsText from '#messages/uploads.ts'
import { makeUnreadable, SIGNATURES } from '#tests/helpers/data/photos.ts'
import { errorFault, type Fault } from '#tests/helpers/servers/fault-server.ts'
import { loadedRows, openTab, palm, picture } from '#tests/stores/admin/page.ts'
import {
  carriedToasts,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  visitedUrls,
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

describe("a property's parking note", () => {
  const NOTE = 'Basement 1, beside the lift'
  async function edited(options = {}) {
    const { propertyCrud, lists } = await addingWith(picture(), options)
    propertyCrud.cancel()
    const [first] = loadedRows(lists.properties)
    return { crud: propertyCrud, row: first }
  }
  const updates = () => server.requestsTo(updateProperty).map(({ body }) => body)

  test('is sent without surrounding spaces, and emptied if it is removed', async () => {
    const { crud, row } = await edited()
    crud.edit(row)
    crud.setField('parking_note', ` ${NOTE} `)
    await waitForTask(crud.save())
    crud.edit({ ...row, parking_note: NOTE })
    crud.setField('parking_note', '')
    await waitForTask(crud.save())
    expect(updates()).toEqual([{ parking_note: NOTE }, { parking_note: '' }])
  })

  test('that is too long shows an error, and keeps what was typed', async () => {
    const { crud, row } = await edited()
    crud.edit(row)
    const long = 'x'.repeat(PARKING_NOTE_MAX_LENGTH + 1)
    crud.setField('parking_note', long)
    await waitForTask(crud.save())
    expect([crud.$errors.get(), updates()]).toEqual([{ parking_note: parkingNoteTooLong }, []])
    expect(crud.$fields.get().parking_note).toBe(long)
  })

  test('is never sent to an external backend', async () => {
    useExternalBackend()
    const { crud, row } = await edited({ pages: false })
    crud.edit(row)
    crud.setField('name', 'Palm House')
    await waitForTask(crud.save())
    expect(updates()).toEqual([{ name: 'Palm House' }])
  })
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

  test('counts as a change, and is the only field sent', async () => {
    const { propertyCrud, lists } = await addingWith(picture())
    propertyCrud.cancel()
    const [first] = loadedRows(lists.properties)
    propertyCrud.edit(first)
    propertyCrud.setField('image', picture())
    expect(propertyCrud.$changed.get()).toEqual(['image'])
    await waitForTask(propertyCrud.save())
    expect(server.requestsTo(updateProperty).map(({ body }) => body)).toEqual([{ image_url: '/api/images/hill' }])
  })

  const large = picture()
  Object.defineProperty(large, 'size', { value: IMAGE_UPLOAD_MAX_BYTES + 1 })

  test.each([
    ['not an image', new File(['%PDF'], 'house.pdf', { type: 'application/pdf' }), notImage],
    ['a GIF', new File([SIGNATURES.gif], 'house.gif', { type: 'image/gif' }), notImage],
    ['too large', large, uploadsText.uploadTooLarge]
  ])('that is %s is rejected when it is chosen', async (_, image, sentence) => {
    const { propertyCrud } = await addingWith(image)
    await waitForTask(propertyCrud.save())
    expect([await shownToasts(), propertyCrud.$errors.get()]).toEqual([[sentence], { image: sentence }])
    expect(propertyCrud.$fields.get().image).toBeNull()
    expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([0, 0])
  })

  test('that was deleted on the device must be chosen again', async () => {
    const image = picture()
    const { propertyCrud } = await addingWith(image)
    await waitForTask(null)
    makeUnreadable(image)
    await waitForTask(propertyCrud.save())
    expect(propertyCrud.$errors.get()).toEqual({ image: uploadsText.photoUnreadable })
    expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([0, 0])
  })

  test('can be uploaded with a cloud', async () => {
    vi.stubEnv('PUBLIC_FIREBASE_STORAGE_BUCKET', 'photos.example.test')
    expect((await addingWith(picture(), { pages: false })).CAN_UPLOAD_IMAGES).toBe(true)
  })

  test.each([
    ['a rejection with a message', errorFault('The storage is full'), 'The storage is full'],
    [
      'a list of errors',
      errorFault([{ loc: ['body', 'image'], msg: 'Odd' }], 422),
      'Validation error: body.image: Odd'
    ],
    ['a rejection without a message', errorFault(undefined, 413), uploadsText.storageRefused],
    ['a server error without a message', { kind: 'plain' } as Fault, uploadsText.uploadBroken],
    ['a network error', { kind: 'offline' } as Fault, uploadsText.networkUnreachable]
  ])(
    'that fails to upload shows the error for %s, keeps the form, and a retry creates one property',
    async (...row) => {
      const [, fault, reason] = row
      const { $uploadPercent, propertyCrud } = await addingWith(picture())
      server.fail(uploadImage, fault, 1)
      await waitForTask(propertyCrud.save())
      const sentence = `Image upload failed: ${reason}`
      expect([await shownToasts(), propertyCrud.$errors.get()]).toEqual([[sentence], { image: sentence }])
      expect([propertyCrud.$fields.get().name, propertyCrud.$isSaving.get(), $uploadPercent.get()]).toEqual([
        'Hill House',
        false,
        null
      ])
      expect(server.requestCount(createProperty)).toBe(0)
      await waitForTask(propertyCrud.save())
      expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([2, 1])
    }
  )

  test('is not uploaded again when the save after it fails', async () => {
    const { propertyCrud } = await addingWith(picture())
    server.fail(createProperty, { kind: 'offline' }, 1)
    await waitForTask(propertyCrud.save())
    await waitForTask(propertyCrud.save())
    expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([1, 2])
  })

  test('is uploaded again when the server no longer has it', async () => {
    const { propertyCrud } = await addingWith(picture())
    server.fail(createProperty, errorFault([{ loc: ['body', 'image_url'], msg: unknownImage }], 422), 1)
    await waitForTask(propertyCrud.save())
    expect(propertyCrud.$errors.get()).toEqual({ image: unknownImage })
    await waitForTask(propertyCrud.save())
    expect([server.requestCount(uploadImage), propertyCrud.$editing.get()]).toEqual([2, null])
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

  test('shows only the ended session when the upload meets one', async () => {
    const { propertyCrud } = await addingWith(picture())
    server.fail(uploadImage, errorFault('Not authenticated', 401))
    await waitForTask(propertyCrud.save())
    expect([await shownToasts(), carriedToasts(), visitedUrls]).toEqual([[], [sessionEnded], ['/admin/auth']])
  })
})

describe("a property's image on an external backend", () => {
  beforeEach(useExternalBackend)

  test('cannot be uploaded without a cloud, and the form shows that', async () => {
    const { CAN_UPLOAD_IMAGES, propertyCrud } = await addingWith(picture(), { pages: false })
    expect(CAN_UPLOAD_IMAGES).toBe(false)
    await waitForTask(propertyCrud.save())
    expect(await shownToasts()).toEqual([images.imageUploadFailed(uploadsText.storageUnavailable)])
    expect([server.requestCount(uploadImage), server.requestCount(createProperty)]).toEqual([0, 0])
  })
})
