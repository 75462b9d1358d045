import * as v from 'valibot'
import { type Access, CONFLICT_END_HEADER, CONFLICT_START_HEADER, type Endpoint } from '#contract/kit/endpoint.ts'
import { RETRY_AFTER_SECONDS } from '#domain/constants.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { logMisconfigured } from '#server/jobs/retries.ts'
import { misconfiguredVariable, waitUntil } from '#server/runtime/env.ts'
import { logException, requestId, setLogRoute } from '#server/runtime/log.ts'
import { DatabaseFull, Refusal, refusal, retryAfter, unavailableOf } from '#server/runtime/refusal.ts'
import { actorFor } from '#server/sessions/sessions.ts'
import { type AnyOperation, assertRole, type CallContext } from './operation.ts'
import { readBody } from './read-body.ts'

const CONFLICT_HEADERS = `${CONFLICT_START_HEADER}, ${CONFLICT_END_HEADER}`

/** Answers a request by an operation: authenticates, parses, runs, responds. Turns every error into a response. */
export async function handle(
  operation: AnyOperation,
  request: Request,
  params: Readonly<Record<string, string>> = {}
): Promise<Response> {
  const { allowMisconfigured = false, endpoint, throttle } = operation
  try {
    if (!allowMisconfigured) await assertConfigured()
    const { protocol, searchParams } = new URL(request.url)
    const actor = await actorFor<Access>(endpoint.access, request.headers)
    assertRole(endpoint, actor)
    await throttle?.({ headers: request.headers, now: new Date() })
    const input = {
      body: endpoint.body && validate(endpoint.body, 'body', await readBody(endpoint, request)),
      params,
      query: endpoint.query && validate(endpoint.query, 'query', Object.fromEntries(searchParams))
    }
    const responseHeaders = defaultHeaders()
    const call: CallContext = {
      clock: () => new Date(),
      headers: request.headers,
      isSecure: protocol === 'https:',
      now: new Date(),
      responseHeaders
    }
    const work = operation(input as never, actor as never, call)
    // Finish the work even if the client disconnects.
    if (endpoint.method !== 'GET') waitUntil(work)
    const response = await work
    return response instanceof Response ? response : Response.json(response, { headers: responseHeaders })
  } catch (error) {
    return errorResponse(error)
  }
}

/** Responds 405 for a path that has only these methods. HEAD is handled as GET. */
function methodNotAllowed(methods: readonly Endpoint['method'][]): Response {
  const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return errorResponse(refusal('method_not_allowed').withHeaders({ allow }))
}

/** Responds 405 in plain text, for pages. */
export function pageMethodNotAllowed(): Response {
  const headers = { allow: 'GET, HEAD', 'cache-control': 'no-store' }
  return new Response(apiErrorsText.methodNotAllowed, { headers, status: 405 })
}

export const apiNotFound = () => errorResponse(refusal('not_found'))

const defaultHeaders = () => new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })

async function assertConfigured(): Promise<void> {
  const variable = misconfiguredVariable()
  if (variable === null) return
  await logMisconfigured(variable, new Date())
  throw refusal('service_unavailable')
}

function validate(schema: v.GenericSchema, source: string, value: unknown): unknown {
  const { issues, output } = v.safeParse(schema, value)
  if (!issues) return output
  throw new Refusal(
    'invalid_input',
    issues.map(({ message, path = [], type }) => ({
      loc: [source, ...path.map(step => String(step.key))],
      msg: message,
      type
    }))
  )
}

/** Headers that the failed operation has set, such as a session cookie, are not sent. */
function errorResponse(error: unknown): Response {
  const headers = defaultHeaders()
  const refused = refusalFor(error)
  if (!refused) {
    logException(error)
    return refusalResponse(refusal('internal_error'), headers)
  }
  for (const [name, value] of Object.entries(refused.headers)) headers.set(name, value)
  if (headers.has(CONFLICT_START_HEADER)) headers.set('access-control-expose-headers', CONFLICT_HEADERS)
  return refusalResponse(refused, headers)
}

/**
 * Every response has the request id in a header. A server error also has it in the body, for callers of the API who log
 * only the body.
 */
function refusalResponse({ code, detail, status }: Refusal, headers: Headers): Response {
  const body = status < 500 ? { code, detail } : { code, detail, request_id: requestId() }
  return Response.json(body, { headers, status })
}

/** Null for an unexpected error. */
function refusalFor(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const failure = unavailableOf(error)
  const code = failure instanceof DatabaseFull ? 'database_full' : 'service_busy'
  return failure && retryAfter(refusal(code), RETRY_AFTER_SECONDS)
}

// Finds the operation of a request by its path and its method.

interface Route {
  /** Those of one path, ordered by method. */
  operations: readonly AnyOperation[]
  /** As the log names the routes of pages: `{id}` is `[id]`. */
  pattern: string
  segments: readonly string[]
}

// A brace sorts after all other characters of a path, so that a static segment comes before a parameter.
const byPathAndMethod = ({ endpoint: one }: AnyOperation, { endpoint: other }: AnyOperation) =>
  `${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1

function routesOf(operations: readonly AnyOperation[]): Route[] {
  const byPath = Map.groupBy(operations.toSorted(byPathAndMethod), ({ endpoint }) => endpoint.path)
  return [...byPath].map(([path, sharing]) => ({
    operations: sharing,
    pattern: `/api${path.replace(/\{(\w+)\}/g, '[$1]')}`,
    segments: path.slice(1).split('/')
  }))
}

const isParam = (segment: string) => segment.startsWith('{')

const hasPath = ({ segments }: Route, actual: readonly string[]) =>
  segments.every((segment, index) => (isParam(segment) ? actual[index] !== '' : actual[index] === segment))

const paramsOf = ({ segments }: Route, actual: readonly string[]) =>
  Object.fromEntries(
    segments.flatMap((segment, index) => (isParam(segment) ? [[segment.slice(1, -1), actual[index] ?? '']] : []))
  )

/** Answers requests by these operations. `path` is decoded, and relative to the API base without the first slash. */
export function createRouter(operations: readonly AnyOperation[]) {
  const routesByLength = Map.groupBy(routesOf(operations), ({ segments }) => segments.length)
  return async (path: string, request: Request): Promise<Response> => {
    const actual = path.split('/')
    const route = routesByLength.get(actual.length)?.find(known => hasPath(known, actual))
    if (!route) return apiNotFound()
    setLogRoute(route.pattern)
    const operation = route.operations.find(({ endpoint }) => endpoint.method === request.method)
    if (operation) return handle(operation, request, paramsOf(route, actual))
    return methodNotAllowed(route.operations.map(({ endpoint }) => endpoint.method))
  }
}
