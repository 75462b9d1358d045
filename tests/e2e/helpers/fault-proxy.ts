import { type IncomingMessage, request as onwards, type RequestListener } from 'node:http'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { test as base } from './test.ts'

/** 'cut': the connection breaks before the request arrives. 'gateway': an intermediary answers with an HTML page. */
type Fault = 'cut' | 'gateway'

/** A proxy between browser and Worker. It forwards requests until a test injects faults for some paths. */
export interface FaultProxy {
  address: string
  fail: (path: RegExp, fault: Fault) => void
  /** Appends text to the Worker's responses at this path from now on. */
  append: (path: string, text: string) => void
  restore: () => void
}

async function startFaultProxy(site: string): Promise<FaultProxy & { close: () => Promise<void> }> {
  const activeFaults: { fault: Fault; path: RegExp }[] = []
  const added = new Map<string, string>()
  const faultAt = (address = '') => activeFaults.find(({ path }) => path.test(new URL(address, site).pathname))?.fault
  const answer: RequestListener = (request, response) => {
    const fault = faultAt(request.url)
    if (fault === 'cut') return request.socket.destroy()
    const extra = added.get(new URL(request.url ?? '', site).pathname)
    if (fault === undefined) return forward(site, extra)(request, response)
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  }
  const { close, origin } = await startLocalServer(answer, { host: 'localhost' })
  return {
    append: (path, text) => void added.set(path, text),
    address: origin,
    fail: (path, fault) => void activeFaults.unshift({ fault, path }),
    close,
    restore: () => void activeFaults.splice(0)
  }
}

function forward(site: string, extra?: string): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/' } = request
    const headers = extra === undefined ? request.headers : withoutConditionalHeaders(request)
    const upstream = onwards(new URL(url, site), { headers, method }, answer => {
      response.writeHead(answer.statusCode ?? 0, extra === undefined ? answer.headers : withoutLength(answer))
      answer.pipe(response, { end: extra === undefined })
      if (extra !== undefined) answer.on('end', () => response.end(extra))
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }
}

/** Appending needs a full response: uncompressed, and never a 304. */
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
