import type { APIRoute } from 'astro'

/** Answers a request by a route of the API, in the test's process. */
export function callRoute(route: APIRoute, request: Request, params: Record<string, string> = {}): Promise<Response> {
  return Promise.resolve(route({ params, request } as Parameters<APIRoute>[0]))
}
