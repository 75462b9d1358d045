import type * as v from 'valibot'

/** Who may call: anybody, a rider with a rider's token, an admin with an admin's, or either of the two ('account'). */
export type Access = 'account' | 'admin' | 'public' | 'rider'

export interface Endpoint {
  access: Access
  /** Not in the spec: only the backend that comes with the app has it, so that no other is asked. */
  isExtension?: true
  /** The waits before it is sent again where the network fails; only for what done twice is done once. GETs need none. */
  retryDelaysMs?: readonly number[]
  /** `path` is relative to the API base, with `{names}` for its parameters. */
  path: `/${string}`
  method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  body?: v.GenericSchema
  /**
   * How the body travels; JSON unless said otherwise. The server takes multipart and urlencoded as 'form', and leaves
   * 'bytes' as they came.
   */
  encoding?: 'bytes' | 'form' | 'json'
  query?: v.GenericSchema
  output: v.GenericSchema
}

type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never

type Params<Path> = [ParamName<Path>] extends [never] ? unknown : { params: Record<ParamName<Path>, string> }

type Part<Name extends string, Schema, Side extends 'in' | 'out'> = Schema extends v.GenericSchema
  ? Record<Name, Side extends 'in' ? v.InferInput<Schema> : v.InferOutput<Schema>>
  : unknown

/** A query of which nothing is required may be left out. */
type QueryInput<Schema> = Schema extends v.GenericSchema
  ? Record<never, never> extends v.InferInput<Schema>
    ? { query?: v.InferInput<Schema> }
    : { query: v.InferInput<Schema> }
  : unknown

/** What a client sends to one endpoint. */
export type ClientInput<E extends Endpoint> = Part<'body', E['body'], 'in'> & QueryInput<E['query']> & Params<E['path']>

/** The arguments of a call: what is sent, where anything is, and more. */
export type ClientArgs<E extends Endpoint, More extends unknown[] = []> =
  unknown extends ClientInput<E>
    ? []
    : Record<never, never> extends ClientInput<E>
      ? [input?: ClientInput<E>, ...more: More]
      : [input: ClientInput<E>, ...more: More]

/** What the server's operation receives: the same, parsed. */
export type ServerInput<E extends Endpoint> = Part<'body', E['body'], 'out'> &
  Part<'query', E['query'], 'out'> &
  Params<E['path']>

/** What the server answers. */
export type ServerOutput<E extends Endpoint> = v.InferInput<E['output']>

/** What the client has of it after parsing. */
export type ClientOutput<E extends Endpoint> = v.InferOutput<E['output']>

// Marked for the bundler, here and in what schemas are made of: a screen then takes along only the calls it makes.
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
