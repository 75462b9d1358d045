import { AsyncLocalStorage } from 'node:async_hooks'
import { CRON_JOBS, type CronJob } from '#domain/monitoring.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { newId } from './crypto.ts'
import { isUnavailable } from './refusal.ts'

// Operator log: one JSON line per request, cron run or error. Only these fields are written, so no body, token, PIN,
// email or licence path can leak.
//
// An event is a noun with a verb in the past tense. A state that lasts is a noun with an adjective. The same thing has
// the same field in every event: `message` is the text of an error, `item` an entry of the cron's `list`.

const FIELDS = [
  'level',
  'event',
  'request_id',
  'method',
  'route',
  'status',
  'ms',
  'booking_id',
  'order_id',
  'payment_id',
  'dispute_id',
  'upload_id',
  'job',
  'list',
  'item',
  'paise',
  'currency',
  'phase',
  'dispute_status',
  'fields',
  'variable',
  'invariant',
  'count',
  'ids',
  ...CRON_JOBS,
  'failures',
  'error',
  'message',
  'stack'
] as const

export type LogFields = Partial<Record<(typeof FIELDS)[number], number | readonly string[] | string | null>>

interface Context {
  id: string
  /** The route pattern, never the path, which contains ids and user input. */
  route: string
}

const contexts = new AsyncLocalStorage<Context>()

/** Returns the id of the current request, for support; undefined outside a request. */
export function requestId(): string | undefined {
  return contexts.getStore()?.id
}

export function setLogRoute(pattern: string): void {
  const context = contexts.getStore()
  if (context) context.route = pattern
}

function formatLine(level: 'error' | 'info', event: string, fields: LogFields): string {
  // The replacer list drops every other field.
  return JSON.stringify({ level, event, request_id: requestId(), ...fields }, [...FIELDS])
}

function logInfo(event: string, fields: LogFields = {}): void {
  console.log(formatLine('info', event, fields))
}

export function logError(event: string, fields: LogFields = {}): void {
  console.error(formatLine('error', event, fields))
}

/** Logs an unexpected error. The stack goes only to the log. */
export function logException(error: unknown, fields: LogFields = {}): void {
  logError('unexpected_error', { ...errorFields(error), ...fields })
}

/** For work that must not fail its caller: its error is only logged. */
export async function logFailure(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isUnavailable(error)) logException(error)
  })
}

/** For work whose error another layer answers: it is logged here, where its request is known. */
export function logAndRethrow<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    logException(error)
    throw error
  })
}

/** Keeps the id of the current request in the log lines of `work`, which runs after the response was returned. */
export function withCurrentRequestId<Args extends unknown[], Result>(
  work: (...args: Args) => Result
): (...args: Args) => Result {
  const context = contexts.getStore()
  return context ? (...args) => contexts.run(context, () => work(...args)) : work
}

const REMEMBERED_MAX = 100
const loggedAt = new Map<string, number>()

/** Returns true if this isolate has not logged `key` within an hour. */
export function isFirstThisHour(key: string, now: Date): boolean {
  const before = loggedAt.get(key)
  const age = before === undefined ? HOUR_MS : now.getTime() - before
  if (age >= 0 && age < HOUR_MS) return false
  if (loggedAt.size >= REMEMBERED_MAX) loggedAt.clear()
  loggedAt.set(key, now.getTime())
  return true
}

const ERRORS_QUOTING_INPUT = ['SyntaxError', 'ValiError']

export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = rootCause(error)
  const stack = (error.stack ?? '').split('\n').filter(each => /^\s+at /.test(each))
  return {
    error: root.name,
    ...(!ERRORS_QUOTING_INPUT.includes(root.name) && { message: withoutQueryParams(root.message) }),
    stack: stack.map(each => each.trim())
  }
}

/** Drizzle's message contains the query's values; its cause does not. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

const withoutQueryParams = (message: string) => message.replace(/\s*params: [\s\S]*$/, '')

/** Cloudflare's request id. Other header values are client input. */
const RAY_ID = /^[0-9a-f]{16}(-[A-Z]{3})?$/

/** Runs a request, sets its id as a response header, and logs one line. */
export function withRequestLog(request: Request, respond: () => Promise<Response>): Promise<Response> {
  const ray = request.headers.get('cf-ray') ?? ''
  const context = { id: RAY_ID.test(ray) ? ray : newId(), route: 'none' }
  const began = Date.now()
  return contexts.run(context, async () => {
    const response = await logAndRethrow(respond())
    response.headers.set('x-request-id', context.id)
    logInfo('request_completed', {
      method: request.method,
      route: context.route,
      status: response.status,
      ms: Date.now() - began
    })
    return response
  })
}

/** Items processed by each job, and the number of failed jobs. A job that was not due has no count. */
export type RunSummary = Partial<Record<CronJob | 'failures', number>>

/** Runs the cron and logs one line with its summary; null logs nothing. */
export function withRunLog(run: () => Promise<RunSummary | null>): Promise<void> {
  const began = Date.now()
  return contexts.run({ id: newId(), route: 'cron' }, async () => {
    const done = await run()
    if (done !== null) logInfo('cron_completed', { ...done, ms: Date.now() - began })
  })
}
