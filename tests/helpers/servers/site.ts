import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { partsOf } from '#tests/helpers/data/multipart.ts'

declare global {
  /** The jsdom instance that the test runs in. */
  var jsdom: { reconfigure: (changes: { url: string }) => void }
}

// jsdom's URL changes, but its origin does not, so requests are cross-origin.
const CORS = { 'access-control-allow-headers': '*', 'access-control-allow-origin': '*' }

type Handler = (path: string, form: FormData) => Promise<Response> | Response

/** A server at the page's own address, for uploads with progress. If the handler rejects, the connection breaks. */
export function startSite(answer: Handler): void {
  const server = createServer(async (request, response) => {
    response.setHeaders(new Map(Object.entries(CORS)))
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const form = formIn(await buffer(request), request.headers['content-type'] ?? '')
    const reply = await Promise.resolve(answer(request.url ?? '', form)).catch(() => null)
    if (!reply) return response.destroy()
    return response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
  })
  beforeAll(async () => {
    server.listen(0, 'localhost')
    await once(server, 'listening')
    globalThis.jsdom.reconfigure({ url: `http://localhost:${(server.address() as AddressInfo).port}/auth` })
  })
  afterAll(() => server.close())
}

// Node's own form parser creates files that are no instances of jsdom's File.
function formIn(body: Buffer, contentType: string): FormData {
  const form = new FormData()
  for (const { bytes, head } of partsOf(body, contentType)) {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? []
    const [, filename] = / filename="([^"]*)"/.exec(head) ?? []
    const [, type = ''] = /content-type: (\S+)/i.exec(head) ?? []
    form.set(name, filename === undefined ? bytes.toString() : new File([bytes], filename, { type }))
  }
  return form
}
