import * as contract from '#contract/http/openapi.ts'
import { implement } from './operation.ts'

export const getOpenApi = implement(contract.getOpenApi, async (_input, _actor, { responseHeaders }) => {
  const { contract } = await import('virtual:openapi')
  responseHeaders.set('content-type', 'application/json')
  return new Response(contract, { headers: responseHeaders })
})
