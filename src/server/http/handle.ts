import type { APIRoute } from 'astro'
import * as v from 'valibot'
import type { Access, Answer, Endpoint, Received } from '#contract/kit/endpoint.ts'
import * as text from '#messages/common.ts'
import { type Actor, actorFor } from '#server/auth/actor.ts'
import { misconfigured, outlast } from '#server/runtime/env.ts'
import { complain, complainOf, requestId } from '#server/runtime/log.ts'
import { logSeldom } from '#server/runtime/log-throttle.ts'
import { bodyOf } from './body.ts'
import { notFound, Problem } from './errors.ts'

export interface Caller {
  headers: Headers
  now: Date
}

/** What a call brings beside its input: when it came, and headers its answer is to carry. */
export interface Call extends Caller {
  isSecure: boolean
  reply: Headers
}

/** What the server does for one endpoint; it knows rules and data, not HTTP. Only bytes are answered as a Response. */
export type Operation<E extends Endpoint> = (
  input: Received<E>,
  actor: Actor<E['access']>,
  call: Call
) => Promise<Answer<E> | Response>

const CONFLICT_HEADERS = 'x-conflict-start, x-conflict-end'

interface Options {
  even_misconfigured?: boolean
  /** Refuses who calls too often before the body is read: for calls whose body costs more than a few kilobytes. */
  throttle?: (caller: Caller) => Promise<void>
}

/** Who is asking, what they ask, what we answer; and the only catch on the server. */
export function handle<E extends Endpoint>(
  endpoint: E,
  operation: Operation<E>,
  { even_misconfigured = false, throttle }: Options = {}
): APIRoute {
  return async ({ params, request }) => {
    const reply = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    try {
      if (!even_misconfigured) await refuseWhenMisconfigured()
      const { protocol, searchParams } = new URL(request.url)
      const actor = await actorFor<Access>(endpoint.access, request.headers)
      await throttle?.({ headers: request.headers, now: new Date() })
      const input = {
        body: endpoint.body && parsed(endpoint.body, 'body', await bodyOf(endpoint, request)),
        params,
        query: endpoint.query && parsed(endpoint.query, 'query', Object.fromEntries(searchParams))
      }
      const call: Call = {
        headers: request.headers,
        isSecure: protocol === 'https:',
        now: new Date(),
        reply
      }
      const work = operation(input as Received<E>, actor as Actor<E['access']>, call)
      // A caller who hangs up stops nothing half-way.
      if (endpoint.method !== 'GET') outlast(work)
      const answer = await work
      return answer instanceof Response ? answer : Response.json(answer, { headers: reply })
    } catch (error) {
      return refusal(error, reply)
    }
  }
}

/** For every method that a path does not have; `routes` are those that it has. HEAD is answered as GET. */
export function methodNotAllowed(routes: Record<string, APIRoute>): APIRoute {
  const allow = Object.keys(routes)
    .flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
  return () => refusal(new Problem(405, text.methodNotAllowed, { allow }), new Headers({ 'cache-control': 'no-store' }))
}

/** The same for a page, which people and crawlers ask for: in plain text. */
export function pageMethodNotAllowed(): Response {
  const headers = { allow: 'GET, HEAD', 'cache-control': 'no-store' }
  return new Response(text.methodNotAllowed, { headers, status: 405 })
}

/** For every path that is none. */
export const noSuchCall: APIRoute = () => refusal(notFound(), new Headers({ 'cache-control': 'no-store' }))

async function refuseWhenMisconfigured(): Promise<void> {
  const variable = misconfigured()
  if (variable === null) return
  await logSeldom(`misconfigured ${variable}`, new Date(), () => complain('misconfigured', { variable }))
  throw new Problem(503, text.serviceUnavailable)
}

function parsed(schema: v.GenericSchema, place: string, value: unknown): unknown {
  const { issues, output } = v.safeParse(schema, value)
  if (!issues) return output
  throw new Problem(
    422,
    issues.map(({ message, path = [], type }) => ({
      loc: [place, ...path.map(step => String(step.key))],
      msg: message,
      type
    }))
  )
}

function refusal(error: unknown, headers: Headers): Response {
  const problem = problemIn(error)
  if (!problem) {
    complainOf(error)
    return answerOf(new Problem(500, text.internalError), headers)
  }
  for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value)
  if (headers.has('x-conflict-start')) headers.set('access-control-expose-headers', CONFLICT_HEADERS)
  return answerOf(problem, headers)
}

/** Every answer has the request's id in a header; one of our own failures has it in its body too, where it is copied from. */
function answerOf({ detail, status }: Problem, headers: Headers): Response {
  const body = status < 500 ? { detail } : { detail, request_id: requestId() }
  return Response.json(body, { headers, status })
}

/** The query builder wraps what the database throws. */
function problemIn(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  return error instanceof Error && error.cause ? problemIn(error.cause) : null
}
