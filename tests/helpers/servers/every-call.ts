import type { Endpoint } from '#contract/kit/endpoint.ts'
import { allEndpoints as namedEndpoints } from '../../../scripts/build/contract.ts'

const named = await namedEndpoints()

/** Every endpoint of the contract, so that new endpoints are tested automatically. */
export const allEndpoints: readonly Endpoint[] = named.map(({ endpoint }) => endpoint)

export const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The name of each endpoint in the contract, by method and path. */
export const contractNames: ReadonlyMap<string, string> = new Map(
  named.map(({ endpoint, name }) => [endpointName(endpoint), name])
)

/** The folder of `src/contract` that defines each call, by the call's name. */
export const contractFolders: ReadonlyMap<string, string> = new Map(named.map(({ name, resource }) => [name, resource]))
