import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { uploadImage, uploadLicence } from '#contract/uploads/uploads.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as uploadsText from '#messages/uploads.ts'
import { signedInAdmin } from '#tests/helpers/data/people.ts'
import { app, bucket, fetchWithRetry, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { contents } from './contents.ts'
import { HOSTILE_FILES, pictureOf, type Sent } from './hostile-files.ts'

startApp()

const KEY = /^(images|licenses\/[\w%.-]+)\/[0-9a-f]{32}\.(heic|jpg|png|webp)$/

let admin: { token: string }
beforeAll(async () => {
  admin = await signedInAdmin()
})

const bearer = () => ({ authorization: `Bearer ${admin.token}` })

function upload(call: Endpoint, { bytes, name, type }: Pick<Sent, 'bytes' | 'name' | 'type'>): Promise<Response> {
  const file = new File([bytes], name, { type })
  const body = call === uploadLicence ? { email: 'asha+licence@example.test', file } : { image: file }
  return send(call, { body }, admin.token)
}

const everything = async () => [await contents(), (await bucket.list('')).toSorted()]

describe.each([
  ['a licence photo', uploadLicence],
  ['a public picture', uploadImage]
] as const)('as %s', (_, call) => {
  test('a file that is not a picture is not stored', async () => {
    const before = await everything()
    const taken: string[] = []
    for (const file of HOSTILE_FILES.filter(({ taken_for }) => taken_for === null)) {
      const reply = await upload(call, file)
      const { detail } = (await reply.json()) as { detail: unknown }
      if (reply.status !== 400 || detail !== apiErrorsText.notImage)
        taken.push(`${file.is}: ${reply.status} ${JSON.stringify(detail)}`)
    }
    expect(taken).toEqual([])
    expect(await everything()).toEqual(before)
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(60)
  })

  test.each(HOSTILE_FILES.filter(({ taken_for }) => taken_for !== null).map(file => [file.is, file] as const))(
    'a file is stored and served as the type of its first bytes, under a generated name: %s',
    async (_name, file) => {
      const reply = await upload(call, file)
      expect(reply.status).toBe(200)
      const { url } = (await reply.json()) as { url: string }
      const [row] = await sql<{ path: string }>('SELECT path FROM uploads WHERE id = ?', url.split('/').at(-1))
      expect(row?.path).toMatch(KEY)
      const served = await app.fetch(url, { headers: bearer() })
      expect([served.status, served.headers.get('content-type'), served.headers.get('x-content-type-options')]).toEqual(
        [200, file.taken_for, 'nosniff']
      )
      expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(file.bytes)
    }
  )

  test('a file that is one byte too large is rejected, with and without a declared length', async () => {
    const [fits, too_large] = [RIDER_PHOTO_MAX_BYTES, RIDER_PHOTO_MAX_BYTES + 1]
    const named = { name: 'licence.jpg', type: 'image/jpeg' }
    expect((await upload(call, { ...named, bytes: pictureOf(fits) })).status).toBe(200)
    const before = await everything()
    const refused = await upload(call, { ...named, bytes: pictureOf(too_large) })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { code: 'file_too_large', detail: uploadsText.uploadTooLarge }
    ])
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n'],
    [
      'cut off within a part',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a'
    ],
    [
      'without an end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\nx'
    ],
    [
      'with a thousand parts',
      'multipart/form-data; boundary=x',
      `${'--x\r\ncontent-disposition: form-data; name="p"\r\n\r\nx\r\n'.repeat(1000)}--x--`
    ],
    ['with text instead of a file', 'application/x-www-form-urlencoded', 'file=x&image=x&email=a%40b.co']
  ])('a form is rejected %s', async (_name, type, body) => {
    const before = await everything()
    const reply = await fetchWithRetry(`/api${call.path}`, {
      body,
      headers: { ...bearer(), 'content-type': type },
      method: 'POST'
    })
    expect(reply.status).toBe(422)
    expect(await everything()).toEqual(before)
  })
})
