import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { REFUSED_CALLS, TIMEOUT_MS } from '#tests/helpers/hardening.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

// An unread body makes its connection unusable, so that the next call on it fails, even another client's.

startApp()

const AT_ONCE = 8
const BODIES_BYTES = [20, 60_000]

const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
let tokens: { admin: string; rider: string }

beforeAll(async () => {
  tokens = { admin: (await signedInAdmin()).token, rider: (await signedInRider()).token }
})
afterAll(() => connections.destroy())

interface Refused {
  method?: string
  path: string
  status: number
  token?: 'admin' | 'rider'
}

/** Each of these calls is answered before its body is read. */
const REFUSED: Refused[] = [
  { method: 'PUT', path: '/api/profile', status: 401 },
  { path: '/api/admin/properties', status: 401 },
  { path: '/api/admin/properties', status: 403, token: 'rider' },
  { path: '/api/bookings/hourly', status: 403, token: 'admin' },
  { path: '/api/bookings/none/resume', status: 404, token: 'rider' },
  { path: '/api/nowhere', status: 404 },
  { path: '/api/properties', status: 405 },
  { path: '/my-bookings', status: 405 }
]

function statusOf({ method = 'POST', path, token }: Refused, bytes: number): Promise<number> {
  const headers = {
    'content-length': bytes,
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${tokens[token]}` })
  }
  return new Promise((resolve, reject) => {
    const sent = request(app.origin() + path, { agent: connections, headers, method }, reply => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end('x'.repeat(bytes))
  })
}

test(`${REFUSED_CALLS} calls that are rejected unread leave their connections usable for the next calls`, {
  timeout: TIMEOUT_MS
}, async () => {
  const calls = Array.from({ length: REFUSED_CALLS }, (_, index) => index).values()
  const wrong: string[] = []
  const turn = async () => {
    for (const index of calls) {
      const refused = REFUSED[index % REFUSED.length] as Refused
      const bytes = BODIES_BYTES[Math.floor(index / REFUSED.length) % BODIES_BYTES.length] as number
      const status = await statusOf(refused, bytes).catch((error: Error) => error.message)
      if (status !== refused.status) wrong.push(`${refused.path} with ${bytes} bytes: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, turn))
  expect(wrong).toEqual([])
})

function* endlessChunks(): Generator<Buffer> {
  while (true) yield Buffer.alloc(100_000)
}

/** Sends an endless body until there is a response or the connection closes. */
function sendEndlessly(headers: Record<string, number | string>): Promise<void> {
  return new Promise(resolve => {
    const body = Readable.from(endlessChunks())
    const end = () => {
      body.destroy()
      sent.destroy()
      resolve()
    }
    const sent = request(`${app.origin()}/api/profile`, { headers, method: 'PUT' }, end).once('error', end)
    body.pipe(sent)
  })
}

test('a body that is endless, or declared as endless, is cut off', async () => {
  await sendEndlessly({ 'content-length': 1_000_000_000_000 })
  await sendEndlessly({ 'transfer-encoding': 'chunked' })
  expect((await app.fetch('/api/profile')).status).toBe(401)
})
