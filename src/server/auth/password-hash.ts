import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// scrypt 2^14 / 8 / 5, stored with its parameters: 'scrypt$16384$8$5$salt$key', salt and key in base64url.

const KEY_BYTES = 32
const SALT_BYTES = 16

/** scrypt's cost, parallelism and block size. */
interface Parameters {
  N: number
  p: number
  r: number
}

const STANDARD: Parameters = { N: 16_384, p: 5, r: 8 }

function derive(password: string, salt: Buffer, { N, p, r }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N, p, r }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

export async function hashPassword(password: string, parameters = STANDARD): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, parameters)
  const { N, p, r } = parameters
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

// Compared for unknown emails, so they take as long as known ones.
const DUMMY_HASH = `scrypt$${STANDARD.N}$${STANDARD.r}$${STANDARD.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Returns true if the password matches. `null` means that the account does not exist. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? DUMMY_HASH).split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), p: Number(p), r: Number(r) })
  const expected = Buffer.from(key, 'base64url')
  return hash !== null && expected.length === derived.length && timingSafeEqual(derived, expected)
}
