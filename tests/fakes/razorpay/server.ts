import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { answerTo, type MatchedCall, matchCall, REFUND_KEY } from './api.ts'
import { Bank, type Secrets } from './bank/bank.ts'
import { corruptAnswer, type Fault, Faults, type ProviderRequest } from './faults.ts'
import { Refusal } from './refusal.ts'
import { handleControlRequest } from './routes.ts'

const CHECKOUT = readFileSync(resolve(import.meta.dirname, 'checkout.js'), 'utf8')

/** The fake of the provider's script, which pays at the bank of this origin. */
export const checkoutPayingAt = (origin: string): string => CHECKOUT.replaceAll('{BANK}', origin)

/** State, faults and secrets: everything that a request needs. */
interface Provider {
  bank: Bank
  faults: Faults
  secrets: Secrets
}

/** 'cut': the connection ends without an answer. 'silent': no answer at all. */
type Reply = { body: string; contentType: string; status: number } | 'cut' | 'silent'

const newProvider = (secrets: Secrets): Provider => ({ bank: new Bank(secrets), faults: new Faults(), secrets })

/**
 * Starts a server that implements the provider's protocol at /v1, including the script at /v1/checkout.js. Browsers and
 * other processes control the bank at /bank.
 */
export async function startRazorpay({ port = 0, ...secrets }: Secrets & { port?: number }) {
  const provider = newProvider(secrets)
  const server = await startLocalServer(
    (request, response) => {
      void answer(request, response, provider).catch(error => {
        if (error instanceof Refusal) return send(response, json(error.status, error.body))
        console.error(error)
        response.destroy()
      })
    },
    { port }
  )
  return {
    ...server,
    get bank() {
      return provider.bank
    },
    get faults() {
      return provider.faults
    },
    /** Forgets all orders, payments and faults. */
    reset: () => void Object.assign(provider, newProvider(secrets))
  }
}

/** The same provider without a server: `fetch` has the signature and the errors of the global one. */
export function createRazorpay(secrets: Secrets) {
  const provider = newProvider(secrets)
  const fetch = async (url: string, { body, headers, method = 'GET', signal }: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    const request = {
      body: jsonIn(typeof body === 'string' ? body : ''),
      headers: Object.fromEntries(new Headers(headers)),
      method,
      path: pathname,
      query: Object.fromEntries(searchParams)
    }
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    const reply = await Promise.race([replyTo(request, provider), aborted])
    if (reply === 'silent') return aborted
    if (reply === 'cut') throw new TypeError('fetch failed')
    return new Response(reply.body, { headers: { 'content-type': reply.contentType }, status: reply.status })
  }
  return { bank: provider.bank, faults: provider.faults, fetch }
}

async function answer(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  const parsed = await readRequest(request)
  if (parsed.path === '/v1/checkout.js') {
    const script = checkoutPayingAt(`http://${parsed.headers.host}`)
    response.writeHead(200, { ...ALONE, 'content-type': 'text/javascript' }).end(script)
    return
  }
  if (parsed.path.startsWith('/bank/')) return handleControlRequest(provider, parsed, response)
  send(response, await replyTo(parsed, provider))
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'cut') response.socket?.resetAndDestroy()
  if (typeof reply === 'string') return
  response.writeHead(reply.status, { ...ALONE, 'content-type': reply.contentType }).end(reply.body)
}

const replyTo = (parsed: ProviderRequest, provider: Provider): Promise<Reply> =>
  perform(parsed, provider).catch(error => {
    if (error instanceof Refusal) return json(error.status, error.body)
    throw error
  })

async function perform(parsed: ProviderRequest, provider: Provider): Promise<Reply> {
  const found = matchCall(parsed)
  if (!found) throw new Refusal('The requested URL was not found on the server.')
  const fault = provider.faults.record(found.call, parsed)
  if (fault && fault in BROKEN) return BROKEN[fault as keyof typeof BROKEN]
  const doing = performCall(provider, { parsed, fault, found })
  if (fault !== 'lost') return json(200, corruptAnswer(await doing, fault))
  await doing.catch(() => undefined)
  return 'cut'
}

async function performCall(
  { bank, faults, secrets }: Provider,
  request: { parsed: ProviderRequest; fault: Fault | null; found: MatchedCall }
) {
  const { parsed, fault, found } = request
  requireCredentials(parsed, secrets)
  const key = (found.call === 'refund' && parsed.headers[REFUND_KEY]) || null
  bank.beginRefund(key)
  try {
    if (fault === 'slow') await faults.released()
    bank.pass(0)
    return answerTo(bank, found, parsed)
  } finally {
    bank.endRefund(key)
  }
}

function requireCredentials({ headers }: ProviderRequest, { key_id, key_secret }: Secrets): void {
  const expected = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  if (headers.authorization !== expected) throw new Refusal('Authentication failed', { status: 401 })
}

async function readRequest(request: IncomingMessage): Promise<ProviderRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  return {
    body: jsonIn(await text(request)),
    headers: Object.fromEntries(headers) as Record<string, string>,
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams)
  }
}

/** A body that is not valid JSON is returned as text, which every call rejects. */
function jsonIn(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

// Close the connection after each response, so that a fault does not affect the next request.
const ALONE = { connection: 'close' }

const json = (status: number, body: unknown): Reply => ({
  body: JSON.stringify(body),
  contentType: 'application/json',
  status
})

const refused = (status: number, description: string) => json(status, new Refusal(description, { status }).body)

const BROKEN = {
  busy: refused(429, 'Request failed. Please try after sometime.'),
  error: refused(500, 'We are facing some trouble completing your request'),
  malformed: { body: '{"id":"order_', contentType: 'application/json', status: 200 },
  html: { body: '<h1>502 Bad Gateway</h1>', contentType: 'text/html', status: 502 },
  reset: 'cut',
  unexpected: json(200, { entity: 'notice', message: 'Scheduled maintenance' }),
  timeout: 'silent'
} satisfies Partial<Record<Fault, Reply>>
