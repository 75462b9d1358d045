import { createHash, X509Certificate } from 'node:crypto'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'
import { importBaseline } from './baselines.ts'

// Simulates the edge network: HTTP/2, and brotli for text. Our pages and the baselines use the same edge, so that their
// network is equal.

/** The content of a path with its type, or null if the Worker serves it. */
export type OwnResponse = (path: string) => { body: Buffer | string; type: string } | null

const HTML = /^text\/html/
const TEXT = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/
/** The brotli level that an edge uses for uncached responses. */
const AT_ONCE = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const NO_STATUS = 502

interface Pair {
  cert: string
  private: string
}

let pair: Promise<Pair> | null = null

/** One certificate for all sites. */
function certificate(): Promise<Pair> {
  pair ??= importBaseline<{ generate: (names: object[], options: object) => Promise<Pair> }>('selfsigned').then(
    ({ generate }) => generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  )
  return pair
}

/**
 * The browser flag that trusts the certificate. A browser that only ignores certificate errors caches nothing, which
 * would invalidate measurements of second visits.
 */
export async function trustArgument(): Promise<string> {
  const { cert } = await certificate()
  const key = new X509Certificate(cert).publicKey.export({ format: 'der', type: 'spki' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}

/** Serves the content of `respond`, and forwards all other requests to the Worker. Returns the address. */
export async function serveEdge(port: number, worker: string, respond: OwnResponse = () => null): Promise<string> {
  const { cert, private: key } = await certificate()
  const compressed = new Map<string, Buffer>()
  const server = createSecureServer({ allowHTTP1: true, cert, key }, (incoming, reply): void => {
    const path = incoming.url.split('?')[0] ?? '/'
    const found = respond(path)
    if (!found) return void pass(worker, incoming, reply)
    const body = compressed.get(path) ?? brotliCompressSync(found.body)
    compressed.set(path, body)
    const caching = HTML.test(found.type) ? 'no-cache' : 'public, max-age=31536000, immutable'
    reply.writeHead(200, { 'cache-control': caching, 'content-encoding': 'br', 'content-type': found.type })
    reply.end(body)
  })
  await new Promise<void>(resolve => server.listen(port, 'localhost', resolve))
  return `https://localhost:${port}`
}

const NOT_PASSED =
  /^:|^(?:accept-encoding|connection|host|keep-alive|transfer-encoding|content-length|content-encoding)$/

function forwardableHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.test(name)))
}

async function pass(worker: string, incoming: Http2ServerRequest, reply: Http2ServerResponse): Promise<void> {
  const body = await buffer(incoming)
  const headers = { ...forwardableHeaders(incoming.headers), host: new URL(worker).host, 'content-length': body.length }
  const upstream = request(worker + incoming.url, { headers, method: incoming.method }, answer => {
    const isText = TEXT.test(answer.headers['content-type'] ?? '')
    reply.writeHead(answer.statusCode ?? NO_STATUS, {
      ...forwardableHeaders(answer.headers),
      ...(isText ? { 'content-encoding': 'br' } : {})
    })
    if (isText) answer.pipe(createBrotliCompress(AT_ONCE)).pipe(reply)
    else answer.pipe(reply)
  })
  upstream.on('error', () => reply.writeHead(NO_STATUS).end())
  upstream.end(body)
}
