declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts a body of RFC 8188 as RFC 8291 uses it. Throws if it was encrypted for another device. */
  export function decrypt(body: Buffer, params: { authSecret: string; privateKey: ECDH; version: 'aes128gcm' }): Buffer
}
