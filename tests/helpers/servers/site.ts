import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { partsOf } from '#tests/helpers/data/multipart.ts'

declare global {
  /** The page that the test runs in. */
  var jsdom: { reconfigure: (changes: { url: string }) => void }
}

// jsdom takes the address over, but stays what it was as an origin.
const CORS = { 'access-control-allow-headers': '*', 'access-control-allow-origin': '*' }

type Handler = (path: string, form: FormData) => Promise<Response> | Response

/** A server at the page's own address, for a form that travels with a progress; a rejection breaks the connection. */
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

// Node's own reading of forms makes files that jsdom's File is none of.
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
