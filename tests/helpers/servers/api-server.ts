import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { nextTick } from '#tests/helpers/browser/fake-clock.ts'
import { createServerFetch, REQUEST_NUMBER_HEADER } from '#tests/helpers/browser/server-fetch.ts'
import { formFrom } from '#tests/helpers/data/multipart.ts'
import { xhrOverFetch } from './request-over-fetch.ts'

// An HTTP server whose responses a test file sets path by path. The page's requests go to it.

export interface ApiRequest {
  authorization: string | undefined
  /** The fields of the form or of the JSON; empty without a body. */
  body: Record<string, unknown>
  method: string
  path: string
  /** With its question mark. */
  query: string
}

/** The response of one path. A promise that stays pending lets the request hang; a rejected one cuts its connection. */
export type Reply = (request: ApiRequest) => Promise<Response> | Response

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers }, status })
export const errorReply = (detail: unknown, status = 400, headers: Record<string, string> = {}) =>
  json({ detail }, status, headers)
/** Cuts the connection. */
export const offline = () => Promise.reject(new Error('The connection is cut.'))
export const hangingReply = () => new Promise<Response>(() => undefined)
export const delayedReply = (ms: number, reply: () => Response): Promise<Response> =>
  new Promise(resolve => setTimeout(() => resolve(reply()), ms))

/** The address of an external backend that the same server plays. */
export const externalBackend = () => origin

/** The requests that wait for their reply. */
const held = new Set<string>()
let origin = ''
const newNetwork = () => createServerFetch(() => ({ isHolding: number => held.has(number), origin }))
let network = newNetwork()

/** Starts the server of a test file, and sends the requests of each test to it. */
export function startApiServer(answer: Reply): void {
  const server = createServer(async (request, response) => {
    const number = String(request.headers[REQUEST_NUMBER_HEADER])
    const received = await readRequest(request)
    // A request of an earlier test has nobody who waits.
    if (!network.isPending(number)) return response.destroy()
    held.add(number)
    const reply = await Promise.resolve(received)
      .then(answer)
      .catch(() => null)
    held.delete(number)
    if (!reply) return request.socket.resetAndDestroy()
    const headers = { ...Object.fromEntries(reply.headers), connection: 'close' }
    return response.writeHead(reply.status, headers).end(Buffer.from(await reply.arrayBuffer()))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    held.clear()
    network = newNetwork()
    vi.stubGlobal('fetch', network.fetch)
    vi.stubGlobal('XMLHttpRequest', xhrOverFetch(network.fetch))
  })
  afterEach(() => {
    network.close()
    server.closeAllConnections()
  })
  afterAll(() => void server.close())
}

async function readRequest(request: IncomingMessage): Promise<ApiRequest> {
  const { headers, method = '', url = '' } = request
  const { pathname, search } = new URL(url, origin)
  const body = parseBody(await buffer(request), headers['content-type'] ?? '')
  return { authorization: headers.authorization, body, method, path: pathname, query: search }
}

function parseBody(body: Buffer, contentType: string): Record<string, unknown> {
  if (contentType.startsWith('multipart/')) return Object.fromEntries(formFrom(body, contentType))
  return body.length > 0 ? JSON.parse(body.toString()) : {}
}

const STEP_MS = 10
const STEPS_MAX = 1000

/** Advances the fake clock in small steps. Before each step, the network must have nothing left to do. */
export async function advanceTime(ms: number): Promise<void> {
  const step = Math.max(STEP_MS, Math.ceil(ms / STEPS_MAX))
  await waitForLoads()
  for (let passed = 0; passed < ms; passed += step) {
    await waitForNetwork()
    vi.advanceTimersByTime(Math.min(step, ms - passed))
  }
  await waitForLoads()
}

/** A response may load a module, and a module may send a request. */
async function waitForLoads(): Promise<void> {
  await waitForNetwork()
  await vi.dynamicImportSettled()
  await waitForNetwork()
}

const IDLE_TICKS = 4

async function waitForNetwork(): Promise<void> {
  for (let ticks = 0; ticks < IDLE_TICKS; ticks = network.isIdle() ? ticks + 1 : 0) await nextTick()
}
