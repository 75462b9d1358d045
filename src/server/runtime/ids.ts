const ID_BYTES = 16

/** 128 random bits as 32 hexadecimal digits: nothing to guess, short enough for a provider's receipt. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), byte => byte.toString(16).padStart(2, '0')).join(
    ''
  )
}

/** A whole number from 0 up to, not including, `below`; no value likelier than another. */
export function randomBelow(below: number): number {
  const range = 2 ** 32
  const fair = range - (range % below)
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn !== undefined && drawn < fair) return drawn % below
  }
}
