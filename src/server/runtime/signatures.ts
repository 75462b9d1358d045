import { hexOf } from './hex.ts'

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
