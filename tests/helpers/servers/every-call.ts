import { CALLS, DOCS } from '#contract/calls.ts'
import { type Endpoint, type EndpointDocs, refusalsOf } from '#contract/kit/endpoint.ts'

/** Every endpoint of the contract by its name, so that new endpoints are tested automatically. */
export const namedEndpoints = Object.values(CALLS).flatMap(calls => Object.entries<Endpoint>(calls))

export const allEndpoints: readonly Endpoint[] = namedEndpoints.map(([, endpoint]) => endpoint)

/** Codes of all refusals that each endpoint declares. */
export const DECLARED = new Map(
  Object.entries(CALLS).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]) => {
      const docs = (DOCS as Record<string, Record<string, EndpointDocs>>)[noun]?.[name] as EndpointDocs
      return [endpoint, refusalsOf(endpoint, docs)] as const
    })
  )
)

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`
