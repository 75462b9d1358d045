import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLicenceUrl, newLicencePath, objectUrl } from '#domain/uploads/urls.ts'

const bucket = { name: 'scootstay.example.test' }
const addressOf = (path: string) => `${objectUrl(bucket, path)}?alt=media&token=3f0e-11`

describe('the path of a licence photo in the cloud', () => {
  test('is a folder named after the email, a random name and the extension of the file', () => {
    const path = newLicencePath(' Asha.Rao+1@Example.in ', 'png')
    expect(path).toMatch(/^licenses\/asha\.rao\+1@example\.in\/[0-9a-f-]{36}\.png$/)
    expect(newLicencePath('asha@example.in', 'png')).not.toBe(newLicencePath('asha@example.in', 'png'))
  })

  test('is one folder deep for any email', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), email => {
        expect(newLicencePath(`${email}@x`, 'jpg').split('/')).toHaveLength(3)
      })
    )
  })
})

describe('the URL of a licence photo in the cloud', () => {
  const email = 'asha@example.in'

  test('is accepted for the account whose email names its folder, and for no other', () => {
    const address = addressOf(newLicencePath(email, 'heic'))
    expect(address).toMatch(
      /^https:\/\/firebasestorage\.googleapis\.com\/v0\/b\/scootstay\.example\.test\/o\/licenses%2F/
    )
    expect(isLicenceUrl(address, bucket, 'Asha@Example.in')).toBe(true)
    expect(isLicenceUrl(address, bucket, 'ravi@example.in')).toBe(false)
    expect(isLicenceUrl(address, { name: 'another.example.test' }, email)).toBe(false)
  })

  test.each([
    ['at another host', `https://example.test/?${addressOf(`licenses/${email}/a.jpg`)}`],
    ['in another folder', addressOf(`properties/${email}/a.jpg`)],
    ['in a deeper folder', addressOf(`licenses/${email}/b/a.jpg`)],
    ['without its token', objectUrl(bucket, `licenses/${email}/a.jpg`)],
    ['with an additional part', `${addressOf(`licenses/${email}/a.jpg`)}&x=<script>`]
  ])('is rejected %s', (_, address) => expect(isLicenceUrl(address, bucket, email)).toBe(false))

  test('uses the emulator if there is one', () => {
    const address = objectUrl({ ...bucket, emulatorHost: 'localhost:9199' }, 'properties/a b.jpg')
    expect(address).toBe('http://localhost:9199/v0/b/scootstay.example.test/o/properties%2Fa%20b.jpg')
  })
})
