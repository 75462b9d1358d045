import { handle } from '#server/http/handle.ts'
import type { AnyOperation } from '#server/http/operation.ts'
import { type Person, tokenOf } from './seed.ts'

// Calls that read, with what their address says.

interface Address {
  params?: Record<string, string>
  query?: Record<string, string>
}

export async function getAs(
  by: Person,
  operation: AnyOperation,
  { params = {}, query = {} }: Address = {}
): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(by)}` }
  const request = new Request(`http://scootstay.test/api?${new URLSearchParams(query)}`, { headers })
  return handle(operation, request, params)
}
