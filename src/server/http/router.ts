import * as contract from '#contract/http/openapi.ts'
import { setLogRoute } from '#server/runtime/log.ts'
import { apiNotFound, handle, methodNotAllowed } from './handle.ts'
import { type AnyOperation, implement } from './operation.ts'

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

export const getOpenApi = implement(contract.getOpenApi, async (_input, _actor, { responseHeaders }) => {
  const { contract } = await import('virtual:openapi')
  responseHeaders.set('content-type', 'application/json')
  return new Response(contract, { headers: responseHeaders })
})
