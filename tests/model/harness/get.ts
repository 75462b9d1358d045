import type { APIContext, APIRoute } from 'astro'
import { type Person, tokenOf } from './seed.ts'

// Calls that read, with what their address says.

interface Address {
  params?: Record<string, string>
  query?: Record<string, string>
}

export async function getAs(by: Person, route: APIRoute, { params = {}, query = {} }: Address = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenOf(by)}` }
  const request = new Request(`http://scootstay.test/api?${new URLSearchParams(query)}`, { headers })
  return (await route({ params, request } as unknown as APIContext)) as Response
}
