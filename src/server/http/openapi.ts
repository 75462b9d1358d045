import type { getContract } from '#contract/runtime/openapi.ts'
import type { Operation } from './handle.ts'

export const contractAnswered: Operation<typeof getContract> = async (_input, _actor, { reply }) => {
  const { contract } = await import('virtual:openapi')
  reply.set('content-type', 'application/json')
  return new Response(contract, { headers: reply })
}
