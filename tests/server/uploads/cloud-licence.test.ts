import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { newLicencePath, objectUrl } from '#domain/uploads/urls.ts'
import * as authText from '#messages/account/auth.ts'
import { newcomer } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { callAs, refusedCallAs, sql, startApp } from '#tests/helpers/servers/app.ts'

// The built Worker, configured to store licence photos in a cloud bucket.

const bucket = { name: 'photos.example.test' }
startApp(() => ({ PUBLIC_FIREBASE_STORAGE_BUCKET: bucket.name }))
let property_id: string
beforeAll(async () => {
  property_id = (await insertProperty()).id
})

const addressFor = (email: string) => `${objectUrl(bucket, newLicencePath(email, 'jpg'))}?alt=media&token=3f0e-11`

const accountWith = async (license_photo_url: string) => ({
  body: await newcomer({ email: 'Asha@Example.in', license_photo_url, property_id })
})

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
    expect(await refusedCallAs(undefined, signUp, await accountWith(address))).toMatchObject({
      detail: [{ loc: ['body', 'license_photo_url'], msg: authText.unknownLicence }],
      status: 422
    })
  })

  test('stores the address that the cloud returned', async () => {
    const address = addressFor('asha@example.in')
    await callAs(undefined, signUp, await accountWith(address))
    expect(await sql('SELECT license_photo_url FROM users')).toEqual([{ license_photo_url: address }])
  })
})
