import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { newVapidKeys } from '../../../scripts/kit/vapid-keys.ts'

// A push service (RFC 8030), and devices that subscribe to it. It checks the sender's signature (RFC 8292), and
// decrypts each message with the keys of its device (RFC 8291).

const CURVE = 'prime256v1'
const PUBLIC_KEY_BYTES = { x: [1, 33], y: [33, 65] } as const
const PUSH_ORIGIN = 'https://fcm.googleapis.com'

interface Notification {
  title: string
  body: string
  path: string
  tag: string
}

interface Received {
  endpoint: string
  headers: IncomingMessage['headers']
  notification: Notification
  subject: string | undefined
}

let count = 0

/** A browser's subscription, and the keys that only the browser has. */
export function newDevice() {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  return {
    endpoint: `${PUSH_ORIGIN}/fcm/send/device-${++count}`,
    keys: { auth, p256dh: keys.getPublicKey('base64url') },
    read: (body: Buffer) =>
      JSON.parse(decrypt(body, { authSecret: auth, privateKey: keys, version: 'aes128gcm' }).toString()) as Notification
  }
}

export type Device = ReturnType<typeof newDevice>

/** A status to answer; 'hang': no answer. */
type PushFault = number | 'hang'

async function verifiedSubject(authorization: string, publicKey: string): Promise<string | undefined> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('Another key')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (name: 'x' | 'y') => point.subarray(...PUBLIC_KEY_BYTES[name]).toString('base64url')
  const jwk = await importJWK({ crv: 'P-256', kty: 'EC', x: coordinate('x'), y: coordinate('y') }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience: PUSH_ORIGIN, maxTokenAge: '24h' })
  return payload.sub
}

export async function startPushService() {
  const keys = newVapidKeys()
  const devices: Device[] = []
  const received: Received[] = []
  /** By endpoint, until removed. */
  const faults = new Map<string, PushFault>()
  let requests = 0

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    const body = await buffer(request)
    const endpoint = `${PUSH_ORIGIN}${request.url}`
    const fault = faults.get(endpoint)
    if (fault === 'hang') return
    if (fault !== undefined) return response.writeHead(fault).end('refused')
    const device = devices.find(each => each.endpoint === endpoint)
    const { authorization = '', 'content-encoding': encoding, ttl } = request.headers
    if (request.method !== 'POST' || device === undefined) return response.writeHead(404).end()
    if (encoding !== 'aes128gcm' || !/^\d+$/.test(String(ttl))) return response.writeHead(400).end()
    const subject = await verifiedSubject(authorization, keys.VAPID_PUBLIC_KEY)
    received.push({ endpoint, headers: request.headers, notification: device.read(body), subject })
    return response.writeHead(201, { location: `${endpoint}/message` }).end()
  }

  const server = await startLocalServer(
    (request, response) =>
      void answer(request, response).catch((error: unknown) => response.writeHead(403).end(String(error)))
  )
  return {
    addDevice: () => {
      const device = newDevice()
      devices.push(device)
      return device
    },
    close: server.close,
    faults,
    received,
    requests: () => requests,
    variables: {
      PUSH_API_URL: server.origin,
      ...keys
    }
  }
}
