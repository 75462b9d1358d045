import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TOKEN_SECONDS } from '#domain/constants.ts'
import { KNOWN_IP_TTL_SECONDS, SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS } from '#domain/request-limits.ts'
import type { SessionType } from '#domain/routes.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { signUp as createRider, signIn, signInAdmin } from '#server/auth/sign-in.ts'
import { updateProfile } from '#server/riders/profile.ts'
import { type Refusal, Unavailable } from '#server/runtime/refusal.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { emptyTables } from '#tests/model/harness/harness.ts'

// The lock of a sign-in, at any time and from any address, without real waiting.

const scrypted: unknown[] = []

// The tests count the requested cost of a hash; real hashing would take a minute.
const { scrypt } = crypto
crypto.scrypt = ((...[password, salt, bytes, parameters, done]: Parameters<typeof scrypt>) => {
  scrypted.push(parameters)
  scrypt(password, salt, bytes, { N: 2 }, done)
}) as typeof scrypt
syncBuiltinESMExports()
afterAll(() => {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
})

const PASSWORD = 'Rider@123'
const WRONG = 'Wrong@123'
const HOME = '203.0.113.7'
const START = new Date('2026-06-15T06:00:00Z').getTime()
const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const hashed = await hashPassword(PASSWORD)

let seconds = 0

interface Guess {
  email?: string
  from?: string
  password?: string
  type?: SessionType
}

const callFrom = (from: string) => ({
  clock: () => new Date(),
  headers: new Headers({ 'cf-connecting-ip': from }),
  isSecure: true,
  now: new Date(START + seconds * 1000),
  responseHeaders: new Headers()
})

/** The result of a sign-in: 'in', 'wrong', or the seconds to wait. */
async function guess({ email = 'asha@example.test', from = HOME, password = WRONG, type = 'user' }: Guess = {}) {
  const call = callFrom(from)
  const operation = type === 'user' ? signIn : signInAdmin
  return operation({ body: { email, password } }, null, call).then(
    () => 'in',
    ({ detail, headers, status }: Refusal) => {
      const wait = Number(headers['retry-after'])
      if (status === 429) expect(detail).toBe(apiErrorsText.tooManyRequests(wait))
      else expect([status, detail]).toEqual([401, authText.wrongCredentials])
      return status === 429 ? wait : 'wrong'
    }
  )
}

const right = (rest: Guess = {}) => guess({ password: PASSWORD, ...rest })

async function times<T>(count: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index += 1) results.push(await task(index))
  return results
}

const wrong = (count: number) => Array<string>(count).fill('wrong')

/** How long each wrong password locks, when each is tried as soon as the lock ends. */
async function locksOf(count: number, rest: Guess = {}) {
  return times(count, async () => {
    expect(await guess(rest)).toBe('wrong')
    const wait = Number(await guess(rest))
    seconds += wait
    return wait
  })
}

const LICENCE = '0'.repeat(32)

const profileOf = (email: string) => ({
  date_of_birth: '1990-01-01',
  email,
  name: 'Nila',
  phone: '+91 98450 12345',
  property_id: 'palm'
})

/** An account that was created at an address, whose rider never signs in. */
function signUp(email: string, from = HOME, licence = LICENCE) {
  const license_photo_url = `/api/admin/licenses/${licence}`
  return createRider({ body: { ...profileOf(email), license_photo_url, password: PASSWORD } }, null, callFrom(from))
}

beforeEach(() => {
  seconds = 0
  emptyTables('uploads', 'throttles', 'rider_words', 'email_tokens', 'outbox', 'users')
  // Sign-ins of admins are logged here.
  emptyTables('audits', 'admins')
  rows("INSERT OR IGNORE INTO properties (id, name, location, created_at) VALUES ('palm', 'P', 'L', 0)")
  rows(
    "INSERT INTO uploads (id, kind, path, content_type, created_at) VALUES (?1, 'license', 'p', 'image/png', ?2)",
    LICENCE,
    START / 1000
  )
  for (const [id, deleted_at] of [
    ['asha', null],
    ['gone', 1]
  ] as const) {
    rows(insertRiderSql({ deleted_at, id, password_hash: hashed }))
  }
  rows(
    "INSERT INTO admins (id, name, email, password_hash, created_at) VALUES ('a', 'A', 'asha@example.test', ?1, 0)",
    hashed
  )
  scrypted.length = 0
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('wrong passwords', () => {
  test.each<SessionType>(['user', 'admin'])(
    'lock for 60 seconds from the fifth on, and longer for each next one, up to 15 minutes: %s',
    async type => {
      expect(await times(4, () => guess({ type }))).toEqual(wrong(4))
      expect(await locksOf(6, { type })).toEqual([60, 120, 240, 480, 900, 900])
      expect(await right({ type })).toBe('in')
    }
  )

  /** Four wrong passwords, this long after one another, and how long the next ones lock after a pause. */
  test.each<{ name: string; apart?: number; pause: () => unknown; free: number }>([
    { name: 'count until the right one', free: 4, pause: () => right() },
    { name: 'count for a day', free: 0, pause: () => (seconds = DAY - 1) },
    { name: 'are forgotten after a day without one', free: 4, pause: () => (seconds = DAY) },
    { apart: DAY - 1, name: 'count together if each day has one', free: 0, pause: () => undefined }
  ])('$name', async ({ apart = 0, free, pause }) => {
    await times(4, async () => {
      expect(await guess()).toBe('wrong')
      seconds += apart
    })
    await pause()
    expect(await times(free, () => guess())).toEqual(wrong(free))
    expect(await locksOf(1)).toEqual([60])
  })

  test('lock out the right password as well, without a hash being computed', async () => {
    await times(5, () => guess())
    const hashes = scrypted.length
    expect([await right(), await guess()]).toEqual([60, 60])
    seconds = 59
    expect([await right(), scrypted.length]).toEqual([1, hashes])
    seconds = 60
    expect(await right()).toBe('in')
  })

  test('have the same limit in parallel and in sequence', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, () => guess()))
    expect(results.filter(result => result === 'wrong')).toHaveLength(5)
    expect(scrypted).toHaveLength(5)
  })

  test('of a rider do not lock an admin with the same email', async () => {
    await times(5, () => guess())
    expect([await right(), await right({ type: 'admin' })]).toEqual([60, 'in'])
  })
})

describe('an attacker who guesses to lock somebody out', () => {
  const anotherAddress = (index: number) => `198.51.${index >> 8}.${index & 255}`
  const FREE = SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS
  const everywhere = (count: number, { email, type = 'user' }: Guess = {}) =>
    times(count, index => guess({ from: anotherAddress(index), type, ...(email && { email }) }))
  const nila = 'nila@example.test'
  const renamed = 'asha.rao@example.test'

  test("locks only the attacker's address", async () => {
    await times(35, () => guess({ from: anotherAddress(0) }))
    expect([await right({ from: anotherAddress(0) }), await right()]).toEqual([60, 'in'])
  })

  test.each<SessionType>(['user', 'admin'])(
    'from many addresses locks the account at new addresses, not at known ones: %s',
    async type => {
      const phone = '2001:db8:1:2::1'
      expect(await right({ from: phone, type })).toBe('in')
      expect(await everywhere(FREE[type], { type })).toEqual(wrong(FREE[type]))
      expect(await locksOf(2, { from: anotherAddress(900), type })).toEqual([60, 120])
      await guess({ from: anotherAddress(901), type })
      expect([await right({ type }), await right({ from: phone, type })]).toEqual([240, 'in'])
    }
  )

  test('is locked as early if the owner signs in between the guesses', async () => {
    await right()
    await everywhere(FREE.user)
    expect(await times(3, () => right())).toEqual(['in', 'in', 'in'])
    expect(await locksOf(1, { from: anotherAddress(900) })).toEqual([60])
  })

  test('is told apart from an owner who signs in from many new addresses', async () => {
    const count = FREE.user * 2
    expect(await times(count, index => right({ from: anotherAddress(index) }))).toEqual(Array(count).fill('in'))
  })

  test.each<{ name: string; email?: string; known: () => unknown; later?: number }>([
    { name: 'just before the session expires', known: () => right(), later: TOKEN_SECONDS.user - 1 },
    { name: 'when the session has expired', known: () => right(), later: TOKEN_SECONDS.user },
    { name: 'as long as the address is known', known: () => right(), later: KNOWN_IP_TTL_SECONDS - 1 },
    { email: nila, name: 'who has only signed up there', known: () => signUp(nila) },
    {
      email: renamed,
      name: 'who has changed the email',
      known: async () => {
        await right()
        await updateProfile({ body: profileOf(renamed) }, { id: 'asha', property_id: 'palm' }, callFrom(HOME))
      }
    }
  ])('cannot lock out a rider at a known address $name', async ({ email, known, later = 0 }) => {
    await known()
    seconds = later
    const account = email ? { email } : {}
    expect(await everywhere(FREE.user + 1, account)).toEqual(wrong(FREE.user + 1))
    expect([await right({ ...account, from: anotherAddress(900) }), await right(account)]).toEqual([60, 'in'])
  })

  test('cannot exempt an address from locks by a failed sign-up', async () => {
    await expect(signUp('asha@example.test')).rejects.toMatchObject({ status: 409 })
    await expect(signUp('asha@example.test', HOME, 'f'.repeat(32))).rejects.toMatchObject({ status: 422 })
    await everywhere(FREE.user + 1)
    expect(await right()).toBe(60)
  })

  test('counts as one address in a whole IPv6 /64, in any notation', async () => {
    const within = ['2001:db8:0:7::1', '2001:0db8::7:1:2:3:4', '2001:db8:0:7:ffff::', '2001:DB8:0000:0007::9']
    await times(5, index => guess({ from: within[index % within.length] ?? '' }))
    expect(await times(4, index => right({ from: within[index] ?? '' }))).toEqual([60, 60, 60, 60])
    expect(await right({ from: '2001:db8:0:8::1' })).toBe('in')
    expect([await right({ from: '::ffff:203.0.113.7' }), await right({ from: HOME })]).toEqual(['in', 'in'])
  })
})

describe('a database that fails while sign-ins are counted', () => {
  const LOST = new Error('D1_ERROR: Network connection lost.')
  const OVERLOADED = new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.')

  test('is called again if that helps, and the rider does not notice', async () => {
    vi.spyOn(env.DB, 'batch').mockRejectedValueOnce(LOST)
    expect(await right()).toBe('in')
  })

  test('rejects every sign-in, even with the right password, and locks no account', async () => {
    const batch = vi.spyOn(env.DB, 'batch').mockRejectedValue(OVERLOADED)
    for (const password of [...Array<string>(6).fill(WRONG), PASSWORD]) {
      await expect(signIn({ body: { email: 'asha@example.test', password } }, null, callFrom(HOME))).rejects.toThrow(
        Unavailable
      )
    }
    expect(scrypted).toEqual([])
    batch.mockRestore()
    expect([await right(), await guess()]).toEqual(['in', 'wrong'])
  })
})

describe('an email without an account', () => {
  test.each(['nobody@example.test', 'gone@example.test'])(
    'is answered, counted, locked and hashed like any other: %s',
    async email => {
      const outcomes = [...(await times(5, () => guess({ email }))), await right({ email })]
      const hashes = scrypted.splice(0)
      expect(outcomes).toEqual([...(await times(5, () => guess())), await right()])
      expect(hashes).toEqual(scrypted)
      expect(hashes).toHaveLength(5)
      seconds = 60
      expect(await locksOf(5, { email })).toEqual([120, 240, 480, 900, 900])
    }
  )

  test('is counted without storing its name or address', async () => {
    await guess({ email: 'nobody@example.test' })
    await right()
    const keys = rows<{ key: string }>('SELECT key FROM throttles ORDER BY key').map(({ key }) => key)
    expect(keys.map(key => key.replace(/[0-9a-f]{64}$/, '#'))).toEqual([
      'sign-in #',
      'user known #',
      'user sign-in #',
      'user sign-in #',
      'user sign-in here #'
    ])
  })
})
