import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { afterAll, beforeAll } from 'vitest'
import {
  type ClientArgs,
  type ClientOutput,
  type Endpoint,
  type ErrorDetail,
  errorBody,
  pathOf
} from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { headersTo, type LocalWorker, startLocalWorker } from '../../../scripts/serve/local-worker.ts'
import { applyMigrations } from '../../../scripts/serve/state.ts'
import { DECLARED } from './every-call.ts'
import { remoteD1 } from './remote-d1.ts'
import { undeclaredFields } from './undeclared-fields.ts'

// The built Worker in workerd, with its own D1 and R2.

interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
}

type Variables = Record<string, string>

const scriptOf = (file: string) => stripTypeScriptTypes(readFileSync(new URL(file, import.meta.url), 'utf8'))

const SQL_WORKER = { name: 'sql', script: scriptOf('sql-worker.ts') }

const CLOCK_HEADER = 'test-clock'
/** The headers of a request that the Worker gets at this time. */
export const sentAt = (time: Date) => ({ [CLOCK_HEADER]: String(time.getTime()) })

const clockedWorker = (entry: string) => ({
  'clocked.mjs': `import { withClock } from './clock.mjs'
    import worker from './${entry}'
    export default withClock(worker, '${CLOCK_HEADER}')`,
  'clock.mjs': scriptOf('worker-clock.ts')
})

interface RunningApp extends LocalWorker {
  bindings: Bindings
}

let running: RunningApp
let today = dayOf(new Date())
let lastRun = new Date()
/** The Workers that the test files of this process share, by their variables; the last used is last. */
const shared = new Map<string, RunningApp>()
const SHARED_MAX = 6

async function start(variables: Variables, before?: (d1: D1Database) => Promise<void>): Promise<RunningApp> {
  const worker = await startLocalWorker({ inFront: clockedWorker, neighbour: SQL_WORKER, variables })
  const UPLOADS = sendingAgain((await worker.server.getR2Bucket('UPLOADS')) as unknown as R2Bucket)
  const headers = headersTo(SQL_WORKER.name)
  const DB = remoteD1(body =>
    sendAgainIfClosed(() => worker.server.dispatchFetch('http://sql', { body, headers, method: 'POST' }))
  )
  await before?.(DB)
  await applyMigrations(DB)
  return { ...worker, bindings: { DB, UPLOADS } }
}

/** undici says the first if it has read the end of the connection, the second if its request meets it. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET']

/**
 * miniflare sometimes reuses a connection that its workerd is just closing, so the call has not begun. Then it is made
 * again.
 */
async function sendAgainIfClosed<T>(call: () => Promise<T>): Promise<T> {
  return call().catch((error: Error & { cause?: { code?: string } }) => {
    if (CLOSED.includes(error.cause?.code ?? '')) return call()
    throw error
  })
}

/** The same for each method of a bucket. */
const sendingAgain = (bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get:
      (target, name: 'list') =>
      (...args: []) =>
        sendAgainIfClosed(() => target[name](...args))
  })

/** Restores the state after the migrations: only rows that the migrations insert, no files, no logs. */
async function clearData({ bindings: { DB, UPLOADS }, logs }: RunningApp): Promise<void> {
  const { results } = await DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('d1_migrations', 'runs')
       AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`
  ).all<{ name: string }>()
  await DB.batch([
    DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...results.map(({ name }) => DB.prepare(`DELETE FROM "${name}"`)),
    // A test may have deleted any of them.
    DB.prepare('DELETE FROM runs'),
    DB.prepare(
      `INSERT INTO runs (job, ended_at, troubles)
       SELECT value, unixepoch(), 0 FROM json_each('["daily", "hourly", "installed", "receipts", "receipts_since"]')`
    )
  ])
  const { objects } = await UPLOADS.list()
  await UPLOADS.delete(objects.map(({ key }) => key))
  logs.length = 0
}

async function shareWorker(variables: Variables): Promise<RunningApp> {
  const key = JSON.stringify(variables)
  const known = shared.get(key)
  if (known) await clearData(known)
  shared.delete(key)
  const worker = known ?? (await start(variables))
  shared.set(key, worker)
  const [oldest = key] = shared.keys()
  if (shared.size > SHARED_MAX) {
    await shared.get(oldest)?.server.dispose()
    shared.delete(oldest)
  }
  return worker
}

/**
 * Provides an empty Worker to a test file. Files with the same variables share it, because starting one is slow. With
 * `prepareDatabase`, the file gets a Worker of its own, which stops with the file.
 */
export function startApp(
  variables: () => Variables | Promise<Variables> = () => ({}),
  prepareDatabase?: (d1: D1Database) => Promise<void>
): void {
  beforeAll(async () => {
    today = dayOf(new Date())
    lastRun = new Date()
    const values = await variables()
    running = prepareDatabase ? await start(values, prepareDatabase) : await shareWorker(values)
  })
  afterAll(async () => {
    if (prepareDatabase) await running.server.dispose()
  })
}

const WITHOUT_BODY = [204, 304]

/**
 * Sends a request and follows no redirect. miniflare has types of its own for the same requests. The body is read at
 * once: miniflare drops undici's own response, and when that is collected, an unread body is cancelled.
 */
async function fetchFrom({ server, url }: LocalWorker, path: string, init: RequestInit = {}): Promise<Response> {
  const request = { redirect: 'manual', ...init } as Parameters<typeof server.dispatchFetch>[1]
  const reply = (await server.dispatchFetch(new URL(path, url), request)) as unknown as Response
  const { headers, status, statusText } = reply
  const body = await reply.arrayBuffer()
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { headers, status, statusText })
}

/** The date so many days after today in India. A file keeps its day if midnight passes. */
export const dayAhead = (days: number): Day => addDays(today, days)

export const app = {
  fetch: (path: string, init?: RequestInit) => fetchFrom(running, path, init),
  /** The Worker's address, for tests that don't use `send`. */
  origin: () => running.url.origin,
  logs: () => running.logs,
  /** The latest time that the cron has seen. It has deleted the claims that were past then. */
  lastRun: () => lastRun,
  /** Runs the cron, by default in a minute that starts no hourly or daily job. */
  async runMinute(at?: Date): Promise<void> {
    const scheduledTime = at ?? (await quietMinute())
    if (scheduledTime > lastRun) lastRun = scheduledTime
    const worker = await running.server.getWorker()
    await worker.scheduled({ cron: '* * * * *', scheduledTime })
    // What is paid after a run in a later minute has no receipt yet. A test may have taken the table away.
    await sql("UPDATE runs SET ended_at = unixepoch() WHERE job = 'receipts' AND ended_at > unixepoch()").catch(
      () => null
    )
  }
}

/** Runs one statement in the Worker's database. */
export async function sql<Row = Record<string, unknown>>(statement: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await running.bindings.DB.prepare(statement)
    .bind(...values)
    .all<Row>()
  return results
}

/** Runs statements in one batch, which costs as much as one of them. */
export const sqlBatch = (...statements: readonly (readonly [string, ...unknown[]])[]) =>
  database().batch(
    statements.map(([text, ...values]) =>
      database()
        .prepare(text)
        .bind(...values)
    )
  )

/**
 * This minute, or the next one at the moments that start hourly and daily jobs: none of them is overdue then, and what is
 * due now is due. The cron may be ahead of the clock by a minute.
 */
export async function quietMinute(): Promise<Date> {
  await sql("UPDATE runs SET ended_at = unixepoch() WHERE job IN ('daily', 'hourly')")
  const now = new Date()
  return now.getUTCMinutes() % 30 === 0 ? new Date(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS) : now
}

/** The same database for server code in the test's process; available once the Worker runs. */
export const database = () => running.bindings.DB

export const bucket = {
  has: async (path: string) => (await running.bindings.UPLOADS.head(path)) !== null,
  delete: (path: string) => running.bindings.UPLOADS.delete(path),
  put: (path: string) => running.bindings.UPLOADS.put(path, 'x'),
  list: async (prefix: string) => (await running.bindings.UPLOADS.list({ prefix })).objects.map(({ key }) => key)
}

export type Args<E extends Endpoint> = ClientArgs<E>

export interface AnyInput {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string | undefined>
}

/** Sends a request as the contract describes it, with any input. */
export async function send(endpoint: Endpoint, input: AnyInput = {}, token?: string): Promise<Response> {
  const { body, params, query = {} } = input
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  )
  const reply = await fetchWithRetry(
    `/api${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`,
    await toRequestInit(endpoint, body, token)
  )
  await (reply.ok ? assertFieldsDeclared : assertRefusalDeclared)(endpoint, reply.clone())
  return reply
}

/** Every field of a response must be declared in the contract. */
async function assertFieldsDeclared(endpoint: Endpoint, reply: Response): Promise<void> {
  if (!reply.headers.get('content-type')?.includes('json')) return
  const undeclared = undeclaredFields(endpoint.output, await reply.json())
  if (undeclared.length > 0) throw new Error(`${endpoint.method} ${endpoint.path}: undeclared ${undeclared.join(', ')}`)
}

/** Every refusal must be declared in the contract, except failures that a test provokes, and an unhealthy state. */
async function assertRefusalDeclared(endpoint: Endpoint, reply: Response): Promise<void> {
  const { code } = (await reply.json()) as { code?: RefusalCode }
  if (code === 'internal_error' || endpoint === getHealth) return
  if (code === undefined || !DECLARED.get(endpoint)?.includes(code))
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered ${reply.status} ${code}, which the contract does not declare`
    )
}

const CONNECTION_LOST = 'Error: Network connection lost.'

/**
 * Sends a request to the Worker itself, past its static files, which take a third of a call's CPU time. If the hop
 * behind miniflare's is closed, it answers as text. The Worker's own responses are JSON, including errors, and are
 * returned unchanged.
 */
export async function fetchWithRetry(path: string, request: RequestInit): Promise<Response> {
  const fetch = () => fetchFrom(running, path, { ...request, headers: { ...request.headers, ...headersTo() } })
  const reply = await sendAgainIfClosed(fetch)
  const isLost = reply.status === 500 && (await reply.clone().text()).startsWith(CONNECTION_LOST)
  if (isLost) console.error(`Lost on the way: ${request.method} ${path}`)
  return isLost ? fetch() : reply
}

/** Method, headers and body as a client sends them. */
export async function toRequestInit({ encoding, method }: Endpoint, fields: AnyInput['body'], token?: string) {
  const sent = fields && (encoding === 'form' ? await toFormBody(fields) : toJsonBody(fields))
  const headers = { ...sent?.headers, ...(token && { authorization: `Bearer ${token}` }) }
  return { headers, method, ...(sent && { body: sent.body }) }
}

function toJsonBody(body: Record<string, unknown>) {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

// The harness has its own fetch, which accepts bytes but not this process's FormData.
async function toFormBody(fields: Record<string, unknown>) {
  const form = new Response(formOf(fields))
  return { body: await form.arrayBuffer(), headers: { 'content-type': form.headers.get('content-type') ?? '' } }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

export interface Refusal {
  status: number
  detail: ErrorDetail
  headers: Headers
}

/** Calls an endpoint and returns the parsed response. An error response fails the test. */
export async function callAs<E extends Endpoint>(
  token: string | undefined,
  endpoint: E,
  ...[input]: Args<E>
): Promise<ClientOutput<E>> {
  const response = await send(endpoint, input as AnyInput, token)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${JSON.stringify(answer)}`)
  return v.parse(endpoint.output, answer)
}

/** Calls an endpoint with any input and returns the error response. A success response fails the test. */
export async function refusedCallAs(
  token: string | undefined,
  endpoint: Endpoint,
  input: AnyInput = {}
): Promise<Refusal> {
  const response = await send(endpoint, input, token)
  if (response.ok) throw new Error(`${endpoint.method} ${endpoint.path} was not refused`)
  const { detail } = v.parse(errorBody, await response.json())
  return { detail, headers: response.headers, status: response.status }
}
