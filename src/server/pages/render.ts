import * as v from 'valibot'
import type { Endpoint, Output, Received } from '#contract/kit/endpoint.ts'
import { HAS_MORE } from '#contract/kit/has-more.ts'
import { type Actor, visitorFor } from '#server/auth/actor.ts'
import { Problem } from '#server/http/errors.ts'
import type { Call, Operation } from '#server/http/handle.ts'
import { misconfigured } from '#server/runtime/env.ts'
import { complainOf } from '#server/runtime/log.ts'

// A page's first HTML with what its visitor may see, through the operations and the contract of the API (design.md §4):
// a phone reads it a second and a half before its script could have asked.

type Visited = 'admin' | 'rider'
export type Page<Rows> = { has_more: boolean; rows: Rows }

/** What the API would answer this visitor now; of a list, one page. */
export interface Asking<A extends Visited> {
  ask: <E extends Endpoint & { access: A | 'public' }>(
    endpoint: E,
    operation: Operation<E>,
    input: Received<E>
  ) => Promise<Output<E>>
  askPage: <E extends Endpoint & { access: A }>(
    endpoint: E,
    operation: Operation<E>,
    input: Received<E>
  ) => Promise<Page<Output<E>>>
  now: Date
  visitor: Actor<A>
}

export interface Drawn<Start> {
  /** For the page's `session` (layouts/base.astro). */
  session: string
  start: Start & {
    /** When it was so, an instant in ISO. */
    now: string
  }
}

/**
 * What a page begins with, and whose that is. Null without a session cookie that counts, on a site for a backend
 * elsewhere, and when something fails: then the page is drawn empty, and asks the API itself.
 */
export async function drawnFor<A extends Visited, Start extends object>(
  access: A,
  request: Request,
  draw: (asking: Asking<A>) => Promise<Start | null>
): Promise<Drawn<Start> | null> {
  if (import.meta.env.PUBLIC_API_BASE_URL || misconfigured() !== null) return null
  const now = new Date()
  const drawing = async () => {
    const visitor = await visitorFor(access, request.headers)
    const start = visitor && (await draw(askingFor(visitor.account, request, now)))
    return start && { session: visitor.session, start: { ...start, now: now.toISOString() } }
  }
  return drawing().catch((error: unknown) => {
    // What the API would refuse, it refuses when the page asks.
    if (!(error instanceof Problem)) complainOf(error)
    return null
  })
}

function askingFor<A extends Visited>(visitor: Actor<A>, { headers, url }: Request, now: Date): Asking<A> {
  const isSecure = new URL(url).protocol === 'https:'
  async function askPage<E extends Endpoint>(endpoint: E, operation: Operation<E>, input: Received<E>) {
    const actor = (endpoint.access === 'public' ? null : visitor) as Actor<E['access']>
    const call: Call = { headers, isSecure, now, reply: new Headers() }
    const rows = v.parse(endpoint.output, await operation(input, actor, call)) as Output<E>
    return { has_more: call.reply.get(HAS_MORE) === 'true', rows }
  }
  return { ask: async (...asked) => (await askPage(...asked)).rows, askPage, now, visitor }
}
