import { type IncomingMessage, request as onwards, type RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { test as base } from './test.ts'

/** 'cut': the connection breaks before the request arrives. 'gateway': an intermediary answers with an HTML page. */
type Fault = 'cut' | 'gateway'

/** A proxy between browser and Worker. It forwards requests until a test injects faults for some paths. */
export interface FaultProxy {
  address: string
  fail: (path: RegExp, fault: Fault) => void
  /** Sends the Worker's responses at this path in pieces from now on, each some milliseconds after the last one. */
  divide: (path: string, divide: (body: string) => string[]) => void
  restore: () => void
}

async function startFaultProxy(site: string): Promise<FaultProxy & { close: () => Promise<void> }> {
  const activeFaults: { fault: Fault; path: RegExp }[] = []
  const divided = new Map<string, (body: string) => string[]>()
  const faultAt = (address = '') => activeFaults.find(({ path }) => path.test(new URL(address, site).pathname))?.fault
  const answer: RequestListener = (request, response) => {
    const fault = faultAt(request.url)
    if (fault === 'cut') return request.socket.destroy()
    const divide = divided.get(new URL(request.url ?? '', site).pathname)
    if (fault === undefined) return forward(site, divide)(request, response)
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  }
  const { close, origin } = await startLocalServer(answer, { host: 'localhost' })
  return {
    divide: (path, divide) => void divided.set(path, divide),
    address: origin,
    fail: (path, fault) => void activeFaults.unshift({ fault, path }),
    close,
    restore: () => void activeFaults.splice(0)
  }
}

const BETWEEN_PIECES_MS = 100

async function* inTurn(pieces: readonly string[]) {
  for (const piece of pieces) {
    yield piece
    await pause(BETWEEN_PIECES_MS)
  }
}

function forward(site: string, divide?: (body: string) => string[]): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/' } = request
    const headers = divide ? withoutConditionalHeaders(request) : request.headers
    const upstream = onwards(new URL(url, site), { headers, method }, async answer => {
      response.writeHead(answer.statusCode ?? 0, divide ? withoutLength(answer) : answer.headers)
      if (!divide) return void answer.pipe(response)
      Readable.from(inTurn(divide(await text(answer)))).pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }
}

/** Dividing needs a full response: uncompressed, and never a 304. */
function withoutConditionalHeaders({ headers: { 'if-none-match': _, ...headers } }: IncomingMessage) {
  return { ...headers, 'accept-encoding': 'identity' }
}

function withoutLength({ headers: { 'content-length': _, etag: __, ...headers } }: IncomingMessage) {
  return headers
}

/** Tests whose browser uses the fault proxy. Test data is prepared without it. */
export const test = base.extend<{ faultProxy: FaultProxy }>({
  baseURL: ({ faultProxy }, use) => use(faultProxy.address),
  faultProxy: async ({ browserName: _ }, use, { project }) => {
    const proxy = await startFaultProxy(project.use.baseURL ?? '')
    await use(proxy)
    await proxy.close()
  }
})
