// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeCloudStorage } from '#tests/helpers/servers/upload-servers.ts'

const cloud = startFakeCloudStorage('pictures.example.test')

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.stubEnv('PUBLIC_API_BASE_URL', 'https://backend.example')
  vi.stubEnv('PUBLIC_FIREBASE_STORAGE_BUCKET', cloud.bucket.name)
  vi.stubEnv('PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST', cloud.host())
})
afterEach(() => {
  cloud.bucket.empty()
  vi.unstubAllEnvs()
})

async function upload(name: string) {
  const { uploadPropertyImage } = await import('#client/uploads/uploads.ts')
  const progress: number[] = []
  const address = await uploadPropertyImage(new File(['house'], name, { type: 'image/png' }), {
    onSent: part => progress.push(part)
  })
  return { address, progress }
}

test("with an external backend a property's picture is stored in the cloud under a unique path", async () => {
  const [one, other] = [await upload('House.PNG'), await upload('House.PNG')]
  expect(decodeURIComponent(one.address)).toMatch(/\/o\/properties\/[\w-]{36}\.png\?alt=media&token=/)
  expect(one.address).not.toBe(other.address)
  expect(one.progress.at(-1)).toBe(1)
  expect(await (await fetch(one.address)).text()).toBe('house')
})
