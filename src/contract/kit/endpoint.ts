import * as v from 'valibot'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, riders, admins, or either of the two ('account'). */
export type Access = 'account' | 'admin' | 'public' | 'rider'

/** The refusals of a row at another property, which are those of a row that does not exist. */
export const SCOPE_REFUSALS = {
  booking: 'booking_not_found',
  licence: 'not_found',
  photo: 'not_found',
  plan: 'plan_not_found',
  problem: 'problem_not_found',
  property: 'property_not_found',
  rider: 'user_not_found',
  scooter: 'scooter_not_found'
} as const satisfies Record<string, RefusalCode>

/**
 * What ties a call to properties, for roles that have their own: the row that its path names, the property or the
 * scooter in its body or query, or a list, which contains the rows of these properties only.
 */
export type Scope = keyof typeof SCOPE_REFUSALS | 'body' | 'list' | 'none'

/** The lowest role that may call, and the scope. Owners have all properties. */
type StaffRule = { lowest: 'caretaker' | 'manager'; scope: Scope } | { lowest: 'owner'; scope?: never }

type Callers =
  | { access: 'admin'; staff: StaffRule }
  // Without a rule, every role may call.
  | { access: 'account'; staff?: StaffRule }
  | { access: 'public' | 'rider'; staff?: never }

/** A rule for the staff without an access is that of a call for admins only. */
type DefinedCallers = Exclude<Callers, { access: 'admin' }> | { access?: never; staff: StaffRule }

type Method = 'DELETE' | 'GET' | 'POST' | 'PUT'

interface Call {
  /** It is in the specification (docs/specification.md). An external backend is not sent the others. */
  isSpecified?: true
  /** Delays before retries, on network failure or 502 to 504. Only for idempotent calls; GETs have a default. */
  retryDelaysMs?: readonly number[]
  /** Relative to the API base, with `{name}` for parameters. */
  path: `/${string}`
  method: Method
  body?: v.GenericSchema
  /** Encoding of the body; JSON by default. 'form' accepts multipart and urlencoded, 'bytes' is passed on raw. */
  encoding?: 'bytes' | 'form' | 'json'
  /**
   * How the server reads the file of a form. 'streamed': the file must be the last field, and the length declared.
   * 'buffered': any order, for the calls of the specification. Omitted if the form has no file.
   */
  file?: 'buffered' | 'streamed'
  query?: v.GenericSchema
  output: v.GenericSchema
}

export type Endpoint = Call & Callers

/** Apart from the call, so that the browser does not load it. */
export interface EndpointDocs {
  /** Imperative, one line, for the OpenAPI document. */
  summary: string
  /** The call's own refusals; `refusalsOf` adds those that follow from its definition. */
  refusals?: readonly RefusalCode[]
}

/** Of the calls of a file, by their names. */
export type Docs = Readonly<Record<string, EndpointDocs>>

type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never

type Params<Path> = [ParamName<Path>] extends [never] ? unknown : { params: Record<ParamName<Path>, string> }

type Part<Name extends string, Schema, Side extends 'in' | 'out'> = Schema extends v.GenericSchema
  ? Record<Name, Side extends 'in' ? v.InferInput<Schema> : v.InferOutput<Schema>>
  : unknown

/** A query without required fields may be omitted. */
type QueryInput<Schema> = Schema extends v.GenericSchema
  ? Record<never, never> extends v.InferInput<Schema>
    ? { query?: v.InferInput<Schema> }
    : { query: v.InferInput<Schema> }
  : unknown

/** What a client sends to an endpoint. */
export type ClientInput<E extends Endpoint> = Part<'body', E['body'], 'in'> & QueryInput<E['query']> & Params<E['path']>

/** Arguments of a client call: the input, omitted if it is empty, then `More`. */
export type ClientArgs<E extends Endpoint, More extends unknown[] = []> =
  unknown extends ClientInput<E>
    ? []
    : Record<never, never> extends ClientInput<E>
      ? [input?: ClientInput<E>, ...more: More]
      : [input: ClientInput<E>, ...more: More]

/** What the server's operation receives: the same input, parsed. */
export type ServerInput<E extends Endpoint> = Part<'body', E['body'], 'out'> &
  Part<'query', E['query'], 'out'> &
  Params<E['path']>

/** What the server's operation returns. */
export type ServerOutput<E extends Endpoint> = v.InferInput<E['output']>

/** What the client gets after parsing the response. */
export type ClientOutput<E extends Endpoint> = v.InferOutput<E['output']>

/** The path of a request, with its parameters filled in. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

type Routed<Route> = Route extends `${infer M extends Method} ${infer Path extends `/${string}`}`
  ? { readonly method: M; readonly path: Path }
  : never

type WithAccess<E> = E extends { access: Access } ? E : E & { readonly access: 'admin' }

/** A call by its route, such as 'GET /admin/users/{id}': the method, and the path relative to the API base. */
// Marked as pure, here and in the schema helpers, so that the bundler drops the calls a screen does not make.
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<
  const Route extends `${Method} /${string}`,
  const E extends Omit<Call, 'method' | 'path'> & DefinedCallers
>(route: Route, endpoint: E) {
  const [method, path] = route.split(' ')
  return { access: 'admin', ...endpoint, method, path } as WithAccess<E> & Routed<Route>
}

/** Managers and caretakers may name their own properties only. */
const hasProperty = (schema: v.GenericSchema | undefined): boolean => {
  if (schema === undefined) return false
  const [first = schema] = 'pipe' in schema ? (schema.pipe as v.GenericSchema[]) : []
  return 'entries' in first && 'property_id' in (first.entries as object)
}

/** Codes of all refusals that the endpoint can answer. */
export function refusalsOf(endpoint: Endpoint, { refusals = [] }: EndpointDocs): RefusalCode[] {
  const { access, body, encoding, file, query, staff } = endpoint
  const codes = new Set<RefusalCode>(refusals)
  if (access !== 'public') codes.add('not_authenticated').add('not_allowed')
  const scope = staff?.scope ?? 'none'
  if (scope in SCOPE_REFUSALS) codes.add(SCOPE_REFUSALS[scope as keyof typeof SCOPE_REFUSALS])
  if (access === 'admin' && [body, query].some(hasProperty)) codes.add('property_not_found')
  if (body) codes.add(encoding === 'form' ? 'form_too_large' : 'body_too_large').add('invalid_input')
  if (encoding === 'form') codes.add('body_too_large')
  if (file) codes.add('file_too_large').add('not_an_image').add('too_many_requests')
  if (file === 'streamed') codes.add('length_required')
  if (query) codes.add('invalid_input')
  return [...codes.add('database_full').add('service_busy').add('service_unavailable')].sort()
}

const validationIssue = v.object({
  /** Path of the invalid field, such as ['body', 'hours']. */
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.optional(v.string())
})

/**
 * The error body: a sentence, or for invalid input (422) a list of validation issues. Only our own backend sends
 * `code`, one of REFUSALS (refusals.ts).
 */
export const errorBody = v.object({
  code: v.optional(v.string()),
  detail: v.union([v.string(), v.array(validationIssue)])
})

export type ErrorBody = v.InferOutput<typeof errorBody>
export type ErrorDetail = ErrorBody['detail']

/** The booked window of a booking conflict, as UTC ISO instants. */
export const CONFLICT_START_HEADER = 'x-conflict-start'
export const CONFLICT_END_HEADER = 'x-conflict-end'
