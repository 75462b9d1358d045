import { once } from 'node:events'
import { createServer, type IncomingMessage, request as onwards, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tooMany } from '#messages/common.ts'
import { test as base } from './test.ts'

/**
 * 'cut': the connection breaks before the request has arrived. 'gateway': something on the way answers with a page of
 * its own. 'unknown': nobody there has such a call. 'bare': the answer loses the headers that the product added. 'limit':
 * the Worker's own answer to who has done too much of it.
 */
type Fault = 'bare' | 'cut' | 'gateway' | 'limit' | 'unknown'

/** What the line answers with 'limit': tests may do more than riders (THROTTLE_TIMES). */
export const LIMIT_SECONDS = 42

const HTML = 'text/html'
const ANSWERS = {
  gateway: [502, HTML, '<h1>502 Bad Gateway</h1>'],
  limit: [429, 'application/json', JSON.stringify({ detail: tooMany(LIMIT_SECONDS) })],
  unknown: [404, HTML, '<h1>404 Not Found</h1>']
} as const
const ADDED_HEADER = /^x-conflict-/

/** The line between the browser and the Worker, sound until a story breaks it for some paths. */
export interface Line {
  address: string
  breaks: (path: RegExp, fault: Fault) => void
  /** Says more than the Worker does, at this path from now on. */
  adds: (path: string, text: string) => void
  mends: () => void
}

async function lineTo(site: string): Promise<Line & { close: () => void }> {
  const broken: { fault: Fault; path: RegExp }[] = []
  const added = new Map<string, string>()
  const faultAt = (address = '') => broken.find(({ path }) => path.test(new URL(address, site).pathname))?.fault
  const server = createServer((request, response) => {
    const fault = faultAt(request.url)
    if (fault === 'cut') return request.socket.destroy()
    const more = added.get(new URL(request.url ?? '', site).pathname)
    if (fault === undefined || fault === 'bare') return passOn(site, fault === 'bare', more)(request, response)
    const [status, type, page] = ANSWERS[fault]
    response.writeHead(status, { 'content-type': type }).end(page)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    adds: (path, text) => void added.set(path, text),
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    breaks: (path, fault) => void broken.unshift({ fault, path }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
    mends: () => void broken.splice(0)
  }
}

function passOn(site: string, isBare: boolean, more?: string): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/' } = request
    const headers = more === undefined ? request.headers : askedWhole(request)
    const asked = onwards(new URL(url, site), { headers, method }, answer => {
      response.writeHead(answer.statusCode ?? 0, headersOf(answer, isBare, more !== undefined))
      answer.pipe(response, { end: more === undefined })
      if (more !== undefined) answer.on('end', () => response.end(more))
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  }
}

/** What is added to has to come as it is: not compressed, and not as 'the same as before'. */
function askedWhole({ headers: { 'if-none-match': _, ...headers } }: IncomingMessage) {
  return { ...headers, 'accept-encoding': 'identity' }
}

function headersOf({ headers }: IncomingMessage, isBare: boolean, isLonger: boolean) {
  const isLeftOut = (name: string) =>
    (isBare && ADDED_HEADER.test(name)) || (isLonger && /^(content-length|etag)$/.test(name))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)))
}

/** Stories whose visitor reaches the site over a line that can break. What is prepared for them does not use it. */
export const test = base.extend<{ line: Line }>({
  baseURL: ({ line }, use) => use(line.address),
  line: async ({ browserName: _ }, use, { project }) => {
    const line = await lineTo(project.use.baseURL ?? '')
    await use(line)
    line.close()
  }
})
