import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteRider, listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty, pictures } from '#tests/helpers/data/rows.ts'
import { ageUploads } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

describe('riders', () => {
  test('are listed with the columns of the portal, without a password', async () => {
    const property = await insertProperty({ name: 'Lakeview' })
    const rider = await signedInRider({ name: 'Asha Rao', property_id: property.id })
    const [row] = await admin.call(listRiders, { query: { property_id: property.id } })
    expect(row).toEqual({
      created_at: expect.stringMatching(/Z$/),
      email: rider.email,
      id: rider.id,
      is_suspended: false,
      leaves_on: null,
      license_photo_url: '/api/admin/licenses/none',
      license_status: 'unreviewed',
      name: 'Asha Rao',
      phone: '+91 98450 12345',
      profile_image_url: null,
      property_id: property.id,
      property_name: 'Lakeview',
      rides_ahead: 0
    })
    const everything = await app.fetch('/api/admin/users', { headers: { authorization: `Bearer ${admin.token}` } })
    expect(await everything.text()).not.toMatch(/password|token|scrypt/)
  })

  test('of two properties are one list for their manager, in any order and page by page', async () => {
    const [one, two, other] = [await insertProperty(), await insertProperty(), await insertProperty()]
    const names = ['Esha', 'Asha', 'Dev', 'bela', 'Farah', 'Charu']
    for (const [index, name] of names.entries()) {
      await signedInRider({ name, property_id: index % 3 === 0 ? one.id : two.id })
    }
    await signedInRider({ name: 'Chitra', property_id: other.id })
    const manager = await signedInAdmin('manager', [one.id, two.id])
    const listed = async (query: { property_id?: string; sort?: '-name' | 'name' }) => {
      const pages = ['1', '2', '3'].map(page => manager.call(listRiders, { query: { page, per_page: '2', ...query } }))
      return (await Promise.all(pages)).flat().map(({ name }) => name)
    }
    const sorted = ['Asha', 'bela', 'Charu', 'Dev', 'Esha', 'Farah']
    expect(await listed({ sort: 'name' })).toEqual(sorted)
    expect(await listed({ sort: '-name' })).toEqual(sorted.toReversed())
    expect((await listed({})).toSorted()).toEqual(names.toSorted())
    expect(await listed({ property_id: one.id, sort: 'name' })).toEqual(['bela', 'Esha'])
  })

  const namesOf = async (q: string) => (await admin.call(listRiders, { query: { q } })).map(({ name }) => name)

  describe('of different names', () => {
    const kavita = { date_of_birth: '1990-01-31', email: 'km.desai@post.test', name: 'Kavita Menon Desai' }
    let rider: Awaited<ReturnType<typeof signedInRider>>

    const save = (change: Partial<Record<'email' | 'name' | 'phone', string>>) =>
      rider.call(updateProfile, {
        body: { ...kavita, phone: '+91 97311 00022', property_id: rider.property_id, ...change }
      })

    beforeAll(async () => {
      await signedInRider({ name: 'Ravi Nair' })
      await signedInRider({ name: 'Ravi Menon' })
      rider = await signedInRider({ name: 'Before' })
    })
    beforeEach(() => save({}))

    test.each([
      ...['kavi', 'KAVITA m', 'desai', 'de me', 'menon desai kavita', 'km.desai', 'km.desai@', 'post'],
      ...['97311', '97311 00022', '+91 97311-000', '919731100022', '097311 00022', 'kavita 97311']
    ])('are found by the start of any word of name, email and phone: %s', async q => {
      expect(await namesOf(q)).toEqual(['Kavita Menon Desai'])
    })

    test.each([
      ...[
        '%',
        '_avita',
        "' OR 1=1 --",
        'nobody',
        'kavita nair',
        'ravi desai',
        'esai',
        '@',
        '00022',
        'desai@post',
        'km.desai@example'
      ],
      ...['"', '[]', '{}']
    ])('are not found by %j', async q => {
      expect(await namesOf(q)).toEqual([])
    })

    test('are found by their new words after a change, and no longer by the old ones', async () => {
      await save({ email: 'other@new.test', name: 'Leela Thomas', phone: '080 2345 6789' })
      for (const q of ['kavita', 'desai', '97311', 'post']) expect(await namesOf(q), q).toEqual([])
      for (const q of ['thom', 'other@new', '+91 80 2345 6789']) expect(await namesOf(q), q).toEqual(['Leela Thomas'])
    })

    test('are still found by their old names when a change is rejected', async () => {
      const other = await signedInRider()
      await expect(save({ email: other.email, name: 'Leela Thomas' })).rejects.toThrow()
      expect(await namesOf('leela')).toEqual([])
      expect(await namesOf('kavita')).toEqual(['Kavita Menon Desai'])
    })
  })

  test('that were deleted are not listed', async () => {
    const rider = await signedInRider()
    await admin.call(deleteRider, { params: { id: rider.id } })
    expect((await admin.call(listRiders, { query: {} })).map(({ id }) => id)).not.toContain(rider.id)
    const change = { body: { image: pictures.png() }, params: { id: rider.id } }
    expect(await admin.refusal(updateRiderPhoto, change)).toMatchObject({
      detail: ridersText.riderNotFound,
      status: 404
    })
  })
})

describe("a rider's profile image", () => {
  test('is stored and listed, and the previous one is deleted', async () => {
    const rider = await signedInRider()
    const change = (image: File) => admin.call(updateRiderPhoto, { body: { image }, params: { id: rider.id } })
    const first = await change(pictures.png())
    expect(first).toMatchObject({
      id: rider.id,
      profile_image_url: expect.stringMatching(/^\/api\/images\/[0-9a-f]{32}$/)
    })
    const second = await change(pictures.jpeg())
    const listed = await admin.call(listRiders, { query: { property_id: rider.property_id } })
    expect(listed).toMatchObject([{ profile_image_url: second?.profile_image_url }])
    const seen = await app.fetch(second?.profile_image_url ?? '')
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await ageUploads()
    await app.runMinute()
    const path = (image: typeof first, extension: string) =>
      `images/${image?.profile_image_url?.split('/').at(-1)}.${extension}`
    expect([await bucket.has(path(first, 'png')), await bucket.has(path(second, 'jpg'))]).toEqual([false, true])
  })

  test.each([
    ['an SVG named .jpg', pictures.svg],
    ['a page', () => new File(['<html>'], 'a.png', { type: 'image/png' })],
    ['nothing', () => new File([], 'a.png', { type: 'image/png' })]
  ])('is rejected when it is %s, by its bytes', async (_, file) => {
    const rider = await signedInRider()
    const refusal = await admin.refusal(updateRiderPhoto, { body: { image: file() }, params: { id: rider.id } })
    expect(refusal).toMatchObject({ detail: apiErrorsText.notImage, status: 400 })
    expect(await sql('SELECT profile_image_url FROM users WHERE id = ?', rider.id)).toEqual([
      { profile_image_url: null }
    ])
  })

  test('requires a file and an existing rider', async () => {
    const rider = await signedInRider()
    expect(await admin.refusal(updateRiderPhoto, { body: { other: 'x' }, params: { id: rider.id } })).toMatchObject({
      detail: [{ loc: ['body', 'image'], msg: apiErrorsText.notImage }],
      status: 422
    })
    const nobody = { body: { image: pictures.png() }, params: { id: 'nobody' } }
    expect(await admin.refusal(updateRiderPhoto, nobody)).toMatchObject({
      detail: ridersText.riderNotFound,
      status: 404
    })
  })
})
