import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from './ids.ts'

// What an operator reads: one line of JSON a request, a run of the cron, a trouble. A line has these fields and no
// other, so that no body, token, PIN, e-mail or path of an identity paper gets there by an oversight.

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
  'refund_id',
  'dispute_id',
  'upload_id',
  'list',
  'item',
  'amount',
  'currency',
  'variable',
  'invariant',
  'ids',
  'broken',
  'bucket_repaired',
  'disputes_near',
  'holds_ended',
  'orders_asked',
  'refunds_asked',
  'riders_forgotten',
  'uploads_removed',
  'throttles_removed',
  'tokens_removed',
  'events_removed',
  'failing_removed',
  'failures',
  'error',
  'message',
  'stack'
] as const

type LogFields = Partial<Record<(typeof FIELDS)[number], number | readonly string[] | string | null>>

/** Of the request, or the run of the cron, that is being answered to. */
interface Context {
  id: string
  /** The pattern of the path, never the path: ids and what was typed are in that. */
  route: string
}

const contexts = new AsyncLocalStorage<Context>()

/** What a caller who complains can name; undefined where no request is being answered. */
export function requestId(): string | undefined {
  return contexts.getStore()?.id
}

export function setLogRoute(pattern: string): void {
  const context = contexts.getStore()
  if (context) context.route = pattern
}

function formatLine(level: 'error' | 'info', event: string, fields: LogFields): string {
  // The list lets through what it names, whatever else was handed over.
  return JSON.stringify({ level, event, request_id: requestId(), ...fields }, [...FIELDS])
}

function logInfo(event: string, fields: LogFields = {}): void {
  console.log(formatLine('info', event, fields))
}

export function logError(event: string, fields: LogFields = {}): void {
  console.error(formatLine('error', event, fields))
}

/** What nobody expected; its stack is here alone. */
export function logException(error: unknown, fields: LogFields = {}): void {
  logError('error', { ...errorFields(error), ...fields })
}

const HOUR_MS = 60 * 60 * 1000
const REMEMBERED_MAX = 100
const loggedAt = new Map<string, number>()

/** Whether this isolate has not logged the same within an hour; for what cannot be remembered elsewhere. */
export function isFirstThisHour(key: string, now: Date): boolean {
  const before = loggedAt.get(key)
  const age = before === undefined ? HOUR_MS : now.getTime() - before
  if (age >= 0 && age < HOUR_MS) return false
  if (loggedAt.size >= REMEMBERED_MAX) loggedAt.clear()
  loggedAt.set(key, now.getTime())
  return true
}

/** Errors whose words are made of what somebody sent. */
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

/** The query builder's own words hold the values of the query; those of its cause do not. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

const withoutQueryParams = (message: string) => message.replace(/\s*params: [\s\S]*$/, '')

/** The edge's own name for a request; anything else of that header is somebody's text. */
const RAY_ID = /^[0-9a-f]{16}(-[A-Z]{3})?$/

/** Answers a request, names it in the answer's headers, and leaves one line of it. */
export function withRequestLog(request: Request, respond: () => Promise<Response>): Promise<Response> {
  const ray = request.headers.get('cf-ray') ?? ''
  const context = { id: RAY_ID.test(ray) ? ray : newId(), route: 'none' }
  const began = Date.now()
  return contexts.run(context, async () => {
    const answer = await respond().catch((error: unknown) => {
      logException(error)
      throw error
    })
    answer.headers.set('x-request-id', context.id)
    logInfo('request', { method: request.method, route: context.route, status: answer.status, ms: Date.now() - began })
    return answer
  })
}

/** Runs the cron's work, and leaves one line of what was done. */
export function withRunLog(run: () => Promise<LogFields | null>): Promise<void> {
  const began = Date.now()
  return contexts.run({ id: newId(), route: 'minute' }, async () => {
    const done = await run()
    if (done !== null) logInfo('minute', { ...done, ms: Date.now() - began })
  })
}
