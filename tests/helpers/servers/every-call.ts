import { CALLS } from '#contract/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/** Every endpoint of the contract by its name, so that new endpoints are tested automatically. */
export const namedEndpoints = Object.values(CALLS).flatMap(calls => Object.entries<Endpoint>(calls))

export const allEndpoints: readonly Endpoint[] = namedEndpoints.map(([, endpoint]) => endpoint)

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`
