import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { callFor } from './calls.ts'
import { type Fields, invalid, Refusal } from './fields.ts'
import type { Account, Records } from './records.ts'
import { seeded } from './seed.ts'

const METHODS = 'DELETE, GET, POST, PUT'
const CONFLICT_HEADERS = 'x-conflict-start, x-conflict-end'

interface Options {
  /** Rejects ids that are sent as text in a JSON body. */
  requiresNumbers?: boolean
  port?: number
  /** The origin of the card provider that creates the orders. */
  provider: string
  /** The only origin that may call from a browser (CORS). */
  site: string
}

/** Starts an independent backend that implements only the specification. */
export function startSecondBackend({ requiresNumbers = false, port = 0, provider, site }: Options) {
  const state = { requiresNumbers, provider, records: seeded(), site }
  return startLocalServer(
    (request, response) => {
      void answerTo(request, response, state).catch(error => {
        console.error(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error')
      })
    },
    { host: 'localhost', port }
  )
}

interface ServerState {
  requiresNumbers: boolean
  provider: string
  records: Records
  site: string
}

async function answerTo(request: IncomingMessage, response: ServerResponse, state: ServerState): Promise<void> {
  const { requiresNumbers, provider, records, site } = state
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'OPTIONS') return preflight(request, response, site)
  for (const [name, value] of Object.entries(corsHeaders(request, site))) response.setHeader(name, value)
  try {
    const { call, params } = callFor(request.method ?? '', pathname)
    const body = await bodyOf(request)
    if (requiresNumbers && isJson(request)) refuseTextIds(body)
    const rider = () => riderOf(request, records)
    const admin = () => refuseUnlessAdmin(request, records)
    send(response, 200, await call({ admin, body, params, provider, query, records, rider }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
    send(response, error.status, { detail: error.detail })
  }
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function corsHeaders({ headers }: IncomingMessage, site: string): Record<string, string> {
  const allowed = headers.origin === site ? { 'access-control-allow-origin': site } : undefined
  return { ...allowed, 'access-control-expose-headers': CONFLICT_HEADERS, vary: 'Origin' }
}

function preflight(request: IncomingMessage, response: ServerResponse, site: string): void {
  if (request.headers.origin !== site) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Disallowed CORS origin')
    return
  }
  response
    .writeHead(200, {
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': METHODS,
      'access-control-allow-origin': site,
      'access-control-max-age': '600',
      vary: 'Origin'
    })
    .end('OK')
}

const BEARER = { 'www-authenticate': 'Bearer' }

function tokenOf({ headers }: IncomingMessage): string {
  const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  if (token === undefined) throw new Refusal(401, 'Not authenticated', BEARER)
  return token
}

function riderOf(request: IncomingMessage, { sessions }: Records): Account {
  const account = sessions.get(tokenOf(request))
  if (!account) throw new Refusal(401, 'Could not validate credentials', BEARER)
  return account
}

function refuseUnlessAdmin(request: IncomingMessage, { admin_sessions, sessions }: Records): void {
  const token = tokenOf(request)
  if (admin_sessions.has(token)) return
  throw sessions.has(token)
    ? new Refusal(403, 'Admin access required')
    : new Refusal(401, 'Could not validate credentials', BEARER)
}

const isJson = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('application/json') ?? false

const ID_FIELDS = ['pricing_plan_id', 'property_id', 'scooter_id']

function refuseTextIds(body: Fields): void {
  const text = ID_FIELDS.find(name => typeof body[name] === 'string')
  if (text !== undefined) throw invalid('body', text, 'Input should be a valid integer', 'int_type')
}

/** Parses the body as JSON, multipart or urlencoded, by its content type. */
async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const bytes = await buffer(request)
  if (bytes.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type))
    return Object.fromEntries(await body.formData())
  const value = await body.json().catch(() => undefined)
  if (typeof value !== 'object' || value === null) throw invalid('body', '0', 'JSON decode error', 'json_invalid')
  return value as Fields
}
