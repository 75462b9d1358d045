import { createHash, X509Certificate } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'
import type { Browser } from 'playwright'
import { generate } from 'selfsigned'
import { runProgram } from '../../kit/processes.ts'
import { exitWithError, ROOT } from '../../kit/settings.ts'
import { SCREENS } from './limits.ts'
import { device, metricsOf, PHONE, type Site, watchPage } from './phone.ts'

// The baselines: 'static' is the same HTML and CSS without scripts. 'spa' is a single-page app with the same screens: a
// folder with a package.json that names esbuild, and below spa/ an HTML page and the app in JSX.

const INSTALLED = join(ROOT, '.wrangler/bench-packages')

/** Installs the packages of the single-page app on first use. */
async function installSpa(folder: string): Promise<void> {
  const [wanted, copy] = [folder, INSTALLED].map(each => join(each, 'package.json')) as [string, string]
  const isInstalled = existsSync(join(INSTALLED, 'node_modules/.package-lock.json')) && existsSync(copy)
  if (isInstalled && readFileSync(copy).equals(readFileSync(wanted))) return
  console.log('Installing the packages of the single-page app, only once …')
  rmSync(INSTALLED, { force: true, recursive: true })
  mkdirSync(INSTALLED, { recursive: true })
  copyFileSync(wanted, copy)
  const args = ['install', '--prefix', INSTALLED, '--no-audit', '--no-fund', '--loglevel=error']
  const { output, succeeded } = await runProgram('npm', args, { output: 'keep' })
  if (!succeeded) exitWithError(`${output}\nThe packages of ${folder} could not be installed.`)
}

// Simulates the edge network: HTTP/2, and brotli for text. Our pages and the baselines use the same edge, so that their
// network is equal.

/** The content of a path with its type, or null if the Worker serves it. */
type OwnResponse = (path: string) => { body: Buffer | string; type: string } | null

const HTML = 'text/html; charset=utf-8'
const TEXT = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/
/** The brotli level that an edge uses for uncached responses. */
const AT_ONCE = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const NO_STATUS = 502

let pair: ReturnType<typeof generate> | null = null

/** One certificate for all sites. */
function certificate(): ReturnType<typeof generate> {
  pair ??= generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
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
    const caching = found.type === HTML ? 'no-cache' : 'public, max-age=31536000, immutable'
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
  // The Worker closes an idle connection after 5 s. A request that is sent on it in that moment is lost, or waits for ever.
  const options = { agent: false, headers, method: incoming.method }
  const upstream = request(worker + incoming.url, options, answer => {
    const isText = TEXT.test(answer.headers['content-type'] ?? '')
    reply.writeHead(answer.statusCode ?? NO_STATUS, {
      ...forwardableHeaders(answer.headers),
      ...(isText ? { 'content-encoding': 'br' } : {})
    })
    // A visit that ends early closes its responses.
    const ended = () => undefined
    if (isText) pipeline(answer, createBrotliCompress(AT_ONCE), reply, ended)
    else pipeline(answer, reply, ended)
  })
  upstream.on('error', () => reply.writeHead(NO_STATUS).end())
  upstream.end(body)
}

const SCRIPTS = /<script\b.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gs
const STYLES = /<style\b[^>]*>(.*?)<\/style>/gs

/** The HTML and CSS of each screen after it has finished loading, without scripts. */
export async function staticPages(browser: Browser, site: Site): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const screen of SCREENS) {
    const context = await device(browser, site, { ...PHONE, role: screen.role })
    const page = await context.newPage()
    await watchPage(page, screen)
    await page.goto(screen.path)
    await metricsOf(page, true)
    pages.set(screen.path, (await page.content()).replace(SCRIPTS, ''))
    await context.close()
  }
  return pages
}

export function serveStatic(pages: ReadonlyMap<string, string>): OwnResponse {
  return path => {
    const body = pages.get(path)
    return body === undefined ? null : { body, type: HTML }
  }
}

interface Bundler {
  build: (options: object) => Promise<{ outputFiles: { text: string }[] }>
}

async function bundled(folder: string): Promise<string> {
  const esbuild = createRequire(join(INSTALLED, 'package.json')).resolve('esbuild')
  const { build } = (await import(pathToFileURL(esbuild).href)) as Bundler
  // Beside these packages, so that it imports none of the product's. Two copies of React would break rendering.
  const source = join(INSTALLED, 'spa')
  rmSync(source, { force: true, recursive: true })
  cpSync(join(folder, 'spa'), source, { recursive: true })
  const { outputFiles } = await build({
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryPoints: [join(source, 'app.jsx')],
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    target: 'es2022',
    // Not that of the product.
    tsconfigRaw: '{}',
    write: false
  })
  return outputFiles[0]?.text ?? ''
}

/** The single-page app, with the styles of our pages as a stylesheet. */
export async function serveSpa(folder: string, pages: ReadonlyMap<string, string>): Promise<OwnResponse> {
  await installSpa(folder)
  const shell = readFileSync(join(folder, 'spa/index.html'), 'utf8')
  const styles = new Set([...pages.values()].flatMap(html => [...html.matchAll(STYLES)].map(([, text]) => text ?? '')))
  const files: Record<string, { body: string; type: string }> = {
    '/assets/app.css': { body: [...styles].join('\n'), type: 'text/css' },
    '/assets/app.js': { body: await bundled(folder), type: 'text/javascript' }
  }
  return path => files[path] ?? (pages.has(path) ? { body: shell, type: HTML } : null)
}
