// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLicenceUrl } from '#domain/uploads/urls.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as uploadsText from '#messages/uploads.ts'
import { json, startFakeCloudStorage, startSite } from '#tests/helpers/servers/upload-servers.ts'

const EMAIL = 'asha@example.in'
const SMALL = 1000
const LARGE = 1_500_000
const FOLDER = `licenses/${EMAIL}/`

const cloud = startFakeCloudStorage('photos.example.test')
/** The response of our own endpoint, and the number of its requests. */
let reply: () => Promise<Response> | Response
let requestCount: number
let progress: number[]

startSite(() => {
  requestCount += 1
  return reply()
})

/** Each byte differs from its neighbours, so that a misplaced part is detected. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, place) => (place * place) % 251)
}

const photo = (size: number, name = 'licence.JPG', type = 'image/jpeg') => new File([bytesOf(size)], name, { type })

async function upload(size = SMALL, path = `${FOLDER}${size}.jpg`, file = photo(size)): Promise<string> {
  const { uploadToCloud } = await import('#client/uploads/uploads.ts')
  return uploadToCloud(file, path, part => progress.push(part))
}

async function uploadLicence(): Promise<string> {
  const { uploadLicencePhoto } = await import('#client/uploads/uploads.ts')
  return uploadLicencePhoto(photo(LARGE), { onSent: part => progress.push(part) }, EMAIL)
}

/** Seconds on a fake clock, which stops while a request is pending. Slow machines do not change the result. */
async function secondsUntil(done: Promise<void>): Promise<number> {
  let pendingCount = 0
  let isDone = false
  const send = XMLHttpRequest.prototype.send
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    pendingCount += 1
    this.addEventListener('loadend', () => (pendingCount -= 1))
    send.call(this, body)
  })
  vi.useFakeTimers({ toFake: ['Date', 'clearTimeout', 'setTimeout'] })
  const startedAt = Date.now()
  const ended = done.finally(() => (isDone = true))
  while (!isDone) {
    if (pendingCount === 0) await vi.advanceTimersByTimeAsync(100)
    await new Promise(setImmediate)
  }
  await ended
  return (Date.now() - startedAt) / 1000
}

beforeEach(() => {
  requestCount = 0
  progress = []
  reply = () => json({ url: '/licences/1' })
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  cloud.bucket.empty()
  vi.stubEnv('PUBLIC_FIREBASE_STORAGE_BUCKET', cloud.bucket.name)
  vi.stubEnv('PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST', cloud.host())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('an upload to the cloud', () => {
  test.each([SMALL, LARGE])('of %d bytes stores the bytes, and its URL is readable only with its token', async size => {
    const address = await upload(size)
    const reply = await fetch(address)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.compare(Buffer.from(await reply.arrayBuffer()), bytesOf(size))).toBe(0)
    expect((await fetch(address.replace(/token=.*/, 'token=guessed'))).status).toBe(403)
    expect((await fetch(address.replace(/\?.*/, ''))).status).toBe(403)
  })

  test('reports the progress part by part', async () => {
    await upload(LARGE)
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect([progress.at(0), progress.at(-1)]).toEqual([0, 1])
  })
})

describe('a failing upload to the cloud', () => {
  test('is reported as unavailable storage when the rules reject it or the bucket does not exist', async () => {
    cloud.bucket.setFault(FOLDER, 'refuse')
    await expect(upload()).rejects.toThrow(uploadsText.storageUnavailable)
    vi.resetModules()
    vi.stubEnv('PUBLIC_FIREBASE_STORAGE_BUCKET', 'nobody.example.test')
    await expect(upload()).rejects.toThrow(uploadsText.storageUnavailable)
  })

  test.each([
    ['rejects the photo', 'reject', uploadsText.storageRefused],
    ['answers something else', 'garble', uploadsText.uploadBroken]
  ] as const)('is reported by its reason when the cloud %s', async (_, fault, reason) => {
    cloud.bucket.setFault(FOLDER, fault)
    await expect(upload()).rejects.toThrow(reason)
  })

  test.each([
    ['fails', 'fail'],
    ['breaks every connection', 'break off']
  ] as const)('is retried for seconds, not for ten minutes, when the cloud %s', async (_, fault) => {
    cloud.bucket.setFault(FOLDER, fault)
    expect(await secondsUntil(expect(upload(LARGE)).rejects.toThrow(uploadsText.storageTimedOut))).toBeLessThan(20)
  })

  test('times out within a minute when the cloud never responds', async () => {
    cloud.bucket.setFault(FOLDER, 'hold')
    vi.useFakeTimers({ toFake: ['Date', 'clearTimeout', 'setTimeout'] })
    vi.setTimerTickMode('nextTimerAsync')
    const startedAt = Date.now()
    await expect(upload(LARGE)).rejects.toThrow(uploadsText.storageTimedOut)
    expect(Date.now() - startedAt).toBeLessThan(60_000)
  })

  test('is not attempted without a network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expect(upload()).rejects.toThrow(uploadsText.networkUnreachable)
    expect(progress).toEqual([])
  })
})

test("a property's picture of an external backend is stored under a unique path", async () => {
  vi.stubEnv('PUBLIC_API_BASE_URL', 'https://backend.example')
  const { uploadPropertyImage } = await import('#client/uploads/uploads.ts')
  const store = () => uploadPropertyImage(photo(SMALL, 'House.PNG', 'image/png'), { onSent: () => undefined })
  const [one, other] = [await store(), await store()]
  expect(decodeURIComponent(one)).toMatch(/\/o\/properties\/[\w-]{36}\.png\?alt=media&token=/)
  expect(one).not.toBe(other)
})

describe('a licence photo with the cloud configured', () => {
  test('goes to the cloud, under a random name in a folder named after the email, and not to our server', async () => {
    const address = await uploadLicence()
    const bucket = { emulatorHost: cloud.host(), name: cloud.bucket.name }
    expect(isLicenceUrl(address, bucket, EMAIL)).toBe(true)
    expect(cloud.bucket.paths()).toEqual([expect.stringMatching(/^licenses\/asha@example\.in\/[0-9a-f-]{36}\.jpg$/)])
    expect(requestCount).toBe(0)
  })

  test('is stored on our server without an error when the cloud fails', async () => {
    cloud.bucket.setFault(FOLDER, 'refuse')
    expect(await uploadLicence()).toBe('/licences/1')
    expect(requestCount).toBe(1)
    expect(progress.at(-1)).toBe(1)
  })

  test.each([
    ['fails too', () => json({ detail: 'Internal server error' }, 500), uploadsText.storageUnavailable],
    ['rejects the photo', () => json({ detail: apiErrorsText.notImage }, 400), apiErrorsText.notImage],
    ['cannot be reached', () => Promise.reject(new Error()), uploadsText.networkUnreachable]
  ])('reports the reason when our own storage %s', async (_, failing, reason) => {
    cloud.bucket.setFault(FOLDER, 'refuse')
    reply = failing
    await expect(uploadLicence()).rejects.toThrow(uploadsText.uploadFailed(reason))
  })

  test("is not sent to our server with an external backend, and reports the cloud's reason", async () => {
    vi.stubEnv('PUBLIC_API_BASE_URL', 'https://backend.example')
    vi.stubGlobal('navigator', { onLine: false })
    await expect(uploadLicence()).rejects.toThrow(uploadsText.uploadFailed(uploadsText.networkUnreachable))
    expect(requestCount).toBe(0)
  })
})
