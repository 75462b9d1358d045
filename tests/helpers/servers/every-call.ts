import type { Endpoint } from '#contract/kit/endpoint.ts'
import { allEndpoints as namedEndpoints } from '../../../scripts/build/contract.ts'

/** Every endpoint of the contract, so that new endpoints are tested automatically. */
export const allEndpoints: readonly Endpoint[] = (await namedEndpoints()).map(({ endpoint }) => endpoint)

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`
