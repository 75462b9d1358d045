import { createECDH } from 'node:crypto'
import { readOptions } from './kit/options.ts'

readOptions({ usage: 'npm run push:keys: prints a new pair of keys for push messages.' })
const pair = createECDH('prime256v1')
pair.generateKeys()
// A private key with leading zeros is shorter, but browsers and services expect all 32 bytes.
const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
console.log(`VAPID_PUBLIC_KEY=${pair.getPublicKey('base64url')}`)
console.log(`VAPID_PRIVATE_KEY=${privateKey.toString('base64url')}`)
