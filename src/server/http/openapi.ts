import type { getOpenApi } from '#contract/runtime/openapi.ts'
import type { Operation } from './handle.ts'

export const serveOpenApi: Operation<typeof getOpenApi> = async (_input, _actor, { responseHeaders }) => {
  const { contract } = await import('virtual:openapi')
  responseHeaders.set('content-type', 'application/json')
  return new Response(contract, { headers: responseHeaders })
}
