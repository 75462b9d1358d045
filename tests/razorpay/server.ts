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

/**
 * Starts a server that implements the provider's protocol at /v1, including the script at /v1/checkout.js. Browsers and
 * other processes control the bank at /bank.
 */
export async function startRazorpay({ port = 0, ...secrets }: Secrets & { port?: number }) {
  const provider: Provider = { bank: new Bank(secrets), faults: new Faults(), secrets }
  const server = await startLocalServer((request, response) => {
    void answer(request, response, provider).catch(error => {
      if (error instanceof Refusal) return reply(response, error.status, error.body)
      console.error(error)
      response.destroy()
    })
  }, port)
  return { ...server, bank: provider.bank, faults: provider.faults }
}

async function answer(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  const parsed = await readRequest(request)
  if (parsed.path === '/v1/checkout.js') {
    const script = checkoutPayingAt(`http://${parsed.headers.host}`)
    response.writeHead(200, { ...ALONE, 'content-type': 'text/javascript' }).end(script)
    return
  }
  if (parsed.path.startsWith('/bank/')) return handleControlRequest(provider, parsed, response)
  const found = matchCall(parsed)
  if (!found) throw new Refusal('The requested URL was not found on the server.')
  const fault = provider.faults.record(found.call, parsed)
  if (fault && fault in broken) return broken[fault as keyof typeof broken](response)
  const doing = performCall(provider, { parsed, fault, found })
  if (fault !== 'lost') return reply(response, 200, corruptAnswer(await doing, fault))
  await doing.catch(() => undefined)
  response.socket?.resetAndDestroy()
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
const JSON_ALONE = { ...ALONE, 'content-type': 'application/json' }

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, JSON_ALONE).end(JSON.stringify(body))
}

const broken = {
  busy: (response: ServerResponse) =>
    reply(response, 429, new Refusal('Request failed. Please try after sometime.', { status: 429 }).body),
  error: (response: ServerResponse) =>
    reply(response, 500, new Refusal('We are facing some trouble completing your request', { status: 500 }).body),
  malformed: (response: ServerResponse) => void response.writeHead(200, JSON_ALONE).end('{"id":"order_'),
  html: (response: ServerResponse) =>
    void response.writeHead(502, { ...ALONE, 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  reset: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  unexpected: (response: ServerResponse) =>
    reply(response, 200, { entity: 'notice', message: 'Scheduled maintenance' }),
  timeout: () => undefined
} satisfies Partial<Record<Fault, (response: ServerResponse) => void>>
