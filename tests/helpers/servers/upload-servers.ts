import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { Bucket } from '#tests/fakes/cloud-storage/bucket.ts'
import { startCloudStorage } from '#tests/fakes/cloud-storage/server.ts'
import { formFrom } from '#tests/helpers/data/multipart.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'

declare global {
  /** The jsdom instance that the test runs in. */
  var jsdom: { reconfigure: (changes: { url: string }) => void }
}

// jsdom's URL changes, but its origin does not, so requests are cross-origin.
const CORS = { 'access-control-allow-headers': '*', 'access-control-allow-origin': '*' }

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, status })

type Handler = (path: string, form: FormData) => Promise<Response> | Response

/** A server at the page's own address, for uploads with progress. If the handler rejects, the connection breaks. */
export function startSite(answer: Handler): void {
  let server: LocalServer
  const listener: RequestListener = async (request, response) => {
    response.setHeaders(new Map(Object.entries(CORS)))
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const form = formFrom(await buffer(request), request.headers['content-type'] ?? '')
    const reply = await Promise.resolve(answer(request.url ?? '', form)).catch(() => null)
    if (!reply) return response.destroy()
    return response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
  }
  beforeAll(async () => {
    server = await startLocalServer(listener, { host: 'localhost' })
    globalThis.jsdom.reconfigure({ url: `${server.origin}/auth` })
  })
  afterAll(() => server.close())
}

/** A fake cloud storage with one bucket; its host is known once the tests run. */
export function startFakeCloudStorage(name: string): { bucket: Bucket; host: () => string } {
  const bucket = new Bucket(name)
  let server: LocalServer
  beforeAll(async () => {
    server = await startCloudStorage(bucket)
  })
  afterAll(() => server.close())
  return { bucket, host: () => new URL(server.origin).host }
}
