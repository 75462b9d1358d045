import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// scrypt 2^14 / 8 / 5 (design.md §8), kept with its parameters: 'scrypt$16384$8$5$salt$key', both in base64url.

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

// What an unknown e-mail is compared with, so that it takes as long as a known one.
const DUMMY_HASH = `scrypt$${STANDARD.N}$${STANDARD.r}$${STANDARD.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether the password is the one that was hashed; `null` stands for an account that does not exist. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? DUMMY_HASH).split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), p: Number(p), r: Number(r) })
  const expected = Buffer.from(key, 'base64url')
  return hash !== null && expected.length === derived.length && timingSafeEqual(derived, expected)
}
