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

type Facts = Partial<Record<(typeof FIELDS)[number], number | readonly string[] | string | null>>

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

export function noteRoute(pattern: string): void {
  const context = contexts.getStore()
  if (context) context.route = pattern
}

function line(level: 'error' | 'info', event: string, facts: Facts): string {
  // The list lets through what it names, whatever else was handed over.
  return JSON.stringify({ level, event, request_id: requestId(), ...facts }, [...FIELDS])
}

function tell(event: string, facts: Facts = {}): void {
  console.log(line('info', event, facts))
}

export function complain(event: string, facts: Facts = {}): void {
  console.error(line('error', event, facts))
}

/** What nobody expected; its stack is here alone. */
export function complainOf(error: unknown, facts: Facts = {}): void {
  complain('error', { ...factsOf(error), ...facts })
}

const HOUR_MS = 60 * 60 * 1000
const REMEMBERED = 100
const logged_at = new Map<string, number>()

/** Whether this isolate has not logged the same within an hour; for what cannot be remembered elsewhere. */
export function isFirstInAnHour(fact: string, now: Date): boolean {
  const before = logged_at.get(fact)
  const age = before === undefined ? HOUR_MS : now.getTime() - before
  if (age >= 0 && age < HOUR_MS) return false
  if (logged_at.size >= REMEMBERED) logged_at.clear()
  logged_at.set(fact, now.getTime())
  return true
}

/** Errors whose words are made of what somebody sent. */
const QUOTING = ['SyntaxError', 'ValiError']

export function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = rootOf(error)
  const stack = (error.stack ?? '').split('\n').filter(each => /^\s+at /.test(each))
  return {
    error: root.name,
    ...(!QUOTING.includes(root.name) && { message: withoutValues(root.message) }),
    stack: stack.map(each => each.trim())
  }
}

/** The query builder's own words hold the values of the query; those of its cause do not. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}

const withoutValues = (message: string) => message.replace(/\s*params: [\s\S]*$/, '')

/** The edge's own name for a request; anything else of that header is somebody's text. */
const RAY = /^[0-9a-f]{16}(-[A-Z]{3})?$/

/** Answers a request, names it in the answer's headers, and leaves one line of it. */
export function logged(request: Request, respond: () => Promise<Response>): Promise<Response> {
  const ray = request.headers.get('cf-ray') ?? ''
  const context = { id: RAY.test(ray) ? ray : newId(), route: 'none' }
  const began = Date.now()
  return contexts.run(context, async () => {
    const answer = await respond().catch((error: unknown) => {
      complainOf(error)
      throw error
    })
    answer.headers.set('x-request-id', context.id)
    tell('request', { method: request.method, route: context.route, status: answer.status, ms: Date.now() - began })
    return answer
  })
}

/** Runs the cron's work, and leaves one line of what was done. */
export function loggedRun(run: () => Promise<Facts | null>): Promise<void> {
  const began = Date.now()
  return contexts.run({ id: newId(), route: 'minute' }, async () => {
    const done = await run()
    if (done !== null) tell('minute', { ...done, ms: Date.now() - began })
  })
}
