import { globSync, readFileSync } from 'node:fs'
import type { D1Database } from '@cloudflare/workers-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import { newLicencePath, objectUrl } from '#domain/uploads/urls.ts'
import * as text from '#messages/account/auth.ts'

// The built Worker, configured to store licence photos in a cloud bucket.

const bucket = { name: 'photos.example.test' }
const harness = createTestHarness({
  workers: [{ configPath: './dist/server/wrangler.json', secrets: { PUBLIC_FIREBASE_STORAGE_BUCKET: bucket.name } }]
})
let db: D1Database

beforeAll(async () => {
  await harness.listen()
  const worker = harness.getWorker<{ DB: D1Database }>()
  await worker.applyD1Migrations('DB')
  db = ((await worker.getEnv()) as unknown as { DB: D1Database }).DB
  await db.exec("INSERT INTO properties (id, name, location, created_at) VALUES ('p1', 'Palm Grove', 'Hebbal', 0)")
})
afterAll(() => harness.close())

const addressFor = (email: string) => `${objectUrl(bucket, newLicencePath(email, 'jpg'))}?alt=media&token=3f0e-11`

function signUpWith(license_photo_url: string) {
  const account = {
    date_of_birth: '1998-02-28',
    email: 'Asha@Example.in',
    license_photo_url,
    name: 'Asha Rao',
    password: 'Rider@123',
    phone: '9845012345',
    property_id: 'p1'
  }
  const headers = { 'content-type': 'application/json' }
  return harness.fetch('/api/auth/signup', { body: JSON.stringify(account), headers, method: 'POST' })
}

describe('a build without a bucket', () => {
  test('does not contain the cloud library, on the server or in the browser', () => {
    const built = globSync('dist/{client,server}/**/*.{js,mjs}')
    expect(built.length).toBeGreaterThan(10)
    expect(built.filter(file => readFileSync(file, 'utf8').includes('X-Goog-Upload'))).toEqual([])
  })
})

describe('sign-up with a licence photo in the cloud', () => {
  test.each([
    ['of another account', addressFor('ravi@example.in')],
    ['of another bucket', addressFor('asha@example.in').replace(bucket.name, 'other.example.test')],
    ['of another site', addressFor('asha@example.in').replace('firebasestorage', 'pictures')]
  ])('rejects a photo %s', async (_, address) => {
    const reply = await signUpWith(address)
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({
      detail: [{ loc: ['body', 'license_photo_url'], msg: text.unknownLicence }]
    })
  })

  test('stores the address that the cloud returned', async () => {
    const address = addressFor('asha@example.in')
    const reply = await signUpWith(address)
    expect(await reply.json()).toEqual({ access_token: expect.any(String) })
    const kept = await db.prepare("SELECT license_photo_url FROM users WHERE email = 'asha@example.in'").first()
    expect(kept).toEqual({ license_photo_url: address })
  })
})
