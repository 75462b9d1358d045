import { CALLS } from '#contract/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/** Every endpoint of the contract, so that new endpoints are tested automatically. */
export const allEndpoints: readonly Endpoint[] = Object.values(CALLS).flatMap(calls => Object.values<Endpoint>(calls))

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`
