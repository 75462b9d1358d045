import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { Bucket } from '#tests/fakes/cloud-storage/bucket.ts'
import { startCloudStorage } from '#tests/fakes/cloud-storage/server.ts'

/** A fake cloud storage with one bucket; its host is known once the tests run. */
export function startFakeCloudStorage(name: string): { bucket: Bucket; host: () => string } {
  const bucket = new Bucket(name)
  let server: Server
  beforeAll(async () => {
    server = await startCloudStorage(bucket, 0)
  })
  afterAll(() => server.close())
  return { bucket, host: () => hostOf(server) }
}

function hostOf(server: Server): string {
  const address = server.address()
  return typeof address === 'object' ? `localhost:${address?.port}` : ''
}
