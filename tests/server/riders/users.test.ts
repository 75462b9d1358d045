import { beforeAll, describe, expect, test } from 'vitest'
import { listUsers, updateProfileImage } from '#contract/riders/users.ts'
import * as text from '#messages/admin/responses.ts'
import * as uploadsText from '#messages/uploads.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty, pictures } from '#tests/helpers/data/rows.ts'
import { app, bucket, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

let admin: Awaited<ReturnType<typeof signedInAdmin>>
beforeAll(async () => {
  admin = await signedInAdmin()
})

describe('users', () => {
  test('are listed with the columns of the portal, without a password', async () => {
    const property = await insertProperty({ name: 'Lakeview' })
    const rider = await signedInRider({ name: 'Asha Rao', property_id: property.id })
    const [user] = await admin.call(listUsers, { query: { property_id: property.id } })
    expect(user).toEqual({
      created_at: expect.stringMatching(/Z$/),
      email: rider.email,
      id: rider.id,
      license_photo_url: '/api/admin/licenses/none',
      name: 'Asha Rao',
      phone: '+91 98450 12345',
      profile_image_url: null,
      property_id: property.id,
      property_name: 'Lakeview'
    })
    const everything = await app.fetch('/api/admin/users', { headers: { authorization: `Bearer ${admin.token}` } })
    expect(await everything.text()).not.toMatch(/password|token|scrypt/)
  })

  test.each(['kavi', 'KAVITA m', 'menon', 'menon de', 'kavita@'])(
    'are found by the beginning of a name or e-mail: %s',
    async q => {
      await signedInRider({ name: 'Ravi Nair' })
      const [known] = await sql<{ id: string }>("SELECT id FROM users WHERE name = 'Kavita Menon Desai'")
      const id = known?.id ?? (await signedInRider({ name: 'Kavita Menon Desai' })).id
      await sql("UPDATE users SET email = 'kavita@example.test' WHERE id = ?", id)
      expect((await admin.call(listUsers, { query: { q } })).map(({ name }) => name)).toEqual(['Kavita Menon Desai'])
    }
  )

  test.each(['%', '_avita', "' OR 1=1 --", 'nobody'])('are not found by %s', async q => {
    await signedInRider()
    expect(await admin.call(listUsers, { query: { q } })).toEqual([])
  })

  test('that were deleted are not listed', async () => {
    const rider = await signedInRider()
    await sql('UPDATE users SET deleted_at = 1 WHERE id = ?', rider.id)
    expect((await admin.call(listUsers, { query: {} })).map(({ id }) => id)).not.toContain(rider.id)
    const change = { body: { image: pictures.png() }, params: { id: rider.id } }
    expect(await admin.refusal(updateProfileImage, change)).toMatchObject({ detail: text.riderNotFound, status: 404 })
  })
})

describe("a user's profile image", () => {
  test('is stored and listed, and the previous one is deleted', async () => {
    const rider = await signedInRider()
    const change = (image: File) => admin.call(updateProfileImage, { body: { image }, params: { id: rider.id } })
    const first = await change(pictures.png())
    expect(first).toMatchObject({
      id: rider.id,
      profile_image_url: expect.stringMatching(/^\/api\/images\/[0-9a-f]{32}$/)
    })
    const second = await change(pictures.jpeg())
    const listed = await admin.call(listUsers, { query: { property_id: rider.property_id } })
    expect(listed).toMatchObject([{ profile_image_url: second?.profile_image_url }])
    const seen = await app.fetch(second?.profile_image_url ?? '')
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await sql('UPDATE uploads SET created_at = created_at - 86401')
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
    const refusal = await admin.refusal(updateProfileImage, { body: { image: file() }, params: { id: rider.id } })
    expect(refusal).toMatchObject({ detail: uploadsText.uploadNotImage, status: 400 })
    expect(await sql('SELECT profile_image_url FROM users WHERE id = ?', rider.id)).toEqual([
      { profile_image_url: null }
    ])
  })

  test('requires a file and an existing user', async () => {
    const rider = await signedInRider()
    expect(await admin.refusal(updateProfileImage, { body: { other: 'x' }, params: { id: rider.id } })).toMatchObject({
      detail: [{ loc: ['body', 'image'], msg: uploadsText.uploadNotImage }],
      status: 422
    })
    const nobody = { body: { image: pictures.png() }, params: { id: 'nobody' } }
    expect(await admin.refusal(updateProfileImage, nobody)).toMatchObject({ detail: text.riderNotFound, status: 404 })
  })
})
