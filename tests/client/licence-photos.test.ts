// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as client from '#client/uploads/uploads.ts'
import { RIDER_PHOTO_MAX_BYTES, SHRINK_ABOVE_BYTES } from '#domain/uploads/photos.ts'
import * as uploadsText from '#messages/uploads.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { json, startSite } from '#tests/helpers/servers/upload-servers.ts'

const EMAIL = 'asha@example.in'
const camera = { close: () => undefined, height: 3000, width: 4000 }

let reply: () => Promise<Response> | Response
let sent: FormData[]
let progress: number[]

startSite((_, form) => {
  sent.push(form)
  return reply()
})

const uploadLicencePhoto = (file: File, email: string) =>
  client.uploadLicencePhoto(file, { onSent: part => progress.push(part) }, email)

/** A canvas whose JPEGs have this size. Returns the drawn dimensions. */
function stubCanvas(size: number): number[][] {
  const dimensions: number[][] = []
  vi.stubGlobal('createImageBitmap', async () => camera)
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(width: number, height: number) {
        dimensions.push([width, height])
      }
      getContext = () => ({ drawImage: () => undefined, fillRect: () => undefined })
      convertToBlob = async () =>
        new Blob([SIGNATURES.jpeg, new Uint8Array(size - SIGNATURES.jpeg.length)], {
          type: 'image/jpeg'
        })
    }
  )
  return dimensions
}

function refuseToDecode(): void {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')))
}

function failToDraw(): void {
  const picture = Object.defineProperty({}, 'width', {
    get: () => {
      throw new RangeError('Array buffer allocation failed')
    }
  })
  vi.stubGlobal('createImageBitmap', async () => picture)
}

function uploaded(): [name: string, type: string, size: number] {
  const file = sent[0]?.get('file') as File
  return [file.name, file.type, file.size]
}

beforeEach(() => {
  sent = []
  progress = []
  reply = () => json({ url: '/licences/1' })
})

describe('the upload of the licence photo', () => {
  test('returns the URL of the stored photo', async () => {
    expect(await uploadLicencePhoto(licencePhoto(), EMAIL)).toBe('/licences/1')
    expect(sent[0]?.get('email')).toBe(EMAIL)
  })

  test.each([
    ['image/heic', 'IMG_0042.HEIC'],
    ['', 'IMG_0042.HEIC'],
    ['', 'licence.heif']
  ])('sends a HEIC of type %j named %s unchanged', async (type, name) => {
    await uploadLicencePhoto(licencePhoto({ content: SIGNATURES.heic, name, type }), EMAIL)
    expect(uploaded()[0]).toBe(name)
  })

  test('sends a photo of exactly one megabyte unchanged', async () => {
    const dimensions = stubCanvas(400_000)
    const photo = licencePhoto({ size: SHRINK_ABOVE_BYTES })
    await uploadLicencePhoto(photo, EMAIL)
    expect(uploaded()[0]).toBe('licence.jpg')
    expect(dimensions).toEqual([])
  })

  test('makes a larger photo smaller, once', async () => {
    const dimensions = stubCanvas(400_000)
    const photo = licencePhoto({ name: 'a.b.png', size: SHRINK_ABOVE_BYTES + 1, type: 'image/png' })
    await uploadLicencePhoto(photo, EMAIL)
    await uploadLicencePhoto(photo, EMAIL)
    expect(dimensions).toEqual([[2000, 1500]])
    expect(uploaded()).toEqual(['a.b.jpg', 'image/jpeg', 400_000])
  })

  test.each([
    ['cannot be decoded', refuseToDecode],
    ['has too many pixels for the memory', failToDraw],
    ['gets no smaller', () => stubCanvas(RIDER_PHOTO_MAX_BYTES + 2)]
  ])('sends a photo that %s as it is, unless it is too large', async (_, prepare) => {
    prepare()
    await uploadLicencePhoto(licencePhoto({ size: RIDER_PHOTO_MAX_BYTES }), EMAIL)
    expect(uploaded()[0]).toBe('licence.jpg')
    const large = licencePhoto({ size: RIDER_PHOTO_MAX_BYTES + 1 })
    await expect(uploadLicencePhoto(large, EMAIL)).rejects.toThrow('Upload failed: File size must be less than 5MB')
    expect(sent).toHaveLength(1)
  })

  test('sends a photo as it is if the device takes too long to decode it', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const upload = uploadLicencePhoto(licencePhoto({ size: RIDER_PHOTO_MAX_BYTES }), EMAIL)
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    await upload
    expect(uploaded()[0]).toBe('licence.jpg')
  })

  test.each([
    ['text/plain', 'licence.txt'],
    ['', 'licence.txt'],
    ['text/plain', 'licence.heic']
  ])('checks the type before the size: %j, %s', async (type, name) => {
    refuseToDecode()
    const wrong = licencePhoto({ content: 'x', name, size: RIDER_PHOTO_MAX_BYTES + 1, type })
    await expect(uploadLicencePhoto(wrong, EMAIL)).rejects.toThrow('Upload failed: Only image files are allowed')
    expect(sent).toEqual([])
  })

  test.each([
    ['a storage error', () => json({ detail: 'Storage is full' }, 503), 'Storage is full'],
    [
      'a list of errors',
      () => json({ detail: [{ loc: ['body', 'email'], msg: 'Odd' }] }, 422),
      'Validation error: body.email: Odd'
    ],
    ['a network error', () => Promise.reject(new TypeError('offline')), uploadsText.networkUnreachable],
    ['storage that a backend does not have', () => json({}, 404), uploadsText.storageUnavailable],
    ['a rejection without a message', () => json({}, 413), uploadsText.storageRefused],
    ['a storage error without a message', () => json({}, 500), uploadsText.uploadBroken],
    ['a response that is not of the API', () => new Response('<!doctype html>'), uploadsText.uploadBroken]
  ])('fails with the message of %s', async (_, failing, reason) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    reply = failing
    await expect(uploadLicencePhoto(licencePhoto(), EMAIL)).rejects.toThrow(`Upload failed: ${reason}`)
  })
})
