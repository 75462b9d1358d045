import { createECDH } from 'node:crypto'

const KEY_BYTES = 32

/** A new pair of keys with which a server signs its push messages, base64url. */
export function newVapidKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Node omits leading zeros, but browsers and push services expect all bytes.
  const privateKey = Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()]).subarray(-KEY_BYTES)
  return {
    VAPID_PRIVATE_KEY: privateKey.toString('base64url'),
    VAPID_PUBLIC_KEY: pair.getPublicKey('base64url')
  }
}
