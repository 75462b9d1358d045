import { hexOf } from './hex.ts'

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
