// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as client from '#client/uploads/uploads.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
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
  client.uploadLicencePhoto(file, email, part => progress.push(part))

/** A canvas whose JPEGs have these sizes in turn. Returns the drawn dimensions. */
function stubCanvas(sizes: number[]): number[][] {
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
        new Blob([SIGNATURES.jpeg, new Uint8Array((sizes.shift() ?? 0) - SIGNATURES.jpeg.length)], {
          type: 'image/jpeg'
        })
    }
  )
  return dimensions
}

function refuseToDecode(): void {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')))
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

  test('sends a photo of exactly the limit unchanged', async () => {
    const dimensions = stubCanvas([])
    await uploadLicencePhoto(licencePhoto({ size: RIDER_PHOTO_MAX_BYTES }), EMAIL)
    expect(uploaded()[0]).toBe('licence.jpg')
    expect(dimensions).toEqual([])
  })

  test('compresses a larger photo until it fits', async () => {
    const dimensions = stubCanvas([RIDER_PHOTO_MAX_BYTES + 1, 400_000])
    await uploadLicencePhoto(
      licencePhoto({ name: 'a.b.png', size: RIDER_PHOTO_MAX_BYTES + 2, type: 'image/png' }),
      EMAIL
    )
    expect(dimensions).toEqual([
      [2560, 1920],
      [1920, 1440]
    ])
    expect(uploaded()).toEqual(['a.b.jpg', 'image/jpeg', 400_000])
  })

  test.each([
    ['cannot be decoded', refuseToDecode],
    ['stays too large', () => stubCanvas([9, 9, 9].map(times => times * RIDER_PHOTO_MAX_BYTES))]
  ])('rejects a photo that %s', async (_, prepare) => {
    prepare()
    const large = licencePhoto({ size: RIDER_PHOTO_MAX_BYTES + 1 })
    await expect(uploadLicencePhoto(large, EMAIL)).rejects.toThrow('Upload failed: File size must be less than 5MB')
    expect(sent).toEqual([])
  })

  test('logs a fault of the browser, and shows a general sentence instead of its words', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const fault = new RangeError('Array buffer allocation failed')
    const picture = Object.defineProperty({}, 'width', {
      get: () => {
        throw fault
      }
    })
    vi.stubGlobal('createImageBitmap', async () => picture)
    const large = licencePhoto({ size: RIDER_PHOTO_MAX_BYTES + 1 })
    await expect(uploadLicencePhoto(large, EMAIL)).rejects.toThrow('Upload failed: Something went wrong.')
    expect(logged).toHaveBeenCalledWith(fault)
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
