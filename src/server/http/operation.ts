import type { Endpoint, ServerInput, ServerOutput } from '#contract/kit/endpoint.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { assertAllowed } from './authorisation.ts'

export interface Caller {
  headers: Headers
  now: Date
}

/** Context of a call beside its input: time, caller, and response headers to fill. */
export interface CallContext extends Caller {
  /** The time at the moment, for a call that waits for others. */
  clock: () => Date
  isSecure: boolean
  responseHeaders: Headers
}

type Implementation<E extends Endpoint> = (
  input: ServerInput<E>,
  actor: Actor<E['access']>,
  call: CallContext
) => Promise<ServerOutput<E> | Response>

interface Options {
  /** Answers even if a variable is misconfigured. */
  allowMisconfigured?: boolean
  /** Throws 429 before the body is read, for large bodies. */
  throttle?: (caller: Caller) => Promise<void>
}

/**
 * The implementation of an endpoint. It reads no request. It returns a Response only for a file, or for
 * health with status 503.
 */
export type Operation<E extends Endpoint> = Implementation<E> & Options & { readonly endpoint: E }

/** Any operation. Who calls it gives it the parsed input and the actor of its endpoint. */
export type AnyOperation = ((input: never, actor: never, call: CallContext) => Promise<unknown>) &
  Options & { readonly endpoint: Endpoint }

/**
 * Binds an implementation to its endpoint, whose name it has (server/routes.ts). Rendered pages call operations
 * directly, so the role and the properties of the caller are checked here.
 */
export function implement<E extends Endpoint>(
  endpoint: E,
  implementation: Implementation<E>,
  options: Options = {}
): Operation<E> {
  const operation: Implementation<E> = async (input, actor, call) => {
    await assertAllowed(endpoint, input, { actor, now: call.now })
    return implementation(input, actor, call)
  }
  return Object.assign(operation, options, { endpoint })
}

/** Throws 403 for cross-site requests. Otherwise another site could sign its visitor in or out. */
export function assertSameOrigin({ headers }: CallContext): void {
  const origin = headers.get('origin')
  if (origin !== null && URL.parse(origin)?.host !== headers.get('host')) throw refusal('not_allowed')
}
