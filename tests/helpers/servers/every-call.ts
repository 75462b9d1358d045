import type { Endpoint } from '#contract/kit/endpoint.ts'
import { allEndpoints as namedEndpoints } from '../../../scripts/build/contract.ts'

/** Every call of the contract, once: one that is added is tried with the others. */
export const allEndpoints: readonly Endpoint[] = (await namedEndpoints()).map(({ endpoint }) => endpoint)

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`
