import { describe, expect, test } from 'vitest'
import { getStats } from '#contract/overview/stats.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { TURNED_BITS } from '#tests/helpers/hardening.ts'
import { app, callAs, send, startApp } from '#tests/helpers/servers/app.ts'
import { type Claims, claimsOf, SECRET, signed, unsigned } from './tokens.ts'

startApp()

type Forged = Record<string, Promise<string> | string>

const ALGORITHMS = [
  'none',
  'None',
  'NONE',
  'nOnE',
  '',
  'HS1',
  'hs256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'ES256',
  'ES512',
  'EdDSA',
  'A128KW',
  'dir'
]
const KINDS = [undefined, 'at+jwt', 'JWS', 'JWE', 'secevent+jwt', '']
/** Headers in which a library might look for a key, or a meaning, that the sender chose. */
const INJECTIONS: Claims[] = [
  { kid: '../../../../dev/null' },
  { kid: "x' UNION SELECT 'secret" },
  { jwk: { k: 'AAAA', kty: 'oct' } },
  { jku: 'https://elsewhere.example/keys' },
  { x5u: 'https://elsewhere.example/cert' },
  { x5c: ['MIIB'] },
  { crit: ['exp'] },
  { b64: false, crit: ['b64'] },
  { zip: 'DEF' },
  { cty: 'JWT' }
]
const WRONG: Record<string, unknown[]> = {
  aud: [undefined, null, '', 'root', 'rider', 'User', ['root'], {}, 0],
  exp: [undefined, null, 0, -1, 1, 'tomorrow', '9999999999', {}, [9_999_999_999], Number.MIN_VALUE],
  iat: [undefined, null, 'now', {}, []],
  iss: [undefined, null, '', 'elsewhere', 'Scootstay', 'scootstay ', ['scootstay', 'x'], {}],
  jti: [undefined, null, '', 0, {}, []],
  nbf: [9_999_999_999, 'later', {}],
  sub: [undefined, null, '', 'nobody', '*', '%', "' OR 1=1 --", 0, {}, [], true],
  ver: [undefined, null, 0, 2, -1, 1.5, '1', [1], {}, true]
}

const bitOf = (index: number) => (index + Math.floor(index / 32)) % 8

/** Invalid signatures: one bit changed at a time, and others cut, doubled or re-encoded. */
function brokenSignatures(token: string): Forged {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const flipped = Array.from({ length: TURNED_BITS }, (_, index) => {
    const other = Buffer.from(bytes)
    other[index % other.length] = (other[index % other.length] ?? 0) ^ (1 << bitOf(index))
    return [
      `signature with byte ${index % 32}, bit ${bitOf(index)} turned`,
      `${header}.${claims}.${other.toString('base64url')}`
    ]
  })
  const cut = [0, 1, 10, 31, 42].map(length => [
    `signature of ${length} letters`,
    `${header}.${claims}.${signature.slice(0, length)}`
  ])
  return Object.fromEntries([
    ...flipped,
    ...cut,
    ['signature in hex', `${header}.${claims}.${bytes.toString('hex')}`],
    ['signature in capitals', `${header}.${claims}.${signature.toUpperCase()}`],
    ['signature twice', `${header}.${claims}.${signature}${signature}`],
    ['no signature', `${header}.${claims}`],
    ['a fourth part', `${token}.${signature}`],
    ['a part of an encrypted token', `${token}.a.b`],
    ['parts in another order', `${claims}.${header}.${signature}`],
    ['nothing but points', '..'],
    ['garbage', 'garbage'],
    ['binary', Buffer.from('\0\u0001\u0002').toString('base64url')],
    ['ten thousand letters', 'a'.repeat(10_000)]
  ])
}

/** Claims of another account, or of an admin, under the signature of other claims. */
async function transplanted(own: string, other_id: string): Promise<Forged> {
  const [header = '', , signature = ''] = own.split('.')
  const claims = claimsOf(other_id)
  const changedClaims: Claims[] = [
    claims,
    { ...claims, aud: 'admin' },
    { ...claims, exp: 9_999_999_999 },
    { ...claims, ver: 2 }
  ]
  return Object.fromEntries(
    changedClaims.map((changedClaim, index) => [
      `claims of another, ${index}`,
      `${header}.${unsigned('', changedClaim).split('.')[1]}.${signature}`
    ])
  )
}

async function forgeriesFor(id: string, own: string, other_id: string): Promise<[string, string][]> {
  const claims = claimsOf(id)
  const long = new Uint8Array([...SECRET, ...SECRET])
  const forged: Forged = { ...brokenSignatures(own), ...(await transplanted(own, other_id)) }
  for (const alg of ALGORITHMS) {
    const header = { alg, typ: 'JWT' }
    forged[`alg '${alg}' without a signature`] = unsigned(header, claims)
    forged[`alg '${alg}' under our own signature`] = unsigned(header, claims, own.split('.')[2])
    if (alg === 'HS384' || alg === 'HS512') forged[`alg '${alg}', signed with our key`] = signed(claims, header, long)
  }
  for (const typ of KINDS) forged[`typ '${typ}'`] = signed(claims, { alg: 'HS256', ...(typ !== undefined && { typ }) })
  for (const more of INJECTIONS) {
    const header = { alg: 'HS256', typ: 'JWT', ...more }
    forged[`${JSON.stringify(more)} without our key`] = unsigned(header, claims, own.split('.')[2])
  }
  for (const [claim, values] of Object.entries(WRONG)) {
    for (const value of values) forged[`${claim} ${JSON.stringify(value)}`] = signed({ ...claims, [claim]: value })
  }
  for (const key of ['', 'secret', 'changeme', 'for-this-machine-only', '\0'.repeat(32), 'x'.repeat(64)]) {
    const bytes = new TextEncoder().encode(key.padEnd(32, '\0'))
    forged[`key '${key.slice(0, 20)}'`] = signed(claims, undefined, bytes)
  }
  return Promise.all(Object.entries(forged).map(async ([name, token]) => [name, await token] as [string, string]))
}

describe('a forged token', () => {
  test('is rejected by the API and by the rendered pages', async () => {
    const [rider, other] = [await signedInRider({ name: 'Zubeida of the cookie' }), await signedInRider()]
    const forgeries = await forgeriesFor(rider.id, rider.token, other.id)
    const accepted: string[] = []
    for (const [name, token] of forgeries) {
      const [reply, page] = [
        await app.fetch('/api/profile', { headers: { authorization: `Bearer ${encodeURI(token)}` } }),
        await app.fetch('/profile', { headers: { cookie: `session=${encodeURI(token)}; userType=user` } })
      ]
      if (reply.status !== 401) accepted.push(`${name}: ${reply.status}`)
      if ((await page.text()).includes('Zubeida')) accepted.push(`${name}: drawn`)
    }
    expect(accepted).toEqual([])
    expect(forgeries.length).toBeGreaterThanOrEqual(150)
  })

  test('makes no admin of a rider, and no rider of an admin', async () => {
    const [rider, admin] = [await signedInRider(), await signedInAdmin()]
    const [asAdmin, asRider] = [
      await signed({ ...claimsOf(rider.id), aud: 'admin' }),
      await signed({ ...claimsOf(admin.id), aud: 'user' })
    ]
    expect([(await send(getStats, {}, asAdmin)).status, (await send(getProfile, {}, asRider)).status]).toEqual([
      401, 401
    ])
  })

  test('differs from a valid token, which is accepted', async () => {
    const rider = await signedInRider({ name: 'Zubeida of the cookie' })
    const good = await signed(claimsOf(rider.id))
    expect(await callAs(good, getProfile)).toMatchObject({ email: rider.email })
    const page = await app.fetch('/profile', { headers: { cookie: `session=${good}; userType=user` } })
    expect(await page.text()).toContain('Zubeida')
  })
})
