// Random ids and numbers, and signatures.

const ID_BYTES = 16

/** Returns 128 random bits as 32 hexadecimal digits. Unguessable, and short enough for a provider's receipt. */
export function newId(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
}

/** Returns a uniform random integer from 0 up to, not including, `below`. */
export function randomBelow(below: number): number {
  const range = 2 ** 32
  const fair = range - (range % below)
  for (;;) {
    const [random] = crypto.getRandomValues(new Uint32Array(1))
    if (random !== undefined && random < fair) return random % below
  }
}

/** Two lower-case hexadecimal digits for each byte. */
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

const encoder = new TextEncoder()

function hmacKey(secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encoder.encode(secret), { hash: 'SHA-256', name: 'HMAC' }, false, [usage])
}

/** Returns HMAC-SHA256 in lower-case hexadecimal. */
export async function sign(message: string, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(secret, 'sign'), encoder.encode(message))
  return hexOf(new Uint8Array(signature))
}

/** Compares in constant time. Returns false for anything but 64 lower-case hexadecimal digits. */
export async function isValidSignature(
  message: string | Uint8Array<ArrayBuffer>,
  signature: string,
  secret: string
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  const signed = typeof message === 'string' ? encoder.encode(message) : message
  return crypto.subtle.verify('HMAC', await hmacKey(secret, 'verify'), bytes, signed)
}
